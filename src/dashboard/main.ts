// The entry of `pi-team-dash`. Small on purpose: the compile cache covers only what is loaded after it is enabled.

// Whole, not by name: an older Node lacks what is used of it, and a missing name would end the program before it can say so.
import * as nodeModule from "node:module";

if (nodeModule.enableCompileCache === undefined) {
	process.stderr.write(`pi-team-dash needs Node 22.19 or newer; this is ${process.versions.node}.\n`);
	process.exitCode = 1;
} else {
	nodeModule.enableCompileCache();
	const { runProgram } = await import("./program.ts");
	await runProgram(process.argv.slice(2));
}
