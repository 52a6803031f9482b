// A note who took a lock last, so that a refusal can name the process. Never proof of anything.

import { limits } from "../limits.ts";
import { StoreError } from "../store.ts";
import { flags } from "./disk.ts";
import { quietly } from "./errors.ts";
import type { Ground } from "./ground.ts";
import { readBytes } from "./read.ts";

export function noteHolder(ground: Ground, name: string): void {
	const { disk, env, layout } = ground;
	quietly(() => {
		const fd = disk.open(layout.lockHolder(name), flags.replace);
		try {
			disk.write(fd, Buffer.from(String(env.self.pid)));
		} finally {
			disk.close(fd);
		}
	});
}

export function holderOf(ground: Ground, name: string): number | null {
	try {
		const file = readBytes(ground, ground.layout.lockHolder(name), limits.fileNameBytes);
		const pid = Number(Buffer.from(file?.bytes ?? []).toString());
		return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
	} catch (error) {
		if (error instanceof StoreError) return null;
		throw error;
	}
}
