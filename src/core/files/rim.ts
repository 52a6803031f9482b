// Around every call of the store: errors of the system become StoreErrors, the first write tidies up, a read-only store is tried again. Knows no records.

import type { Access } from "../store.ts";
import { StoreError } from "../store.ts";
import { flags } from "./disk.ts";
import { asReadError } from "./errors.ts";
import type { Ground } from "./ground.ts";
import { makeOwnDirectories } from "./roots.ts";
import { stagingName } from "./staging.ts";
import { sweep } from "./trash.ts";

export interface Rim {
	read<T>(path: string, run: () => T): T;
	write<T>(path: string, run: () => T): T;
	later<T>(path: string, run: () => Promise<T>): Promise<T>;
	access(): Access;
}

export function openRim(ground: Ground): Rim {
	const { disk, format, gate, layout } = ground;
	let tidied: "not yet" | "tidied" = "not yet";

	/** Once a process, and never where there is no store yet. */
	function tidy(): void {
		if (tidied === "tidied" || format.known() === undefined) return;
		tidied = "tidied";
		makeOwnDirectories(disk, layout);
		sweep(ground);
	}

	function tryAgain(): void {
		try {
			gate.write(layout.tmp, () => {
				const path = layout.staging(stagingName(ground));
				disk.close(disk.open(path, flags.create));
				disk.unlink(path);
			});
		} catch (error) {
			if (!(error instanceof StoreError)) throw error; // The gate remembers what it says.
		}
	}

	return {
		read(path, run) {
			try {
				return run();
			} catch (error) {
				throw asReadError(error, path);
			}
		},
		write(path, run) {
			return gate.write(path, () => {
				tidy();
				return run();
			});
		},
		later(path, run) {
			return gate.writeLater(path, () => {
				tidy();
				return run();
			});
		},
		access() {
			if (gate.access().at === "read-only" && gate.mayTryAgain()) tryAgain();
			return gate.access();
		},
	};
}
