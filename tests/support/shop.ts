// The team every whole-terminal test walks through: a lab in which backend made the team shop, and reviewer joined it.

import { afterAll, beforeAll } from "vitest";
import { buildAll } from "../../scripts/build.ts";
import { type Lab, openLab, repository } from "./lab.ts";
import type { Terminal } from "./terminal.ts";

export interface Shop {
	readonly lab: Lab;
	readonly backend: Terminal;
	readonly reviewer: Terminal;
}

/** As a person gives it: the extension from the repository, as `pi -e .` has it. */
export const withExtension = ["-e", repository] as const;

/** Opened before the tests of a file, closed after them. */
export function openedShop(): Shop {
	const shop: { opened: Shop | undefined } = { opened: undefined };
	beforeAll(async () => {
		await buildAll();
		shop.opened = await openShop();
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

async function openShop(): Promise<Shop> {
	const lab = await openLab();
	const [backend, reviewer] = await Promise.all(["backend", "reviewer"].map((name) => lab.pi(name, withExtension)));
	if (backend === undefined || reviewer === undefined) throw new Error("two were started");
	await backend.submit("/team create shop backend");
	await backend.see("shop · backend");
	await reviewer.submit("/team join shop reviewer");
	await reviewer.see("shop · reviewer");
	return { lab, backend, reviewer };
}
