// Every operation on teams, members and seats as the fault tests try it: what is there before, what is done, and what others may see afterwards.

import { claimAdmin, handAdmin, renameRole } from "../../../src/core/members.ts";
import { done, type Outcome } from "../../../src/core/refusal.ts";
import { removeMember } from "../../../src/core/removal.ts";
import { joinTeam } from "../../../src/core/seat-join.ts";
import { restoreSeat } from "../../../src/core/seat-restore.ts";
import type { Store } from "../../../src/core/store.ts";
import { createTeam, deleteTeam, renameTeam } from "../../../src/core/teams.ts";
import type { HandEnv } from "../../support/env.ts";
import { administer, terminalOf, type World } from "../../support/world.ts";

export interface PolicyOperation {
	readonly name: string;
	readonly team: string;
	/** Whose process acts; "somebody" = a new one without a seat. */
	readonly by: string;
	prepare?(w: World): Promise<unknown>;
	/** `run` counts the tries: the second one is after a restart. */
	act(w: World, who: { readonly env: HandEnv; readonly store: Store }, run: number): Promise<Outcome<unknown>>;
	/** What a third process sees. */
	look(w: World, store: Store): string;
	readonly before: string;
	readonly after: string;
	/** Half-way states that are sound by design. */
	readonly between?: readonly string[];
	/** What a repeat is refused with when it was done already. */
	readonly already: readonly string[];
}

const request = (w: World, role: string) => ({ teamId: w.teamId, role, force: "confirmed", by: "person" }) as const;

function roles(w: World, store: Store): string {
	const members = store.readDocument(w.teamId)?.members ?? [];
	return members.map(({ role, state }) => (state === "member" ? role : `-${role}`)).join(" ");
}

function named(w: World, store: Store, ...names: readonly string[]): string {
	return names.filter((name) => store.teamNamed(name) === w.teamId).join(" ");
}

/** Who holds the seat: a session, or nobody. */
function holder(w: World, store: Store, role: string): string {
	const member = store.readDocument(w.teamId)?.members.find((each) => each.role === role)?.id ?? "";
	const read = store.readLease(w.teamId, member);
	return read === undefined || read.beatAt === 0 ? "nobody" : read.lease.session;
}

function admin(w: World, store: Store): string {
	const document = store.readDocument(w.teamId);
	return document?.members.find((member) => member.id === document.admin)?.role ?? "nobody";
}

export const policyOperations: readonly PolicyOperation[] = [
	{
		name: "create",
		team: "shop: pm*",
		by: "somebody",
		act: (_w, { env, store }) => createTeam(env, store, "docs"),
		look: (_w, store) => (store.teamNamed("docs") === undefined ? "one team" : "two teams"),
		before: "one team",
		after: "two teams",
		already: ["team-exists"],
	},
	{
		name: "join a new role",
		team: "shop: pm*",
		by: "somebody",
		act: (w, { env, store }, run) => joinTeam(env, store, terminalOf(`x${run}`, "pi", "api"), request(w, "api")),
		look: (w, store) => `${roles(w, store)}: ${holder(w, store, "api").replace(/^x\d$/, "x")}`,
		before: "pm: nobody",
		// A member without a lease is offline, and joined by whoever asks next.
		between: ["pm api: nobody"],
		after: "pm api: x",
		already: [],
	},
	{
		name: "take a role over",
		team: "shop: pm* api-",
		by: "somebody",
		act: (w, { env, store }, run) => joinTeam(env, store, terminalOf(`x${run}`, "pi", "api"), request(w, "api")),
		look: (w, store) => holder(w, store, "api").replace(/^x\d$/, "x"),
		before: "nobody",
		after: "x",
		already: [],
	},
	{
		name: "come back",
		team: "shop: pm* api",
		by: "somebody",
		prepare: (w) => w.close("api"),
		act: (w, { env, store }) => restoreSeat(env, store, w.of("api").terminal),
		look: (w, store) => (holder(w, store, "api") === w.of("api").terminal.session ? "there" : "away"),
		before: "away",
		after: "there",
		already: [],
	},
	{
		name: "rename a team",
		team: "shop: pm*",
		by: "pm",
		act: (w) => administer(w, "pm", (...as) => renameTeam(...as, "store")),
		look: (w, store) => `${store.readDocument(w.teamId)?.name}: ${named(w, store, "shop", "store")}`,
		before: "shop: shop",
		after: "store: store",
		already: ["same-name"],
	},
	{
		name: "rename a role",
		team: "shop: pm* api",
		by: "pm",
		act: (w) => administer(w, "pm", (...as) => renameRole(...as, w.id("api"), "backend")),
		look: roles,
		before: "pm api",
		after: "pm backend",
		already: ["same-name"],
	},
	{
		name: "hand the admin over",
		team: "shop: pm* api",
		by: "pm",
		act: (w) => administer(w, "pm", (writer, actor) => handAdmin(writer, actor, w.teamId, w.id("api"))),
		look: admin,
		before: "pm",
		after: "api",
		already: ["not-admin"],
	},
	{
		name: "claim the admin",
		team: "shop: pm* api",
		by: "api",
		act: (w) => administer(w, "api", (writer, actor) => claimAdmin(writer, actor, w.teamId)),
		look: admin,
		before: "pm",
		after: "api",
		already: ["same-name"],
	},
	{
		name: "remove a member",
		team: "shop: pm* api- reviewer",
		by: "pm",
		async prepare(w) {
			await w.sent("reviewer", "api", "request", "to it");
		},
		act: (w) => administer(w, "pm", (...as) => removeMember(...as, w.id("api"))),
		look: roles,
		before: "pm api reviewer",
		after: "pm -api reviewer",
		already: ["gone"],
	},
	{
		name: "leave with a request in hand",
		team: "shop: pm* api",
		by: "api",
		async prepare(w) {
			await w.sent("pm", "api", "request", "work");
			const [name] = w.seat("api").pendingWork();
			if (name !== undefined) await w.seat("api").claimWork(name);
		},
		async act(w) {
			await w.seat("api").end("left");
			return done(null);
		},
		// A process that is gone holds nothing, whatever its lease says.
		look(w, store) {
			const read = store.readLease(w.teamId, w.id("api"));
			const free = read === undefined || read.beatAt === 0 || w.of("pm").env.processState(read.lease) === "gone";
			return free ? "free" : "held";
		},
		before: "held",
		after: "free",
		already: ["not-joined"],
	},
	{
		name: "delete a team",
		team: "shop: pm*",
		by: "pm",
		act: (w) => administer(w, "pm", (writer, actor) => deleteTeam(writer, actor, w.teamId)),
		look: (w, store) => `${store.readDocument(w.teamId)?.name}: ${named(w, store, "shop")}`,
		before: "shop: shop",
		after: "undefined: ",
		already: ["gone", "not-joined", "team-deleted"],
	},
];
