// docs/PERFORMANCE.md: how to read the figures, and those of the last whole run. Pure.

import type { Row } from "./measure.ts";
import { markdown } from "./table.ts";

export interface Machine {
	readonly node: string;
	readonly platform: string;
	readonly processors: number;
}

export function page(rows: readonly Row[], { node, platform, processors }: Machine): string {
	const missed = rows.filter((row) => row.kept === "missed").map((row) => row.what);
	return `# Performance

Written by \`npm run bench\`, which takes about three minutes and leaves nothing behind. Last whole run: Node ${node}, ${platform}, ${processors} processors.

A figure of one machine says little, so each one stands beside the bare operation of the system that bounds it, measured in the
same run, in turns. \`×\` compares the two: at least 0.6× the rate means that a durable send takes at most 1.7 times as long as
writing, syncing and renaming a file by hand. What does not wait for the disk is counted in CPU time, which a busy machine
distorts least. Every figure is a median of several rounds; *spread* is the lowest and the highest of them.

${markdown(rows)}

${missed.length === 0 ? "Every budget was kept in that run." : `Missed in that run: ${missed.join("; ")}.`}

## What keeps it fast

- A look at the store compares change keys of directories. Only what changed is read; leases are looked at apart, the online ones
  every second by their times, the lapsed ones every half minute, the released ones never.
- A timeline is read from its end. Its length costs nothing until somebody scrolls back or searches.
- Sending takes no lock and lists no history. What a sender counted about a recipient is kept for ten seconds.
- A beat sets the time of one open file.
- A search reads the timeline in pages, lets everything else run in between, and keeps what it read.

## Measuring a part

\`node bench/run.ts crowd search\` measures the named groups only and writes no file. The groups are listed in \`bench/run.ts\`.
Counts of system calls, which no noise reaches, are held by tests instead.
`;
}
