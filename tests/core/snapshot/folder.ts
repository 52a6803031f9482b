// A temporary folder on the real disk for the length of one call. Never left behind.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export async function withFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
	const folder = mkdtempSync(join(tmpdir(), "pi-team-"));
	try {
		return await run(folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
