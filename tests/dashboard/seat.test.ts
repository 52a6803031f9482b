// A person at the dashboard: a visitor who leaves no trace, or a member under the same rules as any other.

import { inspect } from "node:util";
import { expect, test } from "vitest";
import type { Kind } from "../../src/core/kinds.ts";
import { limits } from "../../src/core/limits.ts";
import { removeMember } from "../../src/core/removal.ts";
import { StoreError } from "../../src/core/store.ts";
import { deleteTeam } from "../../src/core/teams.ts";
import { ENTER, ESCAPE, openDashboard } from "../support/front-end-dashboard.ts";
import { administer, must, type World, world } from "../support/world.ts";

async function open(w: World, more: Parameters<typeof openDashboard>[2] = {}) {
	const { env, store } = w.visitor();
	return { run: await openDashboard(env, store, more), env, store };
}

/** Joins under `lead` from the row of the first team. */
async function joined(w: World) {
	const opened = await open(w);
	await opened.run.press("g", "a", "\x15", "lead", ENTER);
	expect(await opened.run.screen()).toContain("lead (you)");
	return opened;
}

/** From pm to whoever joined last. */
async function tellLead(w: World, kind: Kind, body: string, subject?: string): Promise<void> {
	const to = w.events().findLast(({ type }) => type === "joined")?.by ?? "";
	const draft = { to, kind, body, subject, replyTo: undefined, parentId: undefined, origin: "agent" } as const;
	must(await w.seat("pm").send(draft));
}

function everythingIn(w: World): string {
	return inspect(w.disk, { depth: null, maxArrayLength: null, maxStringLength: null, showHidden: true });
}

function receipts(w: World, kind: string): readonly string[] {
	return w.events().flatMap((event) => (event.type === "receipt" && event.state === kind ? [event.of] : []));
}

test("a visitor writes nothing, whatever they look at and however long", async () => {
	const w = await world("shop: pm* backend");
	const before = everythingIn(w);
	const { run } = await open(w);
	await run.press(
		"j",
		"j",
		"\t",
		"2",
		"3",
		"4",
		"z",
		"?",
		ESCAPE,
		":",
		ESCAPE,
		"/",
		"back",
		ENTER,
		ESCAPE,
		"m",
		ESCAPE,
	);
	await run.pass(limits.leaseMs);
	await run.press("q");
	expect(run.story).toEqual(["exit 0"]);
	expect(everythingIn(w)).toBe(before);
});

test("shows what happens in the store while it happens", async () => {
	const w = await world("shop: pm* backend");
	const { run } = await open(w);
	await w.sent("pm", "backend", "question", "Which port?");
	await run.pass(limits.pollMs);
	expect(await run.screen()).toMatch(/pm +→ backend +question +Which port\?/);
});

test("who joins from it is an ordinary member: it beats, and is idle", async () => {
	const w = await world("shop: pm*");
	const { run } = await joined(w);
	await run.pass(3 * limits.leaseMs);
	const seen = await run.screen();
	expect(seen).toMatch(/○ lead \(you\) +idle/);
	expect(w.events().map(({ type }) => type)).toContain("joined");
});

test("a message counts as read once it was drawn and a key was pressed since", async () => {
	const w = await world("shop: pm*");
	const { run } = await joined(w);
	await tellLead(w, "info", "Lunch is ready");
	await run.pass(2 * limits.pollMs);
	expect(await run.screen()).toContain("Lunch is ready");
	expect(receipts(w, "surfaced")).toEqual([]);
	await run.press("j");
	await run.pass(limits.pollMs);
	expect(receipts(w, "surfaced")).toHaveLength(1);
});

test("a message that was never on the screen does not count as read, whatever is pressed", async () => {
	const w = await world("shop: pm*; zoo: keeper*");
	const { run } = await joined(w);
	await run.press("G");
	expect(await run.screen()).toContain("flow · zoo");
	await tellLead(w, "info", "Lunch is ready");
	await run.pass(2 * limits.pollMs);
	await run.press("k", "j");
	expect(receipts(w, "surfaced")).toEqual([]);
	expect(await run.screen()).toMatch(/lead \(you\) +idle · 1 unread/);
	await run.press("g");
	expect(await run.screen()).toContain("Lunch is ready");
	await run.press("j");
	await run.pass(limits.pollMs);
	expect(receipts(w, "surfaced")).toHaveLength(1);
});

test("a message whose line never reached the timeline is said all the same", async () => {
	const w = await world("shop: pm*");
	const { run } = await joined(w);
	const full = () => {
		throw new StoreError("full", "events", "no space");
	};
	Object.assign(w.of("pm").store, { append: full });
	await tellLead(w, "info", "Lunch is ready");
	await run.pass(2 * limits.pollMs);
	expect(await run.screen()).not.toContain("Lunch is ready");
	await run.pass(limits.fullScanMs);
	expect(await run.screen()).toContain("pm: Lunch is ready");
	await run.press("j");
	await run.pass(limits.pollMs);
	expect(receipts(w, "surfaced")).toHaveLength(1);
});

test("a request waits for the person, who answers it with a result", async () => {
	const w = await world("shop: pm*");
	const { run } = await joined(w);
	await tellLead(w, "request", "Decide on the name", "A name");
	await run.pass(2 * limits.pollMs);
	await run.press("\t", "\x1b[F");
	while (!/▌.*request/.test(await run.screen())) await run.press("k");
	await run.press("m");
	expect(await run.screen()).toContain("completed · result");
	await run.press("Shop", ENTER);
	await run.pass(limits.pollMs);
	expect(await run.screen()).toContain("is answered");
	expect(receipts(w, "settled")).toHaveLength(1);
});

test("a request the person did not answer waits again when they quit", async () => {
	const w = await world("shop: pm*");
	const { run } = await joined(w);
	await tellLead(w, "request", "Decide on the name", "A name");
	await run.pass(2 * limits.pollMs);
	const member = w.events().findLast(({ type }) => type === "joined")?.by ?? "";
	const { store } = w.visitor();
	expect(store.listInbox(w.teamId, member).claimed).toHaveLength(1);
	await run.press("j", "q");
	await run.pass(limits.pollMs);
	expect(store.listInbox(w.teamId, member).claimed).toEqual([]);
	expect(store.listInbox(w.teamId, member).waiting).toHaveLength(1);
	expect(receipts(w, "settled")).toEqual([]);
});

test("m joins and sends with one Enter, asking once for the role", async () => {
	const w = await world("shop: pm*");
	const { run } = await open(w);
	await run.press("j", "m");
	expect(await run.screen()).toContain("your role in shop > person");
	await run.press(ENTER, "Hello", ENTER);
	expect(await w.read("pm")).toEqual(["Hello"]);
	await run.press("m");
	expect(await run.screen()).toContain("tell · to pm");
});

test.each([
	["q", undefined],
	["SIGTERM", "exit 143"],
	["SIGHUP", "exit 129"],
])("gives the seat back on %s", async (how, story = "exit 0") => {
	const w = await world("shop: pm*");
	const { run } = await joined(w);
	if (how === "q") await run.press("q");
	else await run.signal(how);
	await run.pass(limits.pollMs);
	expect(run.story.at(-1)).toBe(story);
	expect(w.events().at(-1)?.type).toBe("closed");
});

test("gives the seat back when the terminal goes away", async () => {
	const w = await world("shop: pm*");
	const { run } = await joined(w);
	run.terminal.input.end();
	await run.pass(limits.pollMs);
	expect(run.story.at(-1)).toBe("exit 129");
	expect(w.events().at(-1)?.type).toBe("closed");
});

test("says once who removed it, and goes on as a visitor", async () => {
	const w = await world("shop: pm*");
	const { run } = await joined(w);
	const member = w.events().findLast(({ type }) => type === "joined")?.by ?? "";
	must(await administer(w, "pm", (writer, actor, document) => removeMember(writer, actor, document, member)));
	await run.pass(2 * limits.beatMs);
	expect(await run.screen()).toContain("Your role was removed by pm.");
	expect(await run.screen()).toContain("not in a team");
});

test("survives that the team under the cursor is deleted, its own too", async () => {
	const w = await world("shop: pm*; zoo: keeper*");
	const { run } = await joined(w);
	must(await administer(w, "pm", (writer, actor) => deleteTeam(writer, actor, w.teamId)));
	await run.pass(2 * limits.beatMs);
	const seen = await run.screen();
	expect(seen).toContain("The team shop was deleted.");
	expect(seen).toMatch(/▌.*keeper/);
});

test("opens on the team it is asked for, or says that there is none", async () => {
	const w = await world("ant: queen*; zoo: keeper*");
	const named = await open(w, { team: "zoo" });
	expect(await named.run.screen()).toMatch(/▌■ zoo/);
	const missing = await open(w, { team: "bee" });
	await missing.run.pass(limits.drawMs);
	expect(await missing.run.screen()).toContain("There is no team bee.");
});

test("a store that cannot be written is looked at, and says so when somebody wants to act", async () => {
	const w = await world("shop: pm*");
	w.disk.access = { at: "read-only", reason: "the disk is mounted read-only" };
	const { run } = await open(w);
	await run.press("g", "a", ENTER);
	expect(await run.screen()).toContain("The store cannot be written: the disk is mounted read-only.");
	expect(run.ended()).toBe(false);
});
