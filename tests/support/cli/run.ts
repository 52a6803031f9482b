// Runs a one-shot verb as its own process, as the program does. Never decides anything of its own.

import { realIo } from "../../../src/dashboard/cli/io.ts";
import { runVerb } from "../../../src/dashboard/cli/main.ts";

process.exitCode = await runVerb(process.argv.slice(2), realIo());
