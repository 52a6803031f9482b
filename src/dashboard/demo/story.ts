// Which scene comes when: a fixed opening that leaves something of everything on the screen, then whatever the seed says.

import { parts, type Role, roles } from "./cast.ts";
import type { Director } from "./director.ts";
import type { Player } from "./player.ts";
import { ask, type Cast, comeBackLater, getStuck, note, request, say, waitForPerson } from "./scenes.ts";
import { type Exchange, handoffs, jobs, notes, questions, remarks } from "./script.ts";

/** How much of the story lies in the past when somebody begins to watch. */
export const pastSeconds = 8 * 60;

const whereIsTheGuide: Exchange = {
	from: "reviewer",
	to: "writer",
	ask: "Does the payment guide say what a repeated key answers?",
	answer: "Since this morning, with an example.",
};

const tasksOfTheOpening = [
	...parts.planner.tasks.slice(0, 2),
	...parts.frontend.tasks.slice(0, 2),
	parts.writer.tasks[0],
];

/** When somebody begins to watch: one works on a request, one waits for the person, one is stuck, one is idle, one is away. */
export function open(story: Director, cast: Cast): void {
	const { later } = story;
	for (const line of [...questions.slice(0, 2), questions[4], ...jobs.slice(0, 2), handoffs[0], notes[1]])
		story.tell(line);
	for (const line of [remarks[0], remarks[1], remarks[5], ...tasksOfTheOpening]) story.tell(line);
	for (const [index, role] of roles.entries()) {
		later(1 + 3 * index, async () => {
			const joined = await cast[role].join();
			if (!joined.ok) throw new Error(`The demo's ${role} cannot join: ${joined.refusal.code}`);
			cast[role].act({ state: "idle" });
		});
	}
	later(25, () => story.work(cast.planner, parts.planner.tasks[0], 40));
	later(33, () => story.work(cast.writer, parts.writer.tasks[0], 60));
	later(50, () => say(story, cast, "handoff", handoffs[0]));
	later(68, () => getStuck(story, cast.tester, parts.tester.tasks[0], 9 * 60));
	later(95, () => ask(story, cast, questions[0]));
	later(2 * 60 + 20, () => request(story, cast, jobs[0]));
	later(2 * 60 + 40, () => story.work(cast.frontend, parts.frontend.tasks[0], 90));
	later(3 * 60 + 10, () => ask(story, cast, questions[1]));
	later(4 * 60 + 5, () => say(story, cast, "info", remarks[1]));
	later(4 * 60 + 30, () => comeBackLater(story, cast.writer, 3 * 60 + 50));
	later(5 * 60, () => ask(story, cast, whereIsTheGuide));
	later(5 * 60 + 40, () => story.work(cast.planner, parts.planner.tasks[1], 70));
	later(6 * 60 + 10, () => note(story, cast, notes[1]));
	later(6 * 60 + 40, () => ask(story, cast, questions[4]));
	later(7 * 60 + 34, () => request(story, cast, jobs[1]));
	later(7 * 60 + 32, () => waitForPerson(story, cast.frontend, parts.frontend.tasks[1], 75));
	later(7 * 60 + 45, () => say(story, cast, "info", remarks[5]));
	later(pastSeconds + 0.5, () => say(story, cast, "info", remarks[0]));
	later(pastSeconds + 3, () => goOn(story, cast));
}

/** The second team: somebody is there and works now and then, somebody has gone home. */
export function openQuiet(story: Director, others: readonly Player[]): void {
	const [editor, designer] = others;
	story.later(5, () => editor?.join());
	story.later(8, () => designer?.join());
	story.later(60, () => designer?.close());
	story.later(90, () => workNowAndThen(story, editor));
}

function workNowAndThen(story: Director, player: Player | undefined): void {
	story.later(story.between(60, 99), () => workNowAndThen(story, player));
	const [task] = player?.part.tasks ?? [];
	if (player !== undefined && task !== undefined && story.isFree(player))
		story.work(player, task, story.between(20, 40));
}

type Scene = (story: Director, cast: Cast) => Promise<void> | void;

/** As often as they stand here: talk is more frequent than the rest. */
const scenes: readonly Scene[] = [
	aQuestion,
	aQuestion,
	aRemark,
	aRemark,
	someWork,
	someWork,
	someWork,
	aRequest,
	aRequest,
	aHandoff,
	aNote,
	aDialog,
	aPause,
];

/** Begins the next scene and plans the one after it. */
async function goOn(story: Director, cast: Cast): Promise<void> {
	story.later(story.between(3, 9), () => goOn(story, cast));
	await story.pick(scenes)?.(story, cast);
}

function pickFree(story: Director, cast: Cast): Role | undefined {
	return story.pick(roles.filter((role) => story.isFree(cast[role])));
}

async function aQuestion(story: Director, cast: Cast): Promise<void> {
	const exchange = story.pickNew(questions.filter((each) => isHere(cast, each.from)));
	if (exchange !== undefined) await ask(story, cast, exchange);
}

async function aRemark(story: Director, cast: Cast): Promise<void> {
	const remark = story.pickNew(remarks.filter((each) => isHere(cast, each.from)));
	if (remark !== undefined) await say(story, cast, "info", remark);
}

async function aHandoff(story: Director, cast: Cast): Promise<void> {
	const remark = story.pickNew(handoffs.filter((each) => isHere(cast, each.from) && story.isFree(cast[each.to])));
	if (remark !== undefined) await say(story, cast, "handoff", remark);
}

async function aNote(story: Director, cast: Cast): Promise<void> {
	const remark = story.pickNew(notes.filter((each) => isHere(cast, each.from)));
	if (remark !== undefined) await note(story, cast, remark);
}

async function aRequest(story: Director, cast: Cast): Promise<void> {
	const job = story.pickNew(jobs.filter((each) => isHere(cast, each.from) && story.isFree(cast[each.to])));
	if (job !== undefined) await request(story, cast, job);
}

function someWork(story: Director, cast: Cast): void {
	const role = pickFree(story, cast);
	if (role === undefined) return;
	const task = story.pickNew<string>(parts[role].tasks);
	if (task !== undefined) story.work(cast[role], task, story.between(30, 99));
}

function aDialog(story: Director, cast: Cast): void {
	const role = pickFree(story, cast);
	const task = role === undefined ? undefined : story.pickNew<string>(parts[role].tasks);
	if (role !== undefined && task !== undefined) waitForPerson(story, cast[role], task, story.between(20, 50));
}

async function aPause(story: Director, cast: Cast): Promise<void> {
	const role = pickFree(story, cast);
	// The admin stays: a team that asks who its admin is now would be another story.
	if (role !== undefined && role !== "planner") await comeBackLater(story, cast[role], story.between(20, 60));
}

function isHere(cast: Cast, role: Role): boolean {
	return cast[role].seat() !== undefined;
}
