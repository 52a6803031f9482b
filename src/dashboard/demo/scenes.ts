// The scenes of the demo: each begins something and plans how it ends. Never decides which scene comes when; story.ts does.

import type { Kind } from "../../core/kinds.ts";
import type { Role } from "./cast.ts";
import type { Director } from "./director.ts";
import type { Player } from "./player.ts";
import type { Exchange, Job, Remark } from "./script.ts";

export type Cast = Readonly<Record<Role, Player>>;

export async function ask(story: Director, cast: Cast, { from, to, ask: text, answer }: Exchange): Promise<void> {
	const question = await cast[from].send(cast[to], "question", text);
	if (question === undefined) return;
	story.expectAnswer(question, answer);
	story.mailFor(cast[to]);
}

export async function say(story: Director, cast: Cast, kind: Kind, { from, to, text }: Remark): Promise<void> {
	const sent = await cast[from].send(cast[to], kind, text);
	if (sent !== undefined) story.mailFor(cast[to]);
}

/** A word from the person at one terminal to the person at another. */
export async function note(story: Director, cast: Cast, { from, to, text }: Remark): Promise<void> {
	const sent = await cast[from].send(cast[to], "note", text, { by: "person" });
	if (sent !== undefined) story.mailFor(cast[to]);
}

export async function request(story: Director, cast: Cast, job: Job): Promise<void> {
	const sent = await cast[job.from].send(cast[job.to], "request", job.body, { subject: job.subject });
	if (sent === undefined) return;
	story.expectResult(sent, job);
	story.mailFor(cast[job.to]);
}

/** A dialog is open in its terminal; the person closes it after a while, and the work goes on. */
export function waitForPerson(story: Director, player: Player, focus: string, seconds: number): void {
	story.engage(player);
	player.act({ state: "waiting", focus });
	story.later(seconds, () => {
		story.free(player);
		story.work(player, focus, story.between(30, 60));
	});
}

/** Works without any sign of progress, until it finds a way out. */
export function getStuck(story: Director, player: Player, focus: string, seconds: number): void {
	story.engage(player);
	player.act({ state: "working", focus, progressAt: story.agenda.now() });
	story.later(seconds, () => {
		player.act({ state: "idle", focus });
		story.free(player);
	});
}

export async function comeBackLater(story: Director, player: Player, seconds: number): Promise<void> {
	story.engage(player);
	await player.close();
	story.later(seconds, async () => {
		story.free(player);
		const back = await player.join();
		if (!back.ok) return;
		player.act({ state: "idle" });
		story.mailFor(player);
	});
}
