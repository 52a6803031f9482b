// What a removal settles, in which order, how often it is told, and that whoever comes later does what is left.

import { describe, expect, test } from "vitest";
import { limits } from "../../../src/core/limits.ts";
import { perform } from "../../../src/core/perform.ts";
import { removeMember } from "../../../src/core/removal.ts";
import { readOnce } from "../../../src/core/snapshot.ts";
import { act } from "../../../src/core/view/actions.ts";
import { breakable, type Faults } from "../../support/faults.ts";
import { deskOf } from "../../support/hand-desk.ts";
import { administer, memoryBackend, must, refusedWith, type World, world } from "../../support/world.ts";

const REPORT = { outcome: "completed" as const, files: [], filesOmitted: 0, textCut: false };

async function claimOldest(w: World, role: string) {
	const [name] = w.seat(role).pendingWork();
	const incoming = name === undefined ? undefined : await w.seat(role).claimWork(name);
	if (incoming === undefined) throw new Error("nothing to claim");
	return incoming;
}

function inbox(w: World, role: string) {
	return w.visitor().store.listInbox(w.teamId, w.id(role));
}

const remove = (w: World, by: string, of: string) => administer(w, by, (...as) => removeMember(...as, w.id(of)));
const told = (w: World) => w.events().filter((event) => event.type === "removed");

/** What a person is asked before, as the dashboard asks it. */
function confirmation(w: World, role: string): string {
	const { env, store } = w.visitor();
	const snapshot = readOnce(env, store);
	const team = snapshot.teams[0];
	const member = team?.members.find((each) => each.role === role);
	if (team === undefined || member === undefined) throw new Error("nobody to remove");
	const situation = {
		snapshot,
		actor: { at: "outside", by: "person" },
		session: "",
		now: env.now(),
		surface: "command",
		proposedRole: "",
	} as const;
	return act("remove").confirm?.(situation, { on: "member", team, member }, {})?.effect ?? "";
}

describe("a member that is removed", () => {
	test("has its requests ended, also the ones others work on, and a late result says that it is too late", async () => {
		const w = await world("shop: pm* backend reviewer");
		await w.sent("backend", "reviewer", "request", "from it, begun");
		const begun = await claimOldest(w, "reviewer");
		await w.sent("backend", "reviewer", "request", "from it, waiting");
		must(await remove(w, "pm", "backend"));
		expect(inbox(w, "reviewer")).toEqual({ waiting: [], claimed: [] });
		expect(must(await w.seat("reviewer").settle(begun, REPORT, "Done."))).toBe("too-late");
		expect(inbox(w, "backend")).toEqual({ waiting: [], claimed: [] });
	});

	test("has as many open items in the question before, in the notice after and in the timeline", async () => {
		const w = await world("shop: pm* backend reviewer");
		await w.sent("reviewer", "backend", "request", "to it");
		await w.sent("reviewer", "backend", "note", "noted");
		await w.sent("reviewer", "backend", "info", "said");
		await w.sent("backend", "reviewer", "request", "from it");
		await claimOldest(w, "reviewer");
		expect(confirmation(w, "backend")).toContain("4 open items are settled");
		const intent = { do: "remove", teamId: w.teamId, member: w.id("backend") } as const;
		expect(must(await perform(deskOf(w, "pm"), intent)).text).toContain("4 open items were settled");
		expect(told(w)).toMatchObject([{ settled: 4 }]);
	});

	test("keeps as read what it had read before its terminal died", async () => {
		const faults = breakable(memoryBackend());
		const w = await world("shop: pm* backend", faults);
		const { id } = await w.sent("pm", "backend", "info", "read");
		const [incoming] = await w.receive("backend");
		if (incoming === undefined) throw new Error("nothing came");
		faults.fail(w.of("backend").env, "io", ["finish"]);
		await expect(w.seat("backend").surfaced([incoming])).rejects.toMatchObject({ code: "io" });
		w.crash("backend");
		expect(must(await remove(w, "pm", "backend")).settled).toBe(0);
		const receipts = w.visitor().store.readReceipts(w.teamId, w.id("pm"), id);
		expect(receipts.map(({ state }) => state)).toEqual(["surfaced"]);
		expect(inbox(w, "backend").claimed).toEqual([]);
	});

	test("is told in the timeline only where the rule allows it, before the document says so", async () => {
		const faults = breakable(memoryBackend());
		const w = await world("shop: pm* backend reviewer", faults);
		await w.close("backend");
		// It comes back between the first look and the lock.
		faults.between(w.of("reviewer").env, "editDocument", () => w.restart("backend").then(() => undefined));
		expect(refusedWith(await remove(w, "reviewer", "backend"))).toBe("not-admin");
		expect(told(w)).toEqual([]);
	});

	test("is told once, however often the disk refuses the document", async () => {
		const faults = breakable(memoryBackend());
		const w = await world("shop: pm* backend-", faults);
		const revisions = w.disk.team(w.teamId)?.revisions;
		if (revisions === undefined) throw new Error("no team");
		const push = revisions.push.bind(revisions);
		let broken = 2;
		revisions.push = (...items) => {
			broken -= 1;
			if (broken >= 0) throw Object.assign(new Error("full"), { code: "ENOSPC" });
			return push(...items);
		};
		for (let n = 0; n < 2; n += 1) await expect(remove(w, "pm", "backend")).rejects.toThrow("full");
		expect(told(w)).toHaveLength(1);
		must(await remove(w, "pm", "backend"));
		expect(told(w)).toHaveLength(1);
	});
});

describe("what a remover that died left undone", () => {
	async function halfRemoved(faults: Faults): Promise<World> {
		const w = await world("shop: pm* backend reviewer critic", faults);
		await w.sent("backend", "reviewer", "request", "from it");
		faults.fail(w.of("pm").env, "io", ["putReceipt"]);
		await expect(remove(w, "pm", "backend")).rejects.toMatchObject({ code: "io" });
		w.crash("pm");
		return w;
	}

	test.each(["critic", "reviewer"])("%s does: the requests it had sent to others too", async (role) => {
		const w = await halfRemoved(breakable(memoryBackend()));
		await w.advance(limits.fullScanMs);
		await w.read(role);
		expect(inbox(w, "reviewer").waiting).toEqual([]);
	});
});

describe("trouble that passes", () => {
	test.each(["exhausted", "io"] as const)("(%s) is no reason to forget a dead terminal's request", async (code) => {
		const faults = breakable(memoryBackend());
		const w = await world("shop: pm* backend reviewer", faults);
		await w.sent("reviewer", "backend", "request", "work");
		await claimOldest(w, "backend");
		w.crash("backend");
		faults.fail(w.of("pm").env, code, ["readMessage"]);
		await w.advance(limits.fullScanMs);
		await w.read("pm");
		expect(inbox(w, "backend").claimed).toHaveLength(1);
		faults.fail(w.of("pm").env, code, []);
		await w.advance(limits.fullScanMs);
		await w.read("pm");
		expect(inbox(w, "backend").claimed).toEqual([]);
	});

	test("with one message does not keep a removal from settling the others", async () => {
		const faults = breakable(memoryBackend());
		const w = await world("shop: pm* backend- reviewer", faults);
		await w.sent("reviewer", "backend", "request", "first");
		await w.sent("reviewer", "backend", "request", "second");
		faults.failOnce(w.of("pm").env, "io", "readMessage");
		await expect(remove(w, "pm", "backend")).rejects.toMatchObject({ code: "io" });
		expect(inbox(w, "backend").waiting).toHaveLength(1);
		await w.advance(limits.fullScanMs);
		await w.read("reviewer");
		expect(inbox(w, "backend").waiting).toEqual([]);
	});

	test("is told from a file that stays broken, which is looked at once", async () => {
		const faults = breakable(memoryBackend());
		const w = await world("shop: pm* backend reviewer", faults);
		await w.sent("reviewer", "backend", "request", "work");
		await claimOldest(w, "backend");
		w.crash("backend");
		faults.fail(w.of("pm").env, "corrupt", ["readMessage"]);
		await w.advance(limits.fullScanMs);
		await w.read("pm");
		faults.calls(w.of("pm").env);
		await w.advance(limits.fullScanMs);
		await w.read("pm");
		expect(faults.calls(w.of("pm").env)).not.toContain("readMessage");
	});
});
