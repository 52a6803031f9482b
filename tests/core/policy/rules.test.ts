import { describe, expect, test } from "vitest";
import { kindNames, kinds } from "../../../src/core/kinds.ts";
import { limits } from "../../../src/core/limits.ts";
import type { Actor, Holder, Presence } from "../../../src/core/model.ts";
import { explain, type Refusal } from "../../../src/core/refusal.ts";
import * as rules from "../../../src/core/rules.ts";

const NOW = 10_000_000;

function holder(session: string, client: Holder["client"] = "pi"): Holder {
	const nothing = { tty: undefined, tmuxPane: undefined, sessionName: undefined };
	return { client, session, generation: 1, pid: 42, cwd: "/home/shop", ...nothing };
}

const online = (session = "s", client?: Holder["client"]): Presence => ({
	at: "online",
	since: NOW - 1_000,
	holder: holder(session, client),
});
const offline = (agoMs: number, session = "s"): Presence => ({
	at: "offline",
	since: NOW - agoMs,
	holder: holder(session),
});
const suspended = (agoMs: number, session = "s"): Presence => ({
	at: "suspended",
	since: NOW - agoMs,
	holder: holder(session),
});
const never: Presence = { at: "offline", since: null, holder: null };

/** pm is the admin and online, backend is a live member, reviewer is away. */
function team(presences: { readonly pm?: Presence; readonly backend?: Presence; readonly reviewer?: Presence } = {}) {
	return {
		id: "team",
		name: "shop",
		admin: "pm-id",
		formerRoles: [{ role: "api", member: "backend-id", until: NOW + 1 }],
		members: [
			{ id: "pm-id", role: "pm", presence: presences.pm ?? online() },
			{ id: "backend-id", role: "backend", presence: presences.backend ?? online() },
			{ id: "reviewer-id", role: "reviewer", presence: presences.reviewer ?? offline(60_000) },
		],
	};
}

const as = (role: string, by: Actor["by"] = "person"): Actor => ({
	at: "joined",
	teamId: "team",
	member: `${role}-id`,
	by,
});
const outside: Actor = { at: "outside", by: "person" };
const elsewhere: Actor = { at: "joined", teamId: "other", member: "pm-id", by: "person" };
const quiet = team({ pm: offline(1), backend: offline(1) });
const code = (refusal: Refusal | undefined) => refusal?.code ?? "allowed";

describe("a name", () => {
	test.each(["a", "backend", "a-1", "x".repeat(limits.nameLength)])("may be %s", (name) => {
		expect(rules.mayBeName(name, "role")).toBeUndefined();
	});

	test.each([
		["", null],
		["1st", "st"],
		["Back End", "back-end"],
		["-x", "x"],
		["näh", "na-h"],
		["x".repeat(limits.nameLength + 1), "x".repeat(limits.nameLength)],
		["家", null],
		["a\nb", "a-b"],
		["../etc", "etc"],
	])("may not be %j; the nearest is %j", (name, nearest) => {
		expect(rules.mayBeName(name, "team")).toEqual({ code: "bad-name", given: name, what: "team", nearest });
		if (nearest !== null) expect(rules.mayBeName(nearest, "team")).toBeUndefined();
	});

	test("is trimmed and lower-cased before it is checked", () => {
		expect(rules.typedName("  Backend ")).toBe("backend");
	});
});

test.each([
	["a new role", "new-role", "s", "ask", outside, team(), "allowed"],
	["a malformed role", "New Role", "s", "ask", outside, team(), "bad-name"],
	["while in a team", "new-role", "s", "ask", as("pm"), team(), "already-joined"],
	["a live role", "backend", "other", "confirmed", outside, team(), "role-live"],
	["the own live role elsewhere, unasked", "backend", "s", "ask", outside, team(), "role-live"],
	["the own live role elsewhere, confirmed", "backend", "s", "confirmed", outside, team(), "allowed"],
	["an own offline role", "reviewer", "s", "ask", outside, team(), "allowed"],
	["another session's offline role", "reviewer", "other", "ask", outside, team(), "role-other-session"],
	["another session's offline role, confirmed", "reviewer", "other", "confirmed", outside, team(), "allowed"],
	["a role nobody ever held", "reviewer", "x", "ask", outside, team({ reviewer: never }), "allowed"],
	["a role just stopped", "reviewer", "x", "confirmed", outside, team({ reviewer: suspended(1) }), "role-live"],
	[
		"a role stopped for a lease",
		"reviewer",
		"x",
		"ask",
		outside,
		team({ reviewer: suspended(limits.leaseMs) }),
		"role-other-session",
	],
	[
		"a role stopped for a lease, confirmed",
		"reviewer",
		"x",
		"confirmed",
		outside,
		team({ reviewer: suspended(limits.leaseMs) }),
		"allowed",
	],
	["a name that was somebody's", "api", "s", "ask", outside, team(), "role-was"],
	["a name that was somebody's, confirmed", "api", "s", "confirmed", outside, team(), "allowed"],
] as const)("joining as %s", (_what, role, session, force, actor, facts, expected) => {
	expect(code(rules.mayJoin(actor, facts, role, session, force, NOW))).toBe(expected);
});

describe("sending", () => {
	test.each([
		["offline", offline(1)],
		["suspended", suspended(1)],
		["a script's", online("s", "cli")],
		["never seated", never],
	] as const)("to a seat that is %s is refused now and queued for later, by kind alone", (_what, presence) => {
		for (const kind of kindNames.filter((each) => kinds[each].writtenBy === "anyone")) {
			const expected = kinds[kind].offline === "refused" ? "offline" : "allowed";
			expect(code(rules.maySend(as("pm"), team({ backend: presence }), "backend-id", kind, NOW))).toBe(expected);
		}
	});

	test.each([
		[outside, "backend-id", "info", "not-joined"],
		[elsewhere, "backend-id", "info", "other-team"],
		[as("pm"), "pm-id", "info", "to-yourself"],
		[as("pm"), "gone-id", "info", "gone"],
		[as("pm"), "backend-id", "result", "program-kind"],
	] as const)("as %j to %s, %s is %s", (actor, to, kind, expected) => {
		expect(code(rules.maySend(actor, team(), to, kind, NOW))).toBe(expected);
	});
});

test.each([
	["itself", as("backend"), "backend-id", "api2", "allowed"],
	["anyone as admin", as("pm"), "backend-id", "api2", "allowed"],
	["an offline one as admin", as("pm"), "reviewer-id", "api2", "allowed"],
	["another", as("backend"), "reviewer-id", "api2", "not-admin"],
	["from outside", outside, "backend-id", "api2", "not-joined"],
	["somebody gone", as("pm"), "gone-id", "api2", "gone"],
	["to a taken name", as("pm"), "backend-id", "reviewer", "role-taken"],
	["to its own name", as("pm"), "backend-id", "backend", "same-name"],
	["to a bad name", as("pm"), "backend-id", "Back end", "bad-name"],
] as const)("renaming %s", (_what, actor, target, role, expected) => {
	expect(code(rules.mayRenameRole(actor, team(), target, role))).toBe(expected);
});

test.each([
	["the admin from inside", as("pm"), team(), "allowed"],
	["a member that is not the admin", as("backend"), team(), "not-admin"],
	["somebody outside while one is online", outside, team({ pm: offline(1) }), "team-in-use"],
	["somebody outside while one is stopped", outside, team({ pm: offline(1), backend: suspended(1) }), "team-in-use"],
	["somebody outside once nobody is online", outside, quiet, "allowed"],
	["a member of another team once nobody is online", elsewhere, quiet, "allowed"],
	["a member of another team while one is online", elsewhere, team(), "team-in-use"],
] as const)("%s renaming or deleting the team", (_what, actor, facts, expected) => {
	expect(code(rules.mayDeleteTeam(actor, facts))).toBe(expected);
	expect(code(rules.mayRenameTeam(actor, facts))).toBe(expected);
	expect(code(rules.mayRenameTeam(actor, facts, "store"))).toBe(expected);
	if (expected === "allowed") {
		expect(code(rules.mayRenameTeam(actor, facts, "shop"))).toBe("same-name");
		expect(code(rules.mayRenameTeam(actor, facts, "Shop!"))).toBe("bad-name");
	}
});

test.each([
	["an offline one, anybody", outside, "reviewer-id", "allowed"],
	["an offline one, a member", as("backend"), "reviewer-id", "allowed"],
	["a live one, the admin", as("pm"), "backend-id", "allowed"],
	["a live one, a member", as("backend"), "pm-id", "not-admin"],
	["a live one, somebody outside", outside, "backend-id", "not-admin"],
	["oneself", as("pm"), "pm-id", "is-you"],
	["somebody gone", as("pm"), "gone-id", "gone"],
] as const)("removing %s", (_what, actor, target, expected) => {
	expect(code(rules.mayRemove(actor, team(), target))).toBe(expected);
});

test.each([
	["the admin", as("pm"), "backend-id", "allowed"],
	["the admin, to itself", as("pm"), "pm-id", "same-name"],
	["the admin, to somebody gone", as("pm"), "gone-id", "gone"],
	["a member", as("backend"), "reviewer-id", "not-admin"],
	["somebody outside", outside, "backend-id", "not-joined"],
] as const)("handing the admin over: %s", (_what, actor, target, expected) => {
	expect(code(rules.mayHandAdmin(actor, team(), target))).toBe(expected);
});

test.each([
	["a person, at any time", as("backend"), team(), "allowed"],
	["a tool, while the admin is online", as("backend", "agent"), team(), "admin-online"],
	["a script, before ten minutes", as("backend", "script"), team({ pm: offline(599_999) }), "admin-online"],
	["a script, after ten minutes", as("backend", "script"), team({ pm: offline(600_000) }), "allowed"],
	["a tool, while the admin is stopped", as("backend", "agent"), team({ pm: suspended(6_000_000) }), "admin-online"],
	["the admin itself", as("pm"), team(), "same-name"],
	["somebody outside", outside, team(), "not-joined"],
] as const)("claiming the admin: %s", (_what, actor, facts, expected) => {
	expect(code(rules.mayClaimAdmin(actor, facts, NOW))).toBe(expected);
});

test("who is not the admin is told who is", () => {
	const refusal = rules.mayRenameRole(as("backend"), team(), "reviewer-id");
	expect(refusal && explain(refusal).message).toContain("pm");
});
