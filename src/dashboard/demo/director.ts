// Keeps a demo team alive: beats, receives, answers, works requests off. Owns how members react; what is begun when is scenes.ts's.

import { policyOf } from "../../core/kinds.ts";
import { limits } from "../../core/limits.ts";
import type { MessageId } from "../../core/model.ts";
import type { Incoming } from "../../core/seat.ts";
import type { Agenda, Step } from "./agenda.ts";
import type { Player } from "./player.ts";
import type { Job } from "./script.ts";

const SECOND = 1_000;

export interface Director {
	readonly agenda: Agenda;
	/** Whole number in [least, most]; the story's own dice. */
	between(least: number, most: number): number;
	pick<T>(list: readonly T[]): T | undefined;
	/** The same, but nothing twice before everything in the list had its turn. */
	pickNew<T>(list: readonly T[]): T | undefined;
	later(seconds: number, step: Step): void;
	/** Nobody plans anything for a member that is away or in a scene already. */
	isFree(player: Player): boolean;
	/** Takes a member out of the choice until `free`. */
	engage(player: Player): void;
	free(player: Player): void;
	/** Counts as told, so that pickNew takes others first. */
	tell(line: unknown): void;
	/** Works on something for a while and is idle again; edits a file now and then. */
	work(player: Player, focus: string, seconds: number): void;
	/** The answer that comes when the recipient has read it. */
	expectAnswer(question: MessageId, answer: string): void;
	expectResult(request: MessageId, job: Job): void;
	/** Somebody has mail; while the past is told, only those look. */
	mailFor(player: Player): void;
	/** From now on everybody looks for mail each second, for somebody outside the story may write too. */
	goLive(): void;
}

export function director(agenda: Agenda, roll: (below: number) => number, cast: readonly Player[]): Director {
	const engaged = new Set<Player>();
	const withMail = new Set<Player>();
	const answers = new Map<MessageId, string>();
	const told = new Set<unknown>();
	const results = new Map<MessageId, Job>();
	let live = false;
	let ticks = 0;

	const between = (least: number, most: number) => least + roll(most - least + 1);
	const later = (seconds: number, step: Step) => agenda.in(seconds * SECOND, step);

	async function everySecond(): Promise<void> {
		later(1, everySecond);
		ticks += 1;
		if ((ticks * SECOND) % limits.beatMs === 0) for (const player of cast) player.beat();
		for (const player of cast) if (live || withMail.has(player)) await look(player);
	}

	async function look(player: Player): Promise<void> {
		if (player.seat() === undefined) return;
		withMail.delete(player);
		for (const incoming of await player.collect()) react(player, incoming);
		if (!isFree(player)) {
			withMail.add(player);
			return;
		}
		const request = await player.nextRequest();
		if (request !== undefined) workOff(player, request);
	}

	function react(player: Player, incoming: Incoming): void {
		const { message, fromRole } = incoming;
		const policy = policyOf(message.kind);
		if (policy?.answer === "reply") {
			const words = answers.get(message.id) ?? player.part.reply;
			later(between(3, 9), async () => {
				await player.reply(incoming, words);
				mailFor(message.from);
			});
		}
		if (policy?.mark === "handoff" && isFree(player)) work(player, `for ${fromRole}: ${message.body}`, between(40, 80));
	}

	function mailFor(member: string): void {
		const player = cast.find((each) => each.seat()?.member === member);
		if (player !== undefined) withMail.add(player);
	}

	function workOff(player: Player, request: Incoming): void {
		const job = results.get(request.message.id);
		const focus = `for ${request.fromRole}: ${request.message.subject ?? request.message.body}`;
		const { id } = request.message;
		engaged.add(player);
		player.act({ state: "working", focus, request: id, progressAt: agenda.now() });
		const seconds = between(35, 70);
		progress(player, focus, seconds, id);
		later(seconds, async () => {
			await player.settle(request, job?.outcome ?? "completed", job?.result ?? player.part.reply);
			rest(player, focus);
			mailFor(request.message.from);
		});
	}

	/** Moves on every few seconds until shortly before the end, so that nobody working looks stuck. */
	function progress(player: Player, focus: string, seconds: number, request?: MessageId): void {
		const step = between(8, 14);
		for (let at = step; at < seconds; at += step) {
			const path = player.part.files[between(0, Math.max(0, player.part.files.length - 1))];
			later(at, () => {
				const edits = path === undefined ? [] : [{ path: `${player.part.cwd}/${path}`, at: agenda.now() }];
				player.act({
					state: "working",
					focus,
					progressAt: agenda.now(),
					edits,
					...(request === undefined ? {} : { request }),
				});
			});
		}
	}

	function rest(player: Player, focus: string): void {
		player.act({ state: "idle", focus });
		engaged.delete(player);
	}

	function isFree(player: Player): boolean {
		return player.seat() !== undefined && !engaged.has(player);
	}

	function work(player: Player, focus: string, seconds: number): void {
		engaged.add(player);
		player.act({ state: "working", focus, progressAt: agenda.now() });
		progress(player, focus, seconds);
		later(seconds, () => rest(player, focus));
	}

	const pick = <T>(list: readonly T[]) => list[roll(Math.max(1, list.length))];

	function pickNew<T>(list: readonly T[]): T | undefined {
		if (list.every((each) => told.has(each))) for (const each of list) told.delete(each);
		const picked = pick(list.filter((each) => !told.has(each)));
		if (picked !== undefined) told.add(picked);
		return picked;
	}

	later(1, everySecond);

	return {
		agenda,
		between,
		later,
		isFree,
		work,
		pick,
		pickNew,
		tell: (line) => told.add(line),
		engage: (player) => engaged.add(player),
		free: (player) => engaged.delete(player),
		expectAnswer: (question, answer) => answers.set(question, answer),
		expectResult: (request, job) => results.set(request, job),
		mailFor: (player) => withMail.add(player),
		goLive() {
			live = true;
		},
	};
}
