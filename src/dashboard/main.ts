// The program `pi-team-dash`: one-shot verbs, or the dashboard. Loads only what the command line asks for; decides nothing else.

import { enableCompileCache } from "node:module";
import { realIo } from "./cli/io.ts";
import { isVerbCall, runVerb } from "./cli/main.ts";

enableCompileCache?.();
const argv = process.argv.slice(2);
if (isVerbCall(argv)) {
	process.exitCode = await runVerb(argv, realIo());
} else {
	const { startDashboard } = await import("./start.ts");
	const code = await startDashboard(argv);
	if (code !== undefined) process.exitCode = code;
}
