// The verbs that change a team: rename, rename-role, remove, admin, delete. Rules, questions and intents are those of the action table; --yes stands for the person's yes.

import type { Team } from "../../core/model.ts";
import { perform } from "../../core/perform.ts";
import { done, type Outcome, type Refusal, refuse } from "../../core/refusal.ts";
import type { Act, Input } from "../../core/view/act.ts";
import { act } from "../../core/view/actions.ts";
import type { Found } from "../../core/view/scene.ts";
import { acting, actorToBe } from "./acting.ts";
import { pickMember, pickTeam } from "./find.ts";
import { look, situation, type World } from "./look.ts";
import { noticeReply } from "./notice.ts";
import type { Call, Reply, Run } from "./verb.ts";

type Reached = Outcome<{ readonly found: Extract<Found, { team: Team }>; readonly input: Input; readonly row: Act }>;

/** `rename [team] <new>`. */
export const runRename: Run = (call) =>
	administer(call, (world) => {
		const [first = "", second] = call.words;
		const team = pickTeam(world.snapshot, second === undefined ? call.flags.team : first);
		return team.ok ? onTeam(team.value, act("rename"), { team: second ?? first }) : team;
	});

export const runDelete: Run = (call) =>
	administer(call, (world) => {
		const team = pickTeam(world.snapshot, call.words[0]);
		return team.ok ? onTeam(team.value, act("delete"), {}) : team;
	});

export const runRenameRole: Run = (call) =>
	administer(call, (world) => onMember(call, world, act("rename-role"), { role: call.words[1] ?? "" }));

export const runRemove: Run = (call) => administer(call, (world) => onMember(call, world, act("remove"), {}));

/** Naming itself claims the admin, anybody else hands it over. */
export const runAdmin: Run = (call) =>
	administer(call, (world) => {
		const reached = onMember(call, world, act("admin"), {});
		if (!reached.ok || reached.value.found.on !== "member") return reached;
		const { member, team } = reached.value.found;
		const actor = actorToBe(call, world, team);
		const itself = actor.ok && actor.value.at === "joined" && actor.value.member === member.id;
		return itself ? done({ ...reached.value, row: act("claim-admin") }) : reached;
	});

async function administer(call: Call, reach: (world: World) => Reached): Promise<Outcome<Reply>> {
	const world = look(call, "writes");
	if (!world.ok) return world;
	const reached = reach(world.value);
	if (!reached.ok) return reached;
	const { found, input, row } = reached.value;
	const actor = actorToBe(call, world.value, found.team);
	if (!actor.ok) return actor;
	const view = situation(world.value, actor.value);
	const refusal = row.refuse(view, found) ?? row.check?.(view, found, input) ?? unconfirmed(call, row, reached.value);
	if (refusal !== undefined) return refuse(refusal);
	return acting(call, world.value, found.team, async (desk) => {
		const [intent] = row.intents(situation(world.value, desk.actor()), found, input);
		if (intent === undefined) return refuse({ code: "gone", what: "It" });
		const notice = await perform(desk, intent);
		return notice.ok ? done(noticeReply(found.team, notice.value)) : notice;
	});

	function unconfirmed(
		{ flags }: Call,
		{ confirm }: Act,
		to: { readonly found: Found; readonly input: Input },
	): Refusal | undefined {
		const asked = flags.yes === true ? undefined : confirm?.(view, to.found, to.input);
		return asked === undefined ? undefined : { code: "not-confirmed", question: asked.question, effect: asked.effect };
	}
}

function onTeam(team: Team, row: Act, input: Input): Reached {
	return done({ found: { on: "team", team }, input, row });
}

function onMember(call: Call, world: World, row: Act, input: Input): Reached {
	const team = pickTeam(world.snapshot, call.flags.team);
	if (!team.ok) return team;
	const member = pickMember(team.value, call.words[0] ?? "", world.now);
	if (!member.ok) return member;
	return done({ found: { on: "member", team: team.value, member: member.value.member }, input, row });
}
