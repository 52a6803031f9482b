// Creating, naming and deleting teams. Who may: rules.ts. Only creating makes a team directory.

import type { Env } from "./env.ts";
import { factsOf } from "./facts.ts";
import type { Actor, TeamId } from "./model.ts";
import { closestNames } from "./names.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { mayBeName, mayDeleteTeam, mayRenameTeam, typedName } from "./rules.ts";
import type { TeamDocument } from "./schema.ts";
import type { Store } from "./store.ts";
import { headOf, type Writer, writerAs } from "./timeline.ts";

/** A team nobody is in yet. Its first member becomes its admin. `kind` "session": a terminal opened it by itself. */
export async function createTeam(
	env: Env,
	store: Store,
	name: string,
	kind: "named" | "session" = "named",
): Promise<Outcome<TeamDocument>> {
	const badName = mayBeName(name, "team");
	if (badName !== undefined) return refuse(badName);
	const teamId = env.newToken();
	const nobody = writerAs(env, store, teamId, null);
	const created = await store.createTeam({
		...headOf(nobody),
		teamId,
		name,
		createdAt: env.now(),
		...(kind === "session" ? { kind } : {}),
		admin: null,
		members: [],
		formerRoles: [],
	});
	if (created.ok) nobody.trace({ type: "created", name });
	return created;
}

/** By the name a person typed; the closest names when there is none. */
export function findTeam(store: Store, given: string): Outcome<TeamDocument> {
	const name = typedName(given);
	const teamId = store.teamNamed(name);
	const document = teamId === undefined ? undefined : store.readDocument(teamId);
	if (document !== undefined) return done(document);
	const names = store.listTeams().teamIds.flatMap((id) => store.readDocument(id)?.name ?? []);
	return refuse({ code: "unknown-team", team: name, closest: closestNames(name, names) });
}

/** The id stays, so members, messages and timeline stay. */
export async function renameTeam(
	writer: Writer,
	actor: Actor,
	document: TeamDocument,
	name: string,
): Promise<Outcome<TeamDocument>> {
	const { env, store } = writer;
	const refused = mayRenameTeam(actor, factsOf(env, store, document), name);
	if (refused !== undefined) return refuse(refused);
	let from = document.name;
	const renamed = await store.renameTeam(document.teamId, name, (current) => {
		const again = mayRenameTeam(actor, factsOf(env, store, current), name);
		if (again !== undefined) return refuse(again);
		from = current.name;
		return done({ ...current, ...headOf(writer), name });
	});
	if (renamed.ok) writer.trace({ type: "team-renamed", name, from });
	return renamed;
}

export async function deleteTeam(writer: Writer, actor: Actor, teamId: TeamId): Promise<Outcome<null>> {
	const { env, store } = writer;
	return store.deleteTeam(teamId, (document) => {
		const refused = mayDeleteTeam(actor, factsOf(env, store, document));
		return refused === undefined ? done(null) : refuse(refused);
	});
}
