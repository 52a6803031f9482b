// An hour of a lively team in front of the dashboard, with a turned clock: what it keeps in memory does not grow with what has passed by.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { openStore } from "../../src/core/files/store.ts";
import { show } from "../support/demo.ts";
import { openDashboard } from "../support/front-end-dashboard.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const MINUTE_MS = 60_000;
/** What a garbage collector may leave behind by chance; an hour of this team is several times as much. */
const SLACK_BYTES = 6_000_000;

async function heap(): Promise<number> {
	await new Promise((resolve) => setImmediate(resolve));
	collectGarbage();
	collectGarbage();
	return process.memoryUsage().heapUsed;
}

test("an hour of a lively team leaves the memory as it was after a quarter", { timeout: 300_000 }, async () => {
	const { root, env, team } = await show(3);
	const told = () =>
		openStore(env, root, { visitor: "only looks" }).latestEvents(team("shop").id, 100_000).events.length;
	const before = told();
	const dashboard = await openDashboard(env, openStore(env, root, { visitor: "only looks" }));
	const minutes = async (count: number) => {
		for (let minute = 0; minute < count; minute += 1) {
			await dashboard.pass(MINUTE_MS);
			await dashboard.press("j", "1", "2", "3", "4", "k");
		}
		return heap();
	};
	const early = await minutes(15);
	const late = await minutes(45);
	expect(told() - before).toBeGreaterThan(300);
	expect(late - early).toBeLessThan(SLACK_BYTES);
	expect(await dashboard.screen()).toContain("shop");
	expect(dashboard.story).toEqual([]);
});
