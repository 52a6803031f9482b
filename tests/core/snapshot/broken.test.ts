import { appendFileSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Snapshot } from "../../../src/core/model.ts";
import { openSnapshots, readOnce, type Snapshots } from "../../../src/core/snapshot.ts";
import { type Store, StoreError } from "../../../src/core/store.ts";
import { withFolder } from "./folder.ts";
import { fileTerminals, type Seat, type Terminals } from "./world.ts";

interface Shop {
	readonly terminals: Terminals;
	readonly snapshots: Snapshots;
	readonly shop: string;
	readonly backend: Seat;
	readonly reviewer: Seat;
	inTeam(...path: readonly string[]): string;
	fresh(): Snapshot;
}

async function inShop(run: (shop: Shop) => Promise<void>, change: (store: Store) => Store = (store) => store) {
	await withFolder(async (folder) => {
		const terminals = fileTerminals(folder);
		const shop = await terminals.createTeam("shop");
		const backend = await terminals.join(shop, "backend");
		const reviewer = await terminals.join(shop, "reviewer");
		const env = terminals.host.process();
		const snapshots = openSnapshots(env, change(terminals.storeFor(env)));
		const root = terminals.officeStore.root;
		const fresh = () => {
			const other = terminals.host.process();
			return readOnce(other, terminals.storeFor(other));
		};
		await run({
			terminals,
			snapshots,
			shop,
			backend,
			reviewer,
			fresh,
			inTeam: (...path) => join(root, `t-${shop}`, ...path),
		});
	});
}

function roles(snapshot: Snapshot): readonly string[] {
	return snapshot.teams.flatMap((team) => team.members.map((member) => member.role));
}

describe("what is broken on the disk", () => {
	test("an unreadable document leaves the team as it was last seen, and is named", async () => {
		await inShop(async ({ snapshots, inTeam, fresh }) => {
			expect(roles(snapshots.refresh())).toEqual(["backend", "reviewer"]);
			writeFileSync(inTeam("doc", "r00000099.json"), "{");
			expect(roles(snapshots.refresh())).toEqual(["backend", "reviewer"]);
			expect(snapshots.current().trouble).toMatchObject([{ code: "corrupt", path: inTeam("doc", "r00000099.json") }]);
			expect(fresh()).toMatchObject({ teams: [], trouble: [{ code: "corrupt" }] });
		});
	});

	test("a broken lease is named and holds no seat; the others are shown as they are", async () => {
		await inShop(async ({ inTeam, reviewer, fresh }) => {
			const [file = ""] = readdirSync(inTeam("leases")).filter((name) => name.startsWith(reviewer.member));
			writeFileSync(inTeam("leases", file), "not json");
			const { teams, trouble } = fresh();
			expect(teams[0]?.members.map((member) => [member.role, member.presence.at])).toEqual([
				["backend", "online"],
				["reviewer", "offline"],
			]);
			expect(trouble).toMatchObject([{ code: "corrupt", path: inTeam("leases", file) }]);
		});
	});

	test("trouble goes away with what caused it", async () => {
		await inShop(async ({ snapshots, inTeam, backend }) => {
			backend.does("idle");
			writeFileSync(inTeam("activity", `${backend.member}.json`), "");
			const before = snapshots.refresh();
			expect(before.trouble).toHaveLength(1);
			expect(snapshots.refresh()).toBe(before);
			backend.does("working", "the cart");
			const after = snapshots.refresh();
			expect(after.trouble).toEqual([]);
			expect(after.teams[0]?.members[0]?.activity?.focus).toBe("the cart");
		});
	});

	test("torn lines of the timeline are counted, and everything around them is shown", async () => {
		await inShop(async ({ snapshots, inTeam, backend }) => {
			snapshots.refresh();
			appendFileSync(inTeam("events", "s00000001.jsonl"), '\n{"v":1,"at":1,"by":nu\n');
			backend.does("working", "after the tear");
			const { teams, trouble } = snapshots.refresh();
			expect(teams[0]?.timeline.at(-1)?.record).toMatchObject({ focus: "after the tear" });
			expect(trouble).toHaveLength(1);
			expect(snapshots.refresh().trouble).toBe(trouble);
		});
	});

	test("a link planted in a team is not followed, and no other team suffers", async () => {
		await inShop(async ({ terminals, snapshots, inTeam, backend }) => {
			const bakery = await terminals.createTeam("bakery");
			await terminals.join(bakery, "baker");
			backend.does("idle");
			snapshots.refresh();
			renameSync(inTeam("activity"), inTeam("elsewhere"));
			symlinkSync(inTeam("elsewhere"), inTeam("activity"));
			const { teams, trouble } = readOnce(terminals.office, terminals.storeFor(terminals.office));
			expect(teams.map((team) => team.name)).toEqual(["bakery", "shop"]);
			expect(trouble.map((each) => each.code)).toContain("unsafe");
		});
	});

	test("foreign directories are no teams and no trouble", async () => {
		await inShop(async ({ terminals, snapshots }) => {
			const { root } = terminals.officeStore;
			mkdirSync(join(root, "bakery"));
			writeFileSync(join(root, "bakery", "state.json"), "{}");
			writeFileSync(join(root, "notes.txt"), "mine");
			expect(snapshots.refresh()).toMatchObject({ teams: [{ name: "shop" }], trouble: [] });
		});
	});

	test("a look that fails in the middle is made up for by the next one", async () => {
		let fails = false;
		const failing = (store: Store): Store => ({
			...store,
			changeKey(teamId, part, member) {
				if (fails && part === "activity") throw new StoreError("exhausted", "activity", "too many open files");
				return store.changeKey(teamId, part, member);
			},
		});
		await inShop(async ({ snapshots, backend, reviewer }) => {
			snapshots.refresh();
			fails = true;
			await reviewer.send(backend.member, "info", "told while nobody could read");
			expect(snapshots.refresh()).toMatchObject({
				teams: [{ members: [{ unread: 0 }, { unread: 0 }] }],
				trouble: [{ code: "exhausted" }],
			});
			fails = false;
			expect(snapshots.refresh()).toMatchObject({ teams: [{ members: [{ unread: 1 }, { unread: 0 }] }], trouble: [] });
		}, failing);
	});
});
