// Directories that are what they seem: the root without links in its path, no link planted inside. Only looks.

import { basename, dirname, join } from "node:path";
import type { Disk } from "./disk.ts";
import { isMissing } from "./errors.ts";

/** Resolved once, so that one store has one path, one lock and one watch, by whatever link somebody came. */
export function canonicalRoot(disk: Disk, root: string): string {
	try {
		return disk.realpath(root);
	} catch (error) {
		if (!isMissing(error) || dirname(root) === root) throw error;
		return join(canonicalRoot(disk, dirname(root)), basename(root));
	}
}
