// Several processes on one store: how soon a message is noticed, what eight of them manage at once, what idling costs.

import { type ChildProcess, fork } from "node:child_process";
import { watch } from "node:fs";
import { fileURLToPath } from "node:url";
import { median, mostRow, quantile, type Row, spreadOf } from "../measure.ts";
import { rawDirectory } from "../raw.ts";
import { newTeam, sit } from "../seats.ts";
import { crew, newStore } from "../stores.ts";

const NS_PER_MS = 1_000_000n;
const MESSAGES = 120;
const POLLED = 6;
const GAP_MS = 60;
const DENSE_MS = 30;
const POLL_GAP_MS = 700;

function child(file: string, ...args: readonly (string | number)[]): ChildProcess {
	return fork(fileURLToPath(new URL(`../children/${file}.ts`, import.meta.url)), args.map(String));
}

function ended(process: ChildProcess): Promise<void> {
	return new Promise((resolve, reject) => {
		process.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`a child ended with ${code}`))));
	});
}

/** From the call of send to the recipient's callback, in another process; no syncing, so that it is the watching that counts. */
export async function latency(): Promise<readonly Row[]> {
	const floor = await rawLatency();
	const paced = await watched("hints", MESSAGES, GAP_MS);
	const dense = await watched("hints", MESSAGES, DENSE_MS);
	const polled = await watched("polling", POLLED, POLL_GAP_MS);
	const least = median(floor);
	const p99 = (values: readonly number[]) => quantile(values, 0.99);
	const raw = `fs.watch of bare files: ${least.toFixed(2)} ms, p99 ${p99(floor).toFixed(1)} ms`;
	const row = (what: string, values: readonly number[], words: string, most: number, figure: number) =>
		mostRow(what, { words, most }, values, { unit: "ms", figure, ours: `median ${median(values).toFixed(2)} ms`, raw });
	return [
		row("send → callback, median", paced, "at most 5 ms", 5, median(paced)),
		row("send → callback, p99", paced, "at most 20 ms", 20, p99(paced)),
		row("a message every 30 ms, median", dense, "at most 5 ms", 5, median(dense)),
		row("a message every 30 ms, p99", dense, "at most 20 ms", 20, p99(dense)),
		{
			...row("send → callback beside bare watching", paced, "at most 2×", 2, median(paced) / least),
			...{ unit: "×", spread: spreadOf(paced.map((each) => each / least)) },
		},
		row("with watching off, slowest", polled, "at most 1,200 ms", 1_200, Math.max(...polled)),
	];
}

async function rawLatency(): Promise<readonly number[]> {
	const ground = newStore("not synced");
	const directory = rawDirectory(ground.root, "raw");
	const times: number[] = [];
	const seen = new Set<string>();
	const watcher = watch(directory, (_, name) => {
		const now = process.hrtime.bigint();
		if (name === null || name.endsWith(".tmp") || seen.has(name)) return;
		seen.add(name);
		times.push(since(now, name));
	});
	await ended(child("sender", "raw", directory, "-", "-", MESSAGES, GAP_MS));
	watcher.close();
	ground.remove();
	return times;
}

async function watched(how: "hints" | "polling", count: number, gapMs: number): Promise<readonly number[]> {
	const ground = newStore("not synced");
	const teamId = await newTeam(ground, "shop");
	const store = ground.open({ watch: how });
	const seat = await sit(ground, store, teamId, "receiver");
	const times: number[] = [];
	const seen = new Set<string>();
	const watching = store.watch([{ what: "inbox", teamId, member: seat.member }], () => {
		const now = process.hrtime.bigint();
		for (const name of store.listInbox(teamId, seat.member).waiting) {
			if (seen.has(name.id)) continue;
			seen.add(name.id);
			const body = store.readMessage(teamId, seat.member, name)?.body;
			if (body !== undefined) times.push(since(now, body));
		}
	});
	const sending = ended(child("sender", "ours", ground.root, teamId, seat.member, count, gapMs));
	const alive = setInterval(() => seat.beat(), 1_000);
	await sending;
	for (let waited = 0; times.length < count && waited < 3_000; waited += 50) await pause(50);
	clearInterval(alive);
	watching.close();
	store.close();
	ground.remove();
	if (times.length !== count) throw new Error(`${times.length} of ${count} were noticed`);
	return times;
}

function since(now: bigint, stamp: string): number {
	return Number(((now - BigInt(stamp)) * 1_000n) / NS_PER_MS) / 1_000;
}

function pause(ms: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, ms));
}

const PEERS = 8;
const EACH = 105;
const EXCHANGES = 2;

/** Eight terminals send to each other on a synced store: every message once, in each sender's order. */
export async function crowdOfProcesses(): Promise<readonly Row[]> {
	const runs: { readonly raw: number; readonly ours: number; readonly faults: number }[] = [];
	for (let round = 0; round < EXCHANGES; round += 1) {
		const raw = await rawSyncRate();
		const ours = await exchange();
		runs.push({ raw, ours: ours.perSecond, faults: ours.faults });
	}
	const ratios = runs.map((run) => run.ours / run.raw);
	const figure = median(ratios);
	const faults = runs.reduce((sum, run) => sum + run.faults, 0);
	const common = {
		raw: `8 processes of write+fsync+rename+fsync: ${median(runs.map((run) => run.raw)).toFixed(0)}/s`,
		ours: `${median(runs.map((run) => run.ours)).toFixed(0)} messages/s`,
	};
	return [
		{
			...{ what: "8 processes send to each other", budget: "at least 0.5× the syncs", figure, unit: "×" },
			...{ spread: spreadOf(ratios), kept: figure >= 1 / 2 ? "kept" : "missed", ...common },
		},
		{
			...{ what: "lost, doubled or out of order of them", budget: "none", figure: faults, unit: "count" },
			...{ spread: [0, faults], kept: faults === 0 ? "kept" : "missed", ...common },
		},
	];
}

async function rawSyncRate(): Promise<number> {
	const ground = newStore("synced");
	const directory = rawDirectory(ground.root, "raw");
	const processes = Array.from({ length: PEERS }, (_, index) =>
		child("peer", "raw", directory, "-", index, PEERS, EACH),
	);
	await Promise.all(processes.map((each) => said(each, "ready")));
	const start = performance.now();
	for (const each of processes) each.send("go");
	await Promise.all(processes.map(ended));
	const seconds = (performance.now() - start) / 1_000;
	ground.remove();
	return (PEERS * EACH) / seconds;
}

interface Account {
	readonly member: string;
	readonly sent: readonly string[];
	readonly received: readonly { readonly from: string; readonly id: string }[];
}

async function exchange(): Promise<{ readonly perSecond: number; readonly faults: number }> {
	const ground = newStore("synced");
	const teamId = await newTeam(ground, "shop");
	const processes = Array.from({ length: PEERS }, (_, index) =>
		child("peer", "ours", ground.root, teamId, index, PEERS, EACH),
	);
	await Promise.all(processes.map((each) => said(each, "joined")));
	const ready = Promise.all(processes.map((each) => said(each, "ready")));
	for (const each of processes) each.send("all joined");
	await ready;
	const start = performance.now();
	for (const each of processes) each.send("go");
	const accounts = await Promise.all(processes.map((each) => said(each, "received") as Promise<Account>));
	const seconds = (performance.now() - start) / 1_000;
	for (const each of processes) each.send("end");
	await Promise.all(processes.map(ended));
	ground.remove();
	return { perSecond: (PEERS * EACH) / seconds, faults: faultsOf(accounts) };
}

function said(process: ChildProcess, key: string): Promise<unknown> {
	return new Promise((resolve, reject) => {
		process.on("message", (message: object) => {
			if (key in message) resolve(message);
		});
		process.once("exit", (code) => reject(new Error(`a child ended with ${code}`)));
	});
}

function faultsOf(accounts: readonly Account[]): number {
	const received = accounts.flatMap((account) => account.received.map((each) => each.id));
	const sent = accounts.flatMap((account) => account.sent);
	const lost = sent.filter((id) => !received.includes(id)).length;
	const doubled = received.length - new Set(received).size;
	const disordered = accounts.filter((account) =>
		Object.values(Object.groupBy(account.received, (each) => each.from)).some((list = []) =>
			list.some((each, index) => each.id < (list[index - 1]?.id ?? "")),
		),
	).length;
	return lost + doubled + disordered;
}

const IDLE_MS = 6_000;

export async function idle(): Promise<readonly Row[]> {
	const ground = newStore("not synced");
	try {
		for (let team = 0; team < 20; team += 1) await crew(ground, `team-${team}`, 20, team === 0 ? 10 : 0);
		const teamId = await newTeam(ground, "terminals");
		const dashboard = await idling("dashboard", ground.root, teamId);
		const terminals = await idling("terminals", ground.root, teamId);
		const budget = { words: "at most 0.5 % of a core", most: 0.5 };
		const more = (percent: number) => ({
			unit: "%" as const,
			ours: `${percent.toFixed(2)} %`,
			raw: `over ${IDLE_MS / 1_000} s`,
		});
		return [
			mostRow("idle: what a dashboard reads, 20 teams × 20 members", budget, [dashboard], more(dashboard)),
			mostRow("idle: one of 10 joined terminals", budget, [terminals], more(terminals)),
		];
	} finally {
		ground.remove();
	}
}

async function idling(how: string, root: string, teamId: string): Promise<number> {
	const process = child("idle", how, root, teamId, IDLE_MS);
	const { percent } = (await said(process, "percent")) as { readonly percent: number };
	return percent;
}
