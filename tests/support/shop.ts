// The team every whole-terminal test walks through: a lab in which backend made the team shop, and reviewer joined it.

import { afterAll, beforeAll } from "vitest";
import { buildBundles } from "../../scripts/build.ts";
import { currentPi, type Lab, oldestPi, openLab, repository } from "./lab.ts";
import type { Terminal } from "./terminal.ts";

export interface Shop {
	readonly lab: Lab;
	readonly backend: Terminal;
	readonly reviewer: Terminal;
}

/** As a person gives it: the extension from the repository, as `pi -e .` has it. */
export const withExtension = ["-e", repository] as const;

export const pis = [
	{ name: "the current Pi", pi: currentPi },
	{ name: "the oldest supported Pi", pi: oldestPi },
] as const;

/** Opened before the tests of a file or group, closed after them. `pi` is the directory of the Pi to run. */
export function openedShop(pi: string): Shop {
	const shop: { opened: Shop | undefined } = { opened: undefined };
	beforeAll(async () => {
		await buildBundles(["extension", "program"]);
		shop.opened = await openShop(pi);
	});
	afterAll(() => shop.opened?.lab.close());
	const opened = () => {
		if (shop.opened === undefined) throw new Error("the shop is opened before the first test");
		return shop.opened;
	};
	return {
		get lab() {
			return opened().lab;
		},
		get backend() {
			return opened().backend;
		},
		get reviewer() {
			return opened().reviewer;
		},
	};
}

async function openShop(pi: string): Promise<Shop> {
	const lab = await openLab(pi);
	const [backend, reviewer] = await Promise.all(["backend", "reviewer"].map((name) => lab.pi(name, withExtension)));
	if (backend === undefined || reviewer === undefined) throw new Error("two were started");
	await backend.submit("/team create shop backend");
	await backend.see("shop · backend");
	await reviewer.submit("/team join shop reviewer");
	await reviewer.see("shop · reviewer");
	return { lab, backend, reviewer };
}
