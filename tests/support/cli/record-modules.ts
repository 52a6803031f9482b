// Loaded before the program with --import: writes down every module it loads, for tests about what a verb costs.

import { writeFileSync } from "node:fs";
import { registerHooks } from "node:module";

const loaded: string[] = [];

registerHooks({
	load(url, context, next) {
		loaded.push(url);
		return next(url, context);
	},
});

process.on("exit", () => {
	const { MODULES_LOADED } = process.env;
	if (MODULES_LOADED !== undefined) writeFileSync(MODULES_LOADED, loaded.join("\n"));
});
