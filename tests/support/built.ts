// Makes dist/ fresh before tests that run what is published. Never used by tests that run the sources.

import { buildAll } from "../../scripts/build.ts";

export async function setup(): Promise<void> {
	await buildAll();
}
