import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openHistory } from "../../../src/core/history.ts";
import type { TeamId } from "../../../src/core/model.ts";
import { carryOutPrune, planPrune, planPruneAbove } from "../../../src/core/prune.ts";
import { readOnce } from "../../../src/core/snapshot.ts";
import type { Store } from "../../../src/core/store.ts";
import { writerAs } from "../../../src/core/timeline.ts";
import { withFolder } from "../snapshot/folder.ts";
import { fileTerminals } from "../snapshot/world.ts";

const DAY = 86_400_000;
const nobody = { at: "outside", by: "person" } as const;

/** Three days of work in one team; the clock of the terminals stands three days after the files' own. */
async function oldTeam(folder: string) {
	const terminals = fileTerminals(folder);
	const shop = await terminals.createTeam("shop");
	const backend = await terminals.join(shop, "backend");
	const reviewer = await terminals.join(shop, "reviewer");
	const early = await backend.send(reviewer.member, "info", "done on the first day");
	const open = await backend.send(reviewer.member, "request", "never finished");
	reviewer.claim(early);
	reviewer.claim(open);
	await reviewer.surface(early);
	await reviewer.surface(open);
	terminals.host.advance(2 * DAY);
	const late = await backend.send(reviewer.member, "info", "done today");
	reviewer.claim(late);
	await reviewer.surface(late);
	const store = terminals.storeFor(terminals.office);
	const document = store.readDocument(shop);
	if (document === undefined) throw new Error("the team is gone");
	return { ...terminals, shop, backend, reviewer, early, late, open, store, document };
}

function inTeam(root: string, teamId: TeamId, ...path: readonly string[]): readonly string[] {
	const directory = join(root, `t-${teamId}`, ...path);
	return existsSync(directory) ? readdirSync(directory) : [];
}

describe("letting old history go", () => {
	test("the plan changes nothing and names what would go", async () => {
		await withFolder(async (folder) => {
			const { store, office, document, host } = await oldTeam(folder);
			const plan = planPrune(office, store, document, host.now() - DAY);
			expect(plan).toMatchObject({ messages: 1, segments: [], quarantined: [] });
			expect(plan.days).toHaveLength(1);
			for (const { path } of plan.days) expect(existsSync(path)).toBe(true);
			expect(planPrune(office, store, document, host.now() - 3 * DAY).days).toEqual([]);
		});
	});

	test("takes whole days, keeps what is open with its receipts, and says so in the timeline", async () => {
		await withFolder(async (folder) => {
			const { store, office, document, host, shop, backend, reviewer, early, late, open } = await oldTeam(folder);
			backend.leave();
			reviewer.leave();
			const plan = planPrune(office, store, document, host.now());
			const pruned = await carryOutPrune(writerAs(office, store, shop, null), nobody, plan);
			expect(pruned.ok).toBe(true);
			expect(inTeam(store.root, shop, "inbox", reviewer.member, "done")).toHaveLength(1);
			expect(inTeam(store.root, shop, "receipts", backend.member)).toHaveLength(2);
			const history = openHistory(office, store, shop);
			expect(await history.message(late)).toMatchObject({ ok: true, value: { state: { place: "surfaced" } } });
			expect(await history.message(open)).toMatchObject({ ok: true, value: { state: { place: "surfaced" } } });
			expect(await history.message(early)).toMatchObject({
				ok: true,
				value: { body: "done on the first day", state: { place: "surfaced" } },
			});
			expect(readOnce(office, store).teams[0]?.timeline.at(-1)?.record).toMatchObject({ type: "pruned", segments: 0 });
			expect(planPrune(office, store, document, host.now()).days).toEqual([]);
		});
	});

	test("leaves of a message its line in the timeline, and says that what became of it is no longer known", async () => {
		await withFolder(async (folder) => {
			const terminals = fileTerminals(folder);
			const { office, host } = terminals;
			const shop = await terminals.createTeam("shop");
			const backend = await terminals.join(shop, "backend");
			const reviewer = await terminals.join(shop, "reviewer");
			const id = await backend.send(reviewer.member, "info", "said and read");
			reviewer.claim(id);
			await reviewer.surface(id);
			host.advance(2 * DAY);
			backend.leave();
			reviewer.leave();
			const store = terminals.storeFor(office);
			const document = store.readDocument(shop);
			if (document === undefined) throw new Error("the team is gone");
			const plan = planPrune(office, store, document, host.now());
			expect(plan.days).toHaveLength(2);
			await carryOutPrune(writerAs(office, store, shop, null), nobody, plan);
			expect(await openHistory(office, store, shop).message(id)).toMatchObject({
				ok: true,
				value: { body: "said and read", state: { place: "pruned", receipts: [] } },
			});
		});
	});

	test("takes archived segments and never the two newest", async () => {
		await withFolder(async (folder) => {
			const { store, office, document, host, shop, backend, reviewer } = await oldTeam(folder);
			const body = "x".repeat(15_000);
			for (let line = 0; line < 900; line += 1) {
				store.append(shop, {
					...{ v: 1, at: host.now(), by: backend.member, g: 1, n: line, type: "message", id: office.newId() },
					...{ to: reviewer.member, kind: "info", origin: "agent", text: body, rootId: office.newId() },
				});
			}
			backend.leave();
			reviewer.leave();
			const archived = inTeam(store.root, shop, "events", "archive").length;
			expect(archived).toBeGreaterThan(0);
			const plan = planPrune(office, store, document, host.now());
			expect(plan.segments).toHaveLength(archived);
			await carryOutPrune(writerAs(office, store, shop, null), nobody, plan);
			expect(inTeam(store.root, shop, "events", "archive")).toEqual([]);
			expect(inTeam(store.root, shop, "events").filter((name) => name.endsWith(".jsonl"))).toHaveLength(2);
			let lines = 0;
			for await (const _ of openHistory(office, store, shop).lines({})) lines += 1;
			expect(lines).toBeGreaterThan(0);
		});
	});

	test("above a size takes the oldest first, as little as is needed, and never what may not go", async () => {
		await withFolder(async (folder) => {
			const { store, office, document, host, shop, backend, reviewer, open } = await oldTeam(folder);
			for (let day = 0; day < 4; day += 1) {
				const id = await backend.send(reviewer.member, "info", "x".repeat(5_000));
				reviewer.claim(id);
				await reviewer.surface(id);
				host.advance(DAY);
			}
			backend.leave();
			reviewer.leave();
			const { totalBytes } = planPruneAbove(office, store, document, Number.MAX_SAFE_INTEGER);
			expect(planPruneAbove(office, store, document, totalBytes)).toMatchObject({ days: [], bytes: 0 });
			const some = planPruneAbove(office, store, document, totalBytes - 1);
			expect(some.messages).toBe(1);
			expect(some.days.map(({ path }) => path)).toEqual(
				planPrune(office, store, document, some.before).days.map(({ path }) => path),
			);
			const half = planPruneAbove(office, store, document, totalBytes - 12_000);
			expect(half.bytes).toBeGreaterThanOrEqual(12_000);
			expect(half.bytes).toBeLessThan(20_000);
			const all = planPruneAbove(office, store, document, 0);
			expect(all.messages).toBe(6);
			expect(await carryOutPrune(writerAs(office, store, shop, null), nobody, all)).toMatchObject({ ok: true });
			const left = planPruneAbove(office, store, document, 0);
			expect(left.bytes).toBe(0);
			expect(left.totalBytes).toBeLessThan(totalBytes - 20_000);
			expect(await openHistory(office, store, shop).message(open)).toMatchObject({
				value: { state: { place: "surfaced" } },
			});
		});
	});

	test("asks again once it has the locks: who came meanwhile keeps everything", async () => {
		await withFolder(async (folder) => {
			const { store, office, document, host, shop, backend, reviewer } = await oldTeam(folder);
			backend.leave();
			reviewer.beat();
			const plan = planPrune(office, store, document, host.now());
			let looks = 0;
			const late = new Proxy(store, {
				get(target, name: keyof Store) {
					if (name !== "readLeases") return target[name];
					return (teamId: TeamId) => {
						looks += 1;
						return looks === 1 ? [] : target.readLeases(teamId);
					};
				},
			});
			expect(await carryOutPrune(writerAs(office, late, shop, null), nobody, plan)).toMatchObject({
				refusal: { code: "team-in-use", online: ["reviewer"] },
			});
			for (const { path } of plan.days) expect(existsSync(path)).toBe(true);
			expect(readOnce(office, store).teams[0]?.timeline.some(({ type }) => type === "pruned")).toBe(false);
		});
	});

	test("is for the admin, or for anyone when nobody is there", async () => {
		await withFolder(async (folder) => {
			const { store, office, document, host, shop, reviewer } = await oldTeam(folder);
			reviewer.beat();
			const plan = planPrune(office, store, document, host.now());
			const writer = writerAs(office, store, shop, null);
			expect(await carryOutPrune(writer, nobody, plan)).toMatchObject({ refusal: { code: "team-in-use" } });
			const asReviewer = { at: "joined", teamId: shop, member: reviewer.member, by: "person" } as const;
			expect(await carryOutPrune(writer, asReviewer, plan)).toMatchObject({ refusal: { code: "not-admin" } });
			for (const { path } of plan.days) expect(existsSync(path)).toBe(true);
		});
	});
});
