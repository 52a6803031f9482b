// `npm run bench`: measures, prints a table, and writes bench/results.json and docs/PERFORMANCE.md. A word after it picks the rows whose group has that name.

import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import type { Row } from "./measure.ts";
import { page } from "./page.ts";
import { crowdOfProcesses, idle, latency } from "./rows/processes.ts";
import { programs } from "./rows/programs.ts";
import { crowd, longHistory, search } from "./rows/reading.ts";
import { fullInbox, growth } from "./rows/receiving.ts";
import { durableSend, smallWrites, timelineAppend, unsyncedSend } from "./rows/writing.ts";
import { table } from "./table.ts";

type Group = () => Promise<Row | readonly Row[]>;

const groups: Readonly<Record<string, Group>> = {
	"durable-send": durableSend,
	"unsynced-send": unsyncedSend,
	"small-writes": smallWrites,
	append: timelineAppend,
	"full-inbox": fullInbox,
	growth,
	crowd,
	"long-history": longHistory,
	search,
	latency,
	processes: crowdOfProcesses,
	idle,
	programs,
};

const wanted = process.argv.slice(2);
const rows: Row[] = [];
for (const [name, measure] of Object.entries(groups)) {
	if (wanted.length > 0 && !wanted.includes(name)) continue;
	process.stderr.write(`${name} …\n`);
	const measured = await measure();
	rows.push(...("what" in measured ? [measured] : measured));
}
console.log(table(rows));
if (wanted.length === 0) {
	const machine = { node: process.version, platform: `${process.platform} ${process.arch}`, processors: cpus().length };
	const results = { v: 1, at: new Date().toISOString(), ...machine, rows };
	writeFileSync(new URL("results.json", import.meta.url), `${JSON.stringify(results, null, "\t")}\n`);
	writeFileSync(new URL("../docs/PERFORMANCE.md", import.meta.url), page(rows, machine));
}
process.exitCode = rows.every((row) => row.kept === "kept") ? 0 : 1;
