// One joined membership of this terminal: everything that runs while it lasts. stop() is idempotent and the only way out.

import { type LostFate, refusalOf } from "../core/fate.ts";
import type { MessageId } from "../core/model.ts";
import { sentence } from "../core/refusal.ts";
import type { Pause } from "../core/schema.ts";
import type { Incoming, Seat } from "../core/seat.ts";
import type { Situation } from "../core/view/scene.ts";
import { itemOf } from "./block.ts";
import { createDelivery, type Delivery } from "./delivery.ts";
import type { Here } from "./here.ts";
import type { Identity } from "./instructions.ts";
import { createLine } from "./line.ts";
import { startLoop } from "./loop.ts";
import { type MembershipState, noteQueued, queuedBefore, remember } from "./memory.ts";
import { createOutlet, settledHow } from "./outlet.ts";
import { createPresence } from "./presence.ts";
import { createQueue, type Queue, unlessClosed } from "./queue.ts";
import { createReading } from "./reading.ts";
import { createReviews } from "./reviews.ts";
import { type RunTool, retireTools, showTools } from "./tools.ts";
import { watchSent } from "./unread.ts";
import { createWho, sayGoodbye } from "./who.ts";
import { createWork, type Work } from "./work.ts";

export type Ending = "left" | "closed" | "reloading" | "lost";

export interface Joined {
	readonly seat: Seat;
	readonly queue: Queue;
	readonly work: Work;
	identity(): Identity;
	setPause(pause: Extract<Pause, "no" | "person">): void;
	activeRequest(): MessageId | undefined;
	/** The person left; only the result of the running request is still to come. */
	isLeaving(): boolean;
	/** A command of this terminal may change its names: the next change needs no notice of its own. */
	expectNames(): void;
	/** Something happened: look soon. */
	poke(): void;
	/** The run has settled; what Pi did not take was dropped. */
	settled(stopped: boolean): void;
	/** Frees the terminal: now, or after the result of the request it works on. */
	leave(): Promise<"left" | "after the result">;
	stop(how: Ending): Promise<void>;
}

export interface JoinedOptions {
	readonly paused: Pause;
	readonly runTool: RunTool;
	situation(): Situation;
	/** It is over without anybody having asked stop() for it. */
	ended(): void;
}

export function startJoined(here: Here, taken: Seat, options: JoinedOptions): Joined {
	// What reached the conversation counts as read before anything is sent: the message may be its answer.
	const { seat, unread } = watchSent(here, taken, () => reading.note());
	const queue = createQueue();
	const line = createLine();
	const presence = createPresence(here, seat);
	const who = createWho(seat);
	let paused = options.paused;
	let recovering = false;
	let ending: Promise<void> | undefined;

	const write = (state: MembershipState) =>
		remember(here.pi, {
			session: here.terminal.session,
			teamId: seat.teamId,
			member: seat.member,
			...who.identity(),
			// Somebody who has left stays out, whatever the last request still has to write.
			state: state === "joined" && work.isLeaving() ? "left" : state,
			paused: recovering && paused === "no" ? "program" : paused,
		});

	const delivery: Delivery = createDelivery(
		createOutlet(here, {
			braked: () => paused === "person",
			arrived: (item) => work.arrived(item),
			droppedWork: (item) => work.dropped(item),
		}),
		queuedBefore(here.terminal.session),
	);

	const reading = createReading(here, taken, delivery);

	const work: Work = createWork({
		seat,
		delivery,
		turnLimit: here.turnLimit,
		monotonic: () => here.env.monotonic(),
		facts: () => ({ ...presence.terminalFacts(), paused, deliveryBusy: delivery.unread() > 0 }),
		item: (incoming) => itemOf(incoming, who.role(), here.env.now()),
		pause(pause, why) {
			if (paused === "no") paused = pause;
			write("joined");
			here.say(why, "warning");
		},
		say: (text) => here.say(text, "warning"),
		rememberRecovery(how) {
			recovering = how === "working";
			write("joined");
		},
		mayLeave: () => endBySelf("left"),
	});

	const reviews = createReviews({ env: here.env, work, delivery, situation: options.situation });

	/** Each step on its own: one broken file must not keep the rest of the terminal from its work. */
	const steps = [
		here.guard.wrap("names", () => noticeNames(), undefined),
		here.guard.wrap("inbox", async () => offer(await seat.receive(presence.conversation())), undefined),
		here.guard.wrap("what was sent", () => delivery.offer(unread.expired()), undefined),
		here.guard.wrap("delivery", () => delivery.step(), undefined),
		reading.note,
		here.guard.wrap("work", () => work.step(), undefined),
		here.guard.wrap("reminders", () => reviews.step(), undefined),
	];

	const look = async () => {
		for (const step of steps) await step();
		show();
	};

	const offer = (received: readonly Incoming[]) => {
		const items = received.map((incoming) => itemOf(incoming, who.role(), here.env.now()));
		const results = items.filter((item) => item.lane === "work");
		work.adopt(results.flatMap((item) => item.incoming ?? []));
		delivery.offer(items.filter((item) => item.lane !== "work"));
	};

	const show = () => {
		// A look that was under way when the seat was given up must not bring the line back.
		if (ending !== undefined || !here.guard.isOpen()) return;
		const facts = presence.publish({
			paused,
			deliveryHolds: delivery.holds(),
			unread: delivery.unread(),
			queued: work.pending().length,
			request: work.activeRequest()?.message.id,
		});
		line.show(here.context(), { ...who.identity(), ...facts, key: here.panelKey() });
	};

	const noticeNames = () => {
		const said = who.changed();
		if (said === undefined) return;
		showTools(here.pi, who.identity(), options.runTool);
		write("joined");
		if (said !== null) here.say(said);
	};

	const lose = (fate: LostFate) => {
		write(fate.at);
		here.say(sentence(refusalOf(fate)), "warning");
		endBySelf("lost");
	};

	/** Not awaited: this is said from inside a step of the queue, which stop() waits for. */
	const endBySelf = (how: Ending) => here.guard.start("team", () => stop(how).finally(options.ended));

	// The session first: what cannot be remembered there is not begun.
	write("joined");
	const watching = here.store.watch([{ what: "inbox", teamId: seat.teamId, member: seat.member }], () => loop.poke());
	const loop = startLoop(here, queue, {
		beat() {
			const fate = seat.beat();
			if (fate.at === "kept") return "kept";
			lose(fate);
			return "lost";
		},
		look,
	});

	/** Pi's queue outlives a reload; what may be in it is waited for, not sent again. */
	const giveBack = (how: Ending) => {
		const before = delivery.stillQueued();
		delivery.settled(settledHow(here, "stopped"), delivery.inHand());
		noteQueued(here.terminal.session, how === "reloading" ? [...before, ...delivery.stillQueued()] : []);
	};

	const stop = (how: Ending): Promise<void> => {
		ending ??= (async () => {
			loop.stop();
			watching.close();
			if (how === "left") write("left");
			if (how === "left" || how === "lost") sayGoodbye(here, who.identity());
			if (how !== "reloading") retireTools(here.pi, options.runTool);
			line.hide(here.context());
			queue.close();
			await queue.drained();
			// What reached the conversation meanwhile counts as read; the rest is looked up by whoever holds the seat next.
			here.guard.wrap("leaving", () => giveBack(how), undefined)();
			await reading.note();
			// A lost seat is put down too: what it held open is let go, and nothing else is written.
			await seat.end(how === "lost" ? "closed" : how);
		})();
		return ending;
	};

	showTools(here.pi, who.identity(), options.runTool);
	show();

	return {
		seat,
		queue,
		work,
		identity: who.identity,
		setPause(pause) {
			paused = pause;
			if (pause === "no") reviews.rearm();
			write("joined");
			show();
			loop.poke();
		},
		activeRequest: () => work.activeRequest()?.message.id,
		isLeaving: work.isLeaving,
		expectNames: who.expectChange,
		poke: loop.poke,
		settled(stopped) {
			// What is in Pi's hands now: by the time the queue comes to it the next run may have begun.
			const batch = delivery.inHand();
			const request = work.activeRequest()?.message.id;
			const settle = async () => {
				delivery.settled(settledHow(here, stopped ? "stopped" : "finished"), batch);
				await reading.note();
				await work.settled(stopped, request);
			};
			// Not inside the event: other extensions' handlers of it run first.
			here.env.after(
				0,
				here.guard.wrap("team", () => queue.run(settle).then(loop.poke).catch(unlessClosed), undefined),
			);
		},
		async leave() {
			if (work.leave() === "now") {
				await stop("left");
				return "left";
			}
			write("left");
			return "after the result";
		},
		stop,
	};
}
