// The entry of `pi-team-dash`. Small on purpose: the compile cache covers only what is loaded after it is enabled.

import { enableCompileCache } from "node:module";

enableCompileCache?.();
const { runProgram } = await import("./program.ts");
await runProgram(process.argv.slice(2));
