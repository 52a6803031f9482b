// This terminal's place: outside, waiting for its own seat, or joined; and the desk that operations are carried out at. Words are others' business.

import { basename } from "node:path";
import type { Desk } from "../core/desk.ts";
import type { Timer } from "../core/env.ts";
import { beatMsOf } from "../core/leases.ts";
import type { Actor } from "../core/model.ts";
import { done, type Outcome, refuse } from "../core/refusal.ts";
import { nearestName } from "../core/rules.ts";
import type { Pause } from "../core/schema.ts";
import type { JoinRequest, Seat } from "../core/seat.ts";
import { joinTeam } from "../core/seat-join.ts";
import { restoreSeat } from "../core/seat-restore.ts";
import { openSnapshots, type Snapshots } from "../core/snapshot.ts";
import type { Situation, Surface } from "../core/view/scene.ts";
import type { Here } from "./here.ts";
import { type Joined, startJoined } from "./joined.ts";
import { foreignOwner } from "./owners.ts";
import { createPrivacy } from "./privacy.ts";
import { createQueue, type Queue } from "./queue.ts";
import type { RunTool } from "./tools.ts";

type Place =
	| { readonly at: "outside" }
	/** The same session is alive in another terminal; when that one ends the seat is this one's. */
	| { readonly at: "waiting"; readonly timer: Timer }
	| { readonly at: "joined"; readonly joined: Joined };

export interface TeamDesk extends Desk {
	readonly snapshots: Snapshots;
	/** One after the other: create, join, leave, delete. */
	readonly seatChanges: Queue;
	joined(): Joined | undefined;
	situation(surface: Surface): Situation;
	/** The seat this session had, under whatever name it has by now. */
	restore(paused: Pause): Promise<Outcome<Seat>>;
	/** Takes the own seat as soon as the other terminal of this session has ended. */
	waitForSeat(paused: Pause, taken: () => void): void;
	shutdown(how: "closed" | "reloading"): Promise<void>;
}

const UNSETTLED =
	"The result of the last request could not be stored. Leave and join again; its sender is told that it was interrupted, so look at what was done before it is asked for again.";

export function createDesk(here: Here, runTool: RunTool): TeamDesk {
	const { env, store, terminal } = here;
	const snapshots = openSnapshots(env, store, { onError: (error) => here.say(String(error), "warning") });
	const privacy = createPrivacy(here);
	let place: Place = { at: "outside" };

	const joined = () => (place.at === "joined" ? place.joined : undefined);

	const goOutside = () => {
		if (place.at === "waiting") place.timer.cancel();
		privacy.stop();
		place = { at: "outside" };
	};

	const situation = (surface: Surface): Situation => ({
		snapshot: snapshots.refresh(),
		actor: actor(),
		session: terminal.session,
		now: env.now(),
		surface,
		proposedRole: nearestName(basename(terminal.cwd)) ?? "",
	});

	let isOver = false;

	/** Undefined when the session ended while the seat was being taken: then it is given back. */
	const sitDown = async (seat: Seat, paused: Pause): Promise<Outcome<Seat>> => {
		if (isOver) {
			await seat.end("closed");
			return refuse({ code: "not-joined" });
		}
		try {
			const options = { paused, runTool, situation: () => situation("command"), ended: goOutside };
			const begun = startJoined(here, seat, options);
			goOutside();
			place = { at: "joined", joined: begun };
			privacy.start();
		} catch (error) {
			// Nobody sits here: held on, the role would look taken for as long as this process lives.
			await here.guard.wrap("leaving", () => seat.end("closed"), undefined)();
			throw error;
		}
		return done(seat);
	};

	const restore = async (paused: Pause): Promise<Outcome<Seat>> => {
		const seat = await restoreSeat(env, store, terminal);
		return seat.ok ? sitDown(seat.value, paused) : seat;
	};

	const actor = (): Actor => {
		const current = joined();
		if (current === undefined) return { at: "outside", by: "person" };
		return { at: "joined", teamId: current.seat.teamId, member: current.seat.member, by: "person" };
	};

	return {
		env,
		store,
		terminal,
		snapshots,
		seatChanges: createQueue(),
		joined,
		actor,
		snapshot: () => snapshots.refresh(),
		seat: () => joined()?.seat,
		situation,
		async takeSeat(request: JoinRequest) {
			const foreign = foreignOwner(here.pi);
			if (foreign !== undefined) return refuse({ code: "not-here", why: foreign });
			const seat = await joinTeam(env, store, terminal, request);
			return seat.ok ? sitDown(seat.value, "no") : seat;
		},
		async leaveSeat() {
			const current = joined();
			if (current === undefined) return refuse({ code: "not-joined" });
			try {
				if ((await current.leave()) === "after the result") return done("after-the-result");
			} catch (error) {
				goOutside(); // The terminal is free whatever the disk says; what it says is still worth saying.
				throw error;
			}
			goOutside();
			return done(null);
		},
		setPause(pause) {
			const current = joined();
			if (current === undefined) return refuse({ code: "not-joined" });
			if (pause === "no" && current.work.resumed() === "unsettled") {
				return refuse({ code: "not-here", why: UNSETTLED });
			}
			current.setPause(pause);
			return done(null);
		},
		restore,
		waitForSeat(paused, taken) {
			goOutside();
			let isLooking = false;
			const look = async () => {
				if (isLooking) return;
				isLooking = true;
				const seat = await restore(paused).finally(() => {
					isLooking = false;
				});
				if (seat.ok) return taken();
				if (seat.refusal.code !== "role-live") goOutside();
			};
			place = { at: "waiting", timer: env.every(beatMsOf(store), here.guard.wrap("team", look, undefined)) };
		},
		async shutdown(how) {
			isOver = true;
			const current = joined();
			goOutside();
			await current?.stop(how);
		},
	};
}
