// A terminal that contends for a seat with another one, and sends, reads and works at random while it has it. Made to be killed, stopped and woken.

import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { realEnv } from "../../../../src/core/env.ts";
import { openStore } from "../../../../src/core/files/store.ts";
import type { Incoming, Seat, Terminal } from "../../../../src/core/seat.ts";
import { joinTeam } from "../../../../src/core/seat-join.ts";
import { restoreSeat } from "../../../../src/core/seat-restore.ts";
import { openDeeds } from "../storm-seats-deeds.ts";

const [root = "", deeds = "", teamId = "", role = "", session = "", conversation = "", seed = ""] =
	process.argv.slice(2);
const dice = diceFrom(Number(seed));
process.umask([0, 0o002, 0o022, 0o027, 0o077][dice(5)] ?? 0);
const env = realEnv();
const store = openStore(env, root, { watch: "polling", segmentBytes: 6_000 });
const nowhere = { tty: undefined, tmuxPane: undefined, sessionName: undefined };
const terminal: Terminal = { client: "pi", session, cwd: "/work", appVersion: "0.1.0", ...nowhere };
const did = openDeeds(deeds);
const known = new Set(existsSync(conversation) ? readFileSync(conversation, "utf8").split("\n") : []);
const inHand: Incoming[] = [];
const shown: Incoming[] = [];
const RETRY_MS = 60;
let seat: Seat | undefined;

async function sit(): Promise<void> {
	await did({ do: "sit", role }, async () => {
		const restored = await restoreSeat(env, store, terminal);
		const request = { teamId, role, force: "confirmed", by: "person" } as const;
		const joined = restored.ok ? restored : await joinTeam(env, store, terminal, request);
		if (!joined.ok) return joined.refusal.code;
		seat = joined.value;
		inHand.length = 0;
		shown.length = 0;
		return { member: seat.member, generation: seat.generation };
	});
	if (seat === undefined) await pause(RETRY_MS);
}

async function step(held: Seat): Promise<void> {
	if (held.beat().at !== "kept") {
		seat = undefined;
		return;
	}
	switch (dice(9)) {
		case 0:
		case 1:
		case 2:
			return send(held);
		case 3:
		case 4:
			return show(held, await held.receive((id) => known.has(id)));
		case 5:
		case 6:
			return work(held);
		case 7:
			await did({ do: "look" }, () => ({
				revision: store.readDocument(teamId)?.revision ?? 0,
				generations: Object.fromEntries(store.leaseGenerations(teamId)),
				lines: store.latestEvents(teamId, 10_000).events.length,
			}));
			return;
		default:
			if (dice(6) > 0) return;
			seat = undefined;
			await held.end("closed");
	}
}

async function send(held: Seat): Promise<void> {
	const others = (store.readDocument(teamId)?.members ?? []).filter(({ id }) => id !== held.member);
	const to = others[dice(Math.max(1, others.length))]?.id;
	if (to === undefined) return;
	const kind = (["request", "request", "note", "info"] as const)[dice(4)] ?? "info";
	const mark = env.newToken();
	const subject = kind === "request" ? "do it" : undefined;
	const none = { replyTo: undefined, parentId: undefined };
	await did({ do: "send", kind, to, mark }, async () => {
		const sent = await held.send({ to, kind, body: mark, subject, origin: "agent", ...none });
		return sent.ok ? { id: sent.value.id } : sent.refusal.code;
	});
}

/** As Pi does: into the conversation on the disk first, and said to be there at the next look only. Most kills fall in between. */
async function show(held: Seat, incoming: readonly Incoming[]): Promise<void> {
	await held.surfaced(shown.splice(0));
	for (const { name, message } of incoming) {
		await did({ do: "got", id: message.id, attempt: name.attempt }, () => null);
		await did({ do: "shown", id: message.id, session }, () => appendFileSync(conversation, `\n${message.id}\n`));
		known.add(message.id);
	}
	shown.push(...incoming);
}

async function work(held: Seat): Promise<void> {
	const [mine] = inHand;
	if (mine !== undefined && dice(2) === 0) {
		inHand.shift();
		const mark = env.newToken();
		const report = { outcome: "completed" as const, files: [], filesOmitted: 0, textCut: false };
		await did({ do: "settle", id: mine.message.id, mark }, async () => {
			const settled = await held.settle(mine, report, mark);
			return settled.ok ? settled.value : settled.refusal.code;
		});
		return;
	}
	const waiting = held.pendingWork();
	const name = waiting[dice(Math.max(1, waiting.length))];
	const incoming = name === undefined ? undefined : await held.claimWork(name);
	if (incoming === undefined) return;
	if (incoming.message.kind === "result") return show(held, [incoming]);
	await did({ do: "got", id: incoming.message.id, attempt: incoming.name.attempt }, () => null);
	inHand.push(incoming);
}

function diceFrom(start: number): (below: number) => number {
	let state = start % 2_147_483_647 || 1;
	return (below) => {
		state = (state * 48_271) % 2_147_483_647;
		return state % below;
	};
}

process.on("disconnect", () => process.exit(0));
process.on("message", () => process.exit(0));
for (;;) {
	await (seat === undefined ? sit() : step(seat));
	process.send?.("did");
	await pause(dice(5));
}
