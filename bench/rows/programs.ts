// The built program from outside: how long a first frame and a one-shot verb take beside a Node that does nothing.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { buildBundles } from "../../scripts/build.ts";
import { median, mostRow, type Row } from "../measure.ts";
import { crew, type Ground, newStore, writeHistory } from "../stores.ts";

const program = fileURLToPath(new URL("../../dist/pi-team-dash.js", import.meta.url));
const ROUNDS = 7;

interface Run {
	readonly wallMs: number;
	readonly cpuMs: number;
}

// The process says itself what it took, on a pipe nobody else uses.
const REPORT =
	"data:text/javascript,import{writeSync}from'node:fs';process.on('exit',()=>{const{user,system}=process.cpuUsage();writeSync(3,String((user+system)/1000))})";

function node(...args: readonly string[]): Promise<Run> {
	const start = performance.now();
	const child = spawn(process.execPath, ["--import", REPORT, ...args], {
		stdio: ["ignore", "pipe", "inherit", "pipe"],
	});
	child.stdout?.resume();
	let said = "";
	const pipe = child.stdio[3];
	if (pipe !== null && pipe !== undefined && "setEncoding" in pipe) {
		pipe.setEncoding("utf8");
		pipe.on("data", (text) => {
			said += text;
		});
	}
	return new Promise((resolve, reject) => {
		child.once("close", (code) => {
			if (code === 0) resolve({ wallMs: performance.now() - start, cpuMs: Number(said) });
			else reject(new Error(`node ${args.join(" ")} ended with ${code}`));
		});
	});
}

/** Each round starts both, one after the other; what counts is the difference. */
async function beyondNothing(...args: readonly string[]): Promise<{ readonly wall: number[]; readonly cpu: number[] }> {
	const wall: number[] = [];
	const cpu: number[] = [];
	for (let round = 0; round <= ROUNDS; round += 1) {
		const nothing = await node("-e", "0");
		const ours = await node(...args);
		if (round === 0) continue; // Warms the compile cache.
		wall.push(ours.wallMs - nothing.wallMs);
		cpu.push(ours.cpuMs - nothing.cpuMs);
	}
	return { wall, cpu };
}

const EVENTS = 1_000_000;
const LINE_BYTES = 500;

async function longFirstFrame(ground: Ground): Promise<Row> {
	const { wall, cpu } = await beyondNothing(program, "--root", ground.root);
	return mostRow(
		"first frame with 500 MB, 1 M events",
		{ words: "at most 300 ms after `node -e 0`", most: 300 },
		wall,
		{
			...{ unit: "ms", ours: `${median(cpu).toFixed(0)} ms CPU`, raw: "`node -e 0` in the same round" },
		},
	);
}

export async function programs(): Promise<readonly Row[]> {
	await buildBundles(["bin"]);
	const ground = newStore("not synced");
	try {
		const team = await crew(ground, "long", 10, 2);
		writeHistory(ground, team, EVENTS, LINE_BYTES);
		const frame = await longFirstFrame(ground);
		const { wall, cpu } = await beyondNothing(program, "teams", "--root", ground.root);
		const verb = mostRow("`pi-team-dash teams` on it", { words: "at most 50 ms CPU over `node -e 0`", most: 50 }, cpu, {
			...{ unit: "ms", ours: `${median(wall).toFixed(0)} ms`, raw: "`node -e 0` in the same round" },
		});
		return [frame, verb];
	} finally {
		ground.remove();
	}
}
