// Worlds whose names, focuses and messages are hostile, for fuzzing what is drawn of them.

import fc from "fast-check";
import type { Actor, Member, Team } from "../../src/core/model.ts";
import { hostileText } from "./hostile.ts";
import { idOf, NOW, type World, world } from "./scenes.ts";

const SHAPE = `shop: pm*(you, working 3m) backend(waiting 20s, 2 unread) reviewer(working 9m, 1 open) writer-(offline 2h, elsewhere)
	17:58:00 pm created shop
	18:00:00 backend joined /home/backend
	18:01:00 backend working fix
	18:02:11 backend → reviewer question Which code?
	18:03:00 reviewer → backend info The one
	18:04:00 backend → ghost question refused: unknown-role hello
	18:05:00 pm renamed boss pm
	open 6m backend → reviewer question Which code?
	docs: editor writer2(working 12s)`;

/** The same people and events each time, with other texts. */
export const hostileWorld: fc.Arbitrary<World> = fc
	.record({
		texts: fc.array(hostileText, { minLength: 6, maxLength: 12 }),
		keep: fc.integer({ min: 1, max: 4 }),
		actor: fc.constantFrom("you", "backend", "outside"),
		later: fc.integer({ min: 0, max: 7_200_000 }),
		older: fc.boolean(),
	})
	.map(({ texts, keep, actor, later, older }) => {
		const plain = world(SHAPE, NOW);
		let next = 0;
		const text = () => texts[next++ % texts.length] ?? "";
		const teams = plain.snapshot.teams.map((team) => ({ ...hostileTeam(team, keep, text), hasOlder: older }));
		const who: Actor =
			actor === "outside"
				? { at: "outside", by: "person" }
				: {
						at: "joined",
						teamId: idOf("shop"),
						member: idOf(actor === "you" ? "shop/pm" : "shop/backend"),
						by: "person",
					};
		return { snapshot: { ...plain.snapshot, teams }, actor: who, now: NOW + later };
	});

function hostileTeam(team: Team, keep: number, text: () => string): Team {
	return {
		...team,
		name: text(),
		path: text(),
		members: team.members.slice(0, keep).map((member) => hostileMember(member, text)),
		waiting: team.waiting.map((each) => ({ ...each, subject: text(), kind: keep > 2 ? each.kind : text() })),
		timeline: team.timeline.map((event) => {
			const { record } = event;
			if (record === undefined) return { ...event, type: text() };
			if (record.type === "message") return { ...event, record: { ...record, text: text(), subject: text() } };
			if (record.type === "working") return { ...event, record: { ...record, focus: text() } };
			if (record.type === "joined") return { ...event, record: { ...record, cwd: text() } };
			return record.type === "refused" ? { ...event, record: { ...record, code: text(), text: text() } } : event;
		}),
	};
}

function hostileMember(member: Member, text: () => string): Member {
	const { presence, activity } = member;
	const holder =
		presence.holder === null ? null : { ...presence.holder, cwd: text(), session: text(), sessionName: text() };
	return {
		...member,
		role: text(),
		presence: (holder === null ? presence : { ...presence, holder }) as Member["presence"],
		activity:
			activity === undefined
				? undefined
				: {
						...activity,
						focus: text(),
						edits: [{ path: text(), at: NOW }],
						jobs: [{ id: "1", label: text(), state: text(), since: NOW }],
					},
	};
}

/** Keys that do something somewhere, and a few that do nothing. */
export const anyKey = fc.constantFrom(
	..."abcdefghjklmnpqrwxyzALGR?/:[] 1".split(""),
	"up",
	"down",
	"left",
	"right",
	"home",
	"end",
	"pageUp",
	"pageDown",
	"enter",
	"escape",
	"tab",
	"shift+tab",
	"backspace",
	"ctrl+e",
	"ctrl+s",
	"漢",
	"é",
);
