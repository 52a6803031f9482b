// A disk that lets something else happen right before a chosen call: another process at the worst moment.

import { type Disk, realDisk } from "../../../src/core/files/disk.ts";
import type { DiskCall } from "../../support/disk.ts";

/** Runs `meanwhile` once, before the first call for which `when` says so. Of a link or rename, `path` is the target. */
export function interrupted(
	when: (call: { readonly name: DiskCall; readonly path: string }) => boolean,
	meanwhile: () => void,
): Disk {
	const disk = realDisk();
	let done = false;
	const wrapped: Record<string, unknown> = { ...disk };
	for (const [name, method] of Object.entries(disk)) {
		if (typeof method !== "function") continue;
		wrapped[name] = (...args: readonly unknown[]) => {
			const path = String(args.at(name === "link" || name === "rename" ? 1 : 0));
			if (!done && when({ name: name as DiskCall, path })) {
				done = true;
				meanwhile();
			}
			return Reflect.apply(method, disk, args);
		};
	}
	return wrapped as unknown as Disk;
}
