// A process that renames, removes and deletes whatever it is told, as the admin's terminal or as anybody, through the operations people use. Answers with the value or the refusal's code.

import { realEnv } from "../../../../src/core/env.ts";
import { teamThere } from "../../../../src/core/facts.ts";
import { openStore } from "../../../../src/core/files/store.ts";
import { renameRole } from "../../../../src/core/members.ts";
import type { Actor } from "../../../../src/core/model.ts";
import type { Outcome } from "../../../../src/core/refusal.ts";
import { removeMember } from "../../../../src/core/removal.ts";
import type { TeamDocument } from "../../../../src/core/schema.ts";
import { createTeam, deleteTeam, renameTeam } from "../../../../src/core/teams.ts";
import { writerAs } from "../../../../src/core/timeline.ts";
import { answering } from "../../../support/disk-child.ts";

export type AdminOrder =
	| { readonly do: "rename team"; readonly teamId: string; readonly names: readonly string[] }
	| { readonly do: "rename role"; readonly teamId: string; readonly member: string; readonly roles: readonly string[] }
	| { readonly do: "remove"; readonly teamId: string; readonly members: readonly string[] }
	| { readonly do: "delete"; readonly teamId: string }
	| { readonly do: "create"; readonly names: readonly string[] };

const [root = "", admin = ""] = process.argv.slice(2);
const env = realEnv();
const store = openStore(env, root, { watch: "polling" });

answering(async (order: AdminOrder): Promise<readonly string[]> => {
	if (order.do === "create") return each(order.names, (name) => createTeam(env, store, name));
	const { teamId } = order;
	const writer = writerAs(env, store, teamId, null);
	const actor: Actor = { at: "joined", teamId, member: admin, by: "person" };
	// The other process may have deleted it before this one looks.
	const there = (run: (document: TeamDocument) => Promise<Outcome<unknown>>): Promise<Outcome<unknown>> => {
		const found = teamThere(store, teamId);
		return found.ok ? run(found.value) : Promise.resolve(found);
	};
	switch (order.do) {
		case "rename team":
			return each(order.names, (name) => there((document) => renameTeam(writer, actor, document, name)));
		case "rename role":
			return each(order.roles, (role) => there((document) => renameRole(writer, actor, document, order.member, role)));
		case "remove":
			return each(order.members, (member) => there((document) => removeMember(writer, actor, document, member)));
		case "delete":
			return each([teamId], () => deleteTeam(writer, actor, teamId));
		default:
			return order satisfies never;
	}
});

async function each(
	all: readonly string[],
	run: (one: string) => Promise<Outcome<unknown>>,
): Promise<readonly string[]> {
	const answers: string[] = [];
	for (const one of all) {
		const outcome = await run(one);
		answers.push(outcome.ok ? "done" : outcome.refusal.code);
	}
	return answers;
}
