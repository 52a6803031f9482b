// One message in each of its states: the same words in a tool's reply, in /team inbox and /team status, for a model, in the detail of panel and dashboard, and at a shell.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Env } from "../../src/core/env.ts";
import { openHistory } from "../../src/core/history.ts";
import { limits } from "../../src/core/limits.ts";
import type { Outcome as RunOutcome } from "../../src/core/schema.ts";
import type { Draft, Seat } from "../../src/core/seat.ts";
import { readOnce } from "../../src/core/snapshot.ts";
import { messageLines } from "../../src/core/view/message.ts";
import { messageHead, type Scene, type Situation, shortId } from "../../src/core/view/scene.ts";
import { plainText } from "../../src/core/view/words.ts";
import type { TeamDesk } from "../../src/extension/desk.ts";
import type { Here } from "../../src/extension/here.ts";
import { inboxText } from "../../src/extension/inbox.ts";
import { statusText } from "../../src/extension/reports.ts";
import { statusReport } from "../../src/extension/status-report.ts";
import { call } from "../support/cli/call.ts";
import { read, env as real, type Shop, shop } from "../support/cli/world.ts";

const SUBJECT = "Which code?";

interface State {
	readonly name: string;
	readonly kind: Draft["kind"];
	/** The words; `since` is how long the recipient has been away. */
	readonly words: string;
	/** Waits for something: it stands in the lists of open work. */
	readonly open?: "listed";
	/** After it was sent. */
	become?(here: Shop, id: string): Promise<unknown>;
	/** Before it is sent. */
	before?(here: Shop): unknown;
	readonly to?: "frontend";
	readonly later?: number;
}

async function claimed(seat: Seat) {
	const [name] = seat.pendingWork();
	const incoming = name === undefined ? undefined : await seat.claimWork(name);
	if (incoming === undefined) throw new Error("nothing to claim");
	await seat.surfaced([incoming]);
	return incoming;
}

function settledAs(outcome: RunOutcome, more: { readonly textMissing?: boolean } = {}) {
	return async ({ backend }: Shop) => {
		const report = { outcome, files: [], filesOmitted: 0, textCut: false, ...more };
		await backend.settle(await claimed(backend), report, "Done.");
	};
}

const idle = { state: "idle" as const, edits: [] };

const states: readonly State[] = [
	{ name: "waiting", kind: "question", words: "submitted", open: "listed" },
	{
		name: "waiting for somebody busy",
		kind: "question",
		words: "submitted, waiting for: busy, dialog",
		open: "listed",
		before: ({ backend }) => backend.setActivity({ ...idle, paused: "no", holds: ["busy", "dialog"] }),
	},
	{
		name: "waiting for somebody paused",
		kind: "request",
		words: "submitted; backend is paused by its person; it waits until it resumes",
		open: "listed",
		before: ({ backend }) => backend.setActivity({ ...idle, paused: "person", holds: [] }),
	},
	{
		name: "waiting for somebody away",
		kind: "request",
		words: "submitted; frontend is offline since 5s: queued until it returns",
		open: "listed",
		to: "frontend",
		later: 5_000,
	},
	{
		name: "claimed",
		kind: "question",
		words: "submitted",
		open: "listed",
		become: ({ backend }) => backend.receive(() => false),
	},
	{ name: "surfaced", kind: "question", words: "surfaced", open: "listed", become: ({ backend }) => read(backend) },
	{
		name: "a request that is worked on",
		kind: "request",
		words: "surfaced",
		open: "listed",
		become: ({ backend }) => claimed(backend),
	},
	{
		name: "answered",
		kind: "question",
		words: "answered",
		async become({ backend, planner }, id) {
			await read(backend);
			const rest = { subject: undefined, parentId: undefined, origin: "agent" } as const;
			await backend.send({ to: planner.member, kind: "info", body: "402", replyTo: id, ...rest });
		},
	},
	{ name: "completed", kind: "request", words: "answered", become: settledAs("completed") },
	{
		name: "completed without a closing text",
		kind: "request",
		words: "answered without a text",
		become: settledAs("completed", { textMissing: true }),
	},
	{ name: "failed work", kind: "request", words: "failed", become: settledAs("failed") },
	{ name: "interrupted work", kind: "request", words: "interrupted", become: settledAs("interrupted") },
	{ name: "expired, before anybody says so", kind: "question", words: "expired", later: limits.messageTtlMs },
	{
		name: "taken over",
		kind: "question",
		words: "failed: taken over",
		become: ({ store, teamId, planner, backend }, id) =>
			store.putReceipt(teamId, {
				...{ v: 1, at: real.now(), by: null, message: id, from: planner.member, to: backend.member },
				...{ state: "failed", code: "taken-over" },
			}),
	},
	{
		name: "pruned",
		kind: "info",
		words: "no longer known: pruned",
		async become({ root, teamId, backend }) {
			await read(backend);
			for (const part of ["receipts", "inbox"]) rmSync(join(root, `t-${teamId}`, part), { recursive: true });
		},
	},
];

describe("a message that is", () => {
	test.each(states)("$name is called the same everywhere", async (state) => {
		const here = await shop();
		await state.before?.(here);
		const to = state.to === "frontend" ? frontendOf(here) : here.backend.member;
		const draft = { to, kind: state.kind, body: "The one or the other?", subject: SUBJECT, origin: "agent" } as const;
		const sent = await here.planner.send({ ...draft, replyTo: undefined, parentId: undefined });
		if (!sent.ok) throw new Error(sent.refusal.code);
		const { id } = sent.value;
		await state.become?.(here, id);
		const said = await everywhere(here, state, id);
		const expected = Object.keys(said).map((place) => [place, state.words]);
		expect(Object.entries(said)).toEqual(expected);
		// What the tool said when it was sent is what everybody says as long as nothing happened.
		if (state.become === undefined && state.later === undefined) expect(sent.value.words).toBe(state.words);
	});
});

function frontendOf({ store, teamId }: Shop): string {
	return store.readDocument(teamId)?.members.find((member) => member.role === "frontend")?.id ?? "";
}

async function everywhere(here: Shop, state: State, id: string): Promise<Readonly<Record<string, string>>> {
	const { root, store, teamId, planner } = here;
	const away = store.readLease(teamId, frontendOf(here))?.changedAt ?? 0;
	const now = state.to === "frontend" ? away + (state.later ?? 0) : real.now() + (state.later ?? 0);
	const env: Env = { ...real, now: () => now };
	const snapshot = readOnce(env, store);
	const [team] = snapshot.teams;
	const head = team === undefined ? undefined : messageHead(team, id);
	const whole = await openHistory(env, store, teamId).message(id);
	if (team === undefined || head === undefined || !whole.ok) throw new Error("it is not there");
	const situation: Situation = {
		snapshot,
		actor: { at: "joined", teamId, member: planner.member, by: "agent" },
		session: "",
		now,
		surface: "command",
		proposedRole: "",
	};
	const room = { columns: 200, rows: 60 };
	const scene: Scene = {
		...situation,
		panes: ["list", "detail"],
		room: { list: room, flow: room, detail: room, help: room },
		message: whole.value,
	};
	const detail = messageLines(scene, team, head).map(({ line }) => plainText(line));
	const inbox = await inboxText({ env, store } as Here, { situation: () => situation } as unknown as TeamDesk);
	const shown = await call(root, ["show", id], { env });
	const explained = await call(root, ["explain", id], { env });
	return {
		inbox:
			(inbox.ok ? inbox.value : "")
				.split("\n")
				.find((line) => line.includes(SUBJECT))
				?.match(/, (.*): Which/)?.[1] ?? "",
		detail: lastStep(detail.find((line) => line.startsWith("state")) ?? ""),
		show: shown.out.match(/^state +(.*)$/m)?.[1] ?? "",
		explain: explained.out.split("\n")[0]?.split("  ").at(-1) ?? "",
		...(state.open === undefined ? {} : listed(situation, id)),
	};
}

/** `state  submitted 18:00:01 → surfaced 18:00:02`: without the times. */
function lastStep(line: string): string {
	return (
		line
			.replace(/^state +/, "")
			.split(" → ")
			.at(-1)
			?.replace(/ \d\d:\d\d:\d\d/, "") ?? ""
	);
}

/** The lists of open work: a person's, a program's, a model's. */
function listed(situation: Situation, id: string): Readonly<Record<string, string>> {
	const row = statusText(situation)
		.split("\n")
		.find((line) => line.includes(shortId(id)));
	const report = JSON.stringify(statusReport(situation, undefined, []));
	const model = report.match(new RegExp(`"id":"${id}"[^}]*"state":"([^"]*)"`))?.[1];
	const status = row?.split(/ {2,}/).at(-3) ?? "";
	return model === undefined ? { status } : { status, model };
}
