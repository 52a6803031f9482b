// Who a command acts as: nobody, or the role after --as, whose seat it takes for its run. Owns taking and giving back that seat; claims nothing that waits for it.

import type { Desk } from "../../core/desk.ts";
import { beatMsOf } from "../../core/leases.ts";
import type { Actor, Team, TeamId } from "../../core/model.ts";
import { done, type Outcome, refuse } from "../../core/refusal.ts";
import { mayBeName, typedName } from "../../core/rules.ts";
import type { JoinRequest, Seat, Terminal } from "../../core/seat.ts";
import { joinTeam } from "../../core/seat-join.ts";
import { StoreError } from "../../core/store.ts";
import { appVersion } from "../../core/version.ts";
import { pickMember } from "./find.ts";
import type { World } from "./look.ts";
import type { Call } from "./verb.ts";

export const nobody: Actor = { at: "outside", by: "script" };

/** Who it will be once the seat is taken, for what can be refused before anything is written. */
export function actorToBe({ flags }: Call, world: World, team: Team): Outcome<Actor> {
	if (flags.as === undefined) return done(nobody);
	const found = pickMember(team, flags.as, world.now);
	return found.ok ? done(joined(team.id, found.value.member.id)) : found;
}

/** Runs `use` with a desk of its own; the seat is given back whatever happens. */
export async function acting<T>(
	call: Call,
	world: World,
	team: Team | undefined,
	use: (desk: Desk) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
	const terminal = commandTerminal(call);
	const seat = team === undefined ? done(undefined) : await takeSeat(call, world, team, terminal);
	if (!seat.ok) return seat;
	const held = seat.value;
	// Holding locks and syncing many files may take longer than a lease runs.
	const beat = held === undefined ? undefined : call.io.env.every(beatMsOf(world.store), () => held.beat());
	try {
		return await use(deskOf(call, world, terminal, held));
	} finally {
		beat?.cancel();
		if (held !== undefined) await giveBack(held);
	}
}

async function takeSeat(
	call: Call,
	{ store, now }: World,
	team: Team,
	terminal: Terminal,
): Promise<Outcome<Seat | undefined>> {
	const { as, yes } = call.flags;
	if (as === undefined) return done(undefined);
	const known = pickMember(team, as, now);
	const role = known.ok ? known.value.member.role : typedName(as);
	const badName = mayBeName(role, "role");
	if (badName !== undefined) return refuse(badName);
	const request: JoinRequest = { teamId: team.id, role, force: yes === true ? "confirmed" : "ask", by: "script" };
	return joinTeam(call.io.env, store, terminal, request);
}

/** "left" and not "closed": no later command could come back under this one's session. */
async function giveBack(seat: Seat): Promise<void> {
	try {
		await seat.end("left");
	} catch (error) {
		// What the command did is done and is what its exit code tells; the lease lapses by itself.
		if (!(error instanceof StoreError)) throw error;
	}
}

function commandTerminal({ io }: Call): Terminal {
	return {
		client: "cli",
		session: io.env.newToken(),
		cwd: io.cwd,
		tty: undefined,
		tmuxPane: undefined,
		sessionName: undefined,
		appVersion,
	};
}

function deskOf({ io }: Call, { store, snapshot }: World, terminal: Terminal, seat: Seat | undefined): Desk {
	return {
		env: io.env,
		store,
		terminal,
		snapshot: () => snapshot,
		actor: () => (seat === undefined ? nobody : joined(seat.teamId, seat.member)),
		seat: () => seat,
		takeSeat: async () => refuse({ code: "here-only", where: "in a terminal that stays" }),
		leaveSeat: async () => {
			if (seat !== undefined) await giveBack(seat);
			return done(null);
		},
		setPause: undefined,
	};
}

function joined(teamId: TeamId, member: string): Actor {
	return { at: "joined", teamId, member, by: "script" };
}
