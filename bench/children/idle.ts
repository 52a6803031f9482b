// Does nothing, as a dashboard or as ten terminals would, and says how much of a core that took.

import { realEnv } from "../../src/core/env.ts";
import { openStore } from "../../src/core/files/store.ts";
import { limits } from "../../src/core/limits.ts";
import { openSnapshots } from "../../src/core/snapshot.ts";
import { sit } from "../seats.ts";

const [how = "", root = "", teamId = "", forMs = "0"] = process.argv.slice(2);
const env = realEnv();
const WARM_MS = 1_500;
const TERMINALS = 10;

if (how === "dashboard") openSnapshots(env, openStore(env, root, { visitor: "only looks" })).start();
else for (let index = 0; index < TERMINALS; index += 1) await terminal(index);

setTimeout(() => {
	const before = process.cpuUsage();
	const start = performance.now();
	setTimeout(() => {
		const { user, system } = process.cpuUsage(before);
		const share = ((user + system) / 1_000 / (performance.now() - start)) * 100;
		process.send?.({ percent: how === "dashboard" ? share : share / TERMINALS });
		process.exit(0);
	}, Number(forMs));
}, WARM_MS);

async function terminal(index: number): Promise<void> {
	const store = openStore(env, root);
	const seat = await sit({ env, root, store, open: () => store, remove: () => {} }, store, teamId, `terminal-${index}`);
	const look = () => void seat.receive(() => false);
	store.watch(
		[
			{ what: "inbox", teamId, member: seat.member },
			{ what: "events", teamId },
		],
		look,
	);
	env.every(limits.pollMs, look);
	env.every(limits.beatMs, () => void seat.beat());
}
