// Teams, names and documents as every Store keeps them. Part of the conformance suite.

import { describe, expect, test } from "vitest";
import { done, type Outcome, refuse } from "../../../src/core/refusal.ts";
import type { Activity, MemberRecord, TeamDocument } from "../../../src/core/schema.ts";
import { documentOf, teamOfTwo, value } from "../../support/disk-records.ts";
import type { Starter } from "./suite.ts";

export function documentsSuite(start: Starter): void {
	describe("teams", () => {
		test("a place without a store reads as an empty one and stays without", () => {
			const { store, env } = start().process();
			expect(store.format()).toBeUndefined();
			expect(store.listTeams()).toEqual({ teamIds: [], foreign: [], trouble: [] });
			expect(store.teamNamed("shop")).toBeUndefined();
			expect(store.readDocument(env.newToken())).toBeUndefined();
			expect(store.readSession("none")).toBeUndefined();
			expect(store.rootKey()).toBeUndefined();
			expect(store.format()).toBeUndefined();
		});

		test("a created team is seen by every other process, with its name", async () => {
			const world = start();
			const { env, store } = world.process();
			const { teamId } = await teamOfTwo(env, store);
			const other = world.process().store;
			expect(other.listTeams().teamIds).toEqual([teamId]);
			expect(other.teamNamed("shop")).toBe(teamId);
			expect(other.readDocument(teamId)).toMatchObject({ teamId, revision: 1, name: "shop" });
			expect(other.format()).toMatchObject({ format: "pi-team", minReader: 1, minWriter: 1 });
		});

		test("of two processes that create one name at the same time, one is refused", async () => {
			const world = start();
			const both = [world.process(), world.process()];
			const outcomes = await Promise.all(
				both.map(({ env, store }) => store.createTeam(bare(documentOf(env.newToken(), "shop")))),
			);
			expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
			expect(outcomes.find((outcome) => !outcome.ok)).toEqual(refuse({ code: "team-exists", team: "shop" }));
			expect(both[0]?.store.listTeams().teamIds).toHaveLength(1);
		});

		test("edits of several processes all take place, one after the other", async () => {
			const world = start();
			const { env, store } = world.process();
			const { teamId } = await teamOfTwo(env, store);
			const editors = [world.process(), world.process(), world.process()];
			await Promise.all(
				editors.flatMap((editor) =>
					[1, 2].map(() =>
						editor.store.editDocument(teamId, (document) => withMember(document, editor.env.newToken())),
					),
				),
			);
			const document = store.readDocument(teamId);
			expect(document?.members).toHaveLength(8);
			expect(document?.revision).toBe(7);
		});

		test("a refused edit changes nothing", async () => {
			const { env, store } = start().process();
			const { teamId } = await teamOfTwo(env, store);
			const refused = await store.editDocument(teamId, () => refuse({ code: "role-taken", role: "pm" }));
			expect(refused).toEqual(refuse({ code: "role-taken", role: "pm" }));
			expect(store.readDocument(teamId)?.revision).toBe(1);
		});

		test("editing, renaming or deleting a team that is not there is refused", async () => {
			const { env, store } = start().process();
			await teamOfTwo(env, store);
			const teamId = env.newToken();
			const gone = refuse({ code: "gone", what: "That team" });
			const same = (document: TeamDocument) => ({ ok: true, value: document }) as const;
			expect(await store.editDocument(teamId, same)).toEqual(gone);
			expect(await store.renameTeam(teamId, "store", same)).toEqual(gone);
			expect(await store.deleteTeam(teamId, () => ({ ok: true, value: null }))).toEqual(gone);
			expect(store.teamNamed("store")).toBeUndefined();
		});

		test("a renamed team answers to its new name only, and the old one is free", async () => {
			const world = start();
			const { env, store } = world.process();
			const { teamId } = await teamOfTwo(env, store);
			value(
				await store.renameTeam(teamId, "store", (document) => ({ ok: true, value: { ...document, name: "store" } })),
			);
			expect(store.teamNamed("shop")).toBeUndefined();
			expect(store.teamNamed("store")).toBe(teamId);
			const second = world.process();
			await teamOfTwo(second.env, second.store, "shop");
			expect(store.teamNamed("shop")).not.toBe(teamId);
		});

		test("a rename to a taken name is refused and changes nothing", async () => {
			const { env, store } = start().process();
			const { teamId } = await teamOfTwo(env, store, "shop");
			const other = await teamOfTwo(env, store, "store");
			const refused = await store.renameTeam(teamId, "store", (document) => ({
				ok: true,
				value: { ...document, name: "store" },
			}));
			expect(refused).toEqual(refuse({ code: "team-exists", team: "store" }));
			expect(store.teamNamed("shop")).toBe(teamId);
			expect(store.teamNamed("store")).toBe(other.teamId);
		});

		test("a rename whose edit is refused leaves the name it wanted free", async () => {
			const { env, store } = start().process();
			const { teamId } = await teamOfTwo(env, store, "shop");
			await store.renameTeam(teamId, "store", () => refuse({ code: "needs-person" }));
			await teamOfTwo(env, store, "store");
			expect(store.listTeams().teamIds).toHaveLength(2);
			expect(store.teamNamed("shop")).toBe(teamId);
		});

		test("a deleted team is gone for everybody, and no late write brings it back", async () => {
			const world = start();
			const { env, store } = world.process();
			const { teamId, from } = await teamOfTwo(env, store);
			const other = world.process().store;
			other.readDocument(teamId);
			value(await store.deleteTeam(teamId, () => ({ ok: true, value: null })));
			expect(other.listTeams().teamIds).toEqual([]);
			expect(other.readDocument(teamId)).toBeUndefined();
			expect(other.readLeases(teamId)).toEqual([]);
			other.writeActivity(teamId, activity(from));
			expect(() => other.append(teamId, { v: 1, at: 1, by: from, g: 1, n: 1, type: "idle" })).toThrow("vanished");
			expect(other.listTeams().teamIds).toEqual([]);
			await teamOfTwo(env, store, "shop");
		});

		test("a delete that is refused under the lock deletes nothing", async () => {
			const { env, store } = start().process();
			const { teamId } = await teamOfTwo(env, store);
			await store.deleteTeam(teamId, () => refuse({ code: "team-in-use", team: "shop", online: ["pm"] }));
			expect(store.teamNamed("shop")).toBe(teamId);
		});

		test("change keys of the document and the root move with a change, and only then", async () => {
			const { env, store } = start().process();
			const { teamId } = await teamOfTwo(env, store);
			const keys = () => [store.changeKey(teamId, "doc"), store.rootKey()];
			const before = keys();
			expect(keys()).toEqual(before);
			await store.editDocument(teamId, (document) => withMember(document, env.newToken()));
			expect(store.changeKey(teamId, "doc")).not.toBe(before[0]);
			await teamOfTwo(env, store, "store");
			expect(store.rootKey()).not.toBe(before[1]);
		});
	});

	describe("small files", () => {
		test("activity is what its member wrote last", async () => {
			const world = start();
			const { env, store } = world.process();
			const { teamId, from } = await teamOfTwo(env, store);
			const before = store.changeKey(teamId, "activity", from);
			expect(store.readActivity(teamId, from)).toBeUndefined();
			store.writeActivity(teamId, activity(from));
			store.writeActivity(teamId, { ...activity(from), state: "working", focus: "the parser" });
			expect(world.process().store.readActivity(teamId, from)).toMatchObject({ state: "working", focus: "the parser" });
			expect(store.changeKey(teamId, "activity", from)).not.toBe(before);
		});

		test("a session remembers its seat until it is forgotten", async () => {
			const { env, store } = start().process();
			const { teamId, from } = await teamOfTwo(env, store);
			const seat = { v: 1, at: 1, by: null, session: "a session/with: any text", teamId, member: from } as const;
			store.writeSession(seat);
			expect(store.readSession(seat.session)).toEqual(seat);
			expect(store.readSession("another")).toBeUndefined();
			store.removeSession(seat.session);
			store.removeSession(seat.session);
			expect(store.readSession(seat.session)).toBeUndefined();
		});
	});
}

function withMember(document: TeamDocument, id: string): Outcome<TeamDocument> {
	const member: MemberRecord = { id, role: `role-${document.revision}`, joinedAt: 1, state: "member" };
	return done({ ...document, members: [...document.members, member] });
}

function activity(member: string): Activity {
	return { v: 1, at: 1, by: null, member, generation: 1, state: "idle", since: 1, paused: "no", holds: [], edits: [] };
}

function bare({ revision: _, ...document }: TeamDocument): Omit<TeamDocument, "revision"> {
	return document;
}
