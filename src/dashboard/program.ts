// What the command line asks for: a one-shot verb, or the dashboard. Loads only that; decides nothing else.

import { realIo } from "./cli/io.ts";
import { isVerbCall, runVerb } from "./cli/main.ts";

/** Sets the exit code, unless the dashboard leaves by itself. */
export async function runProgram(argv: readonly string[]): Promise<void> {
	if (isVerbCall(argv)) {
		process.exitCode = await runVerb(argv, realIo());
		return;
	}
	const { startDashboard } = await import("./start.ts");
	const code = await startDashboard(argv);
	if (code !== undefined) process.exitCode = code;
}
