// Looks through system calls whether a visitor of a store writes anything into it. Needs strace and script(1); says so where they are missing.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../src/dashboard/main.ts", import.meta.url));
const WATCHED_S = 5;
const WRITES =
	/\b(?:mkdir|rename|link|symlink|unlink|rmdir|mknod|chmod|fchmodat|chown|fchownat|truncate|utime|utimes|utimensat|futimesat)(?:at2?)?\(|O_WRONLY|O_RDWR|O_CREAT/;

export type Traced =
	| { readonly outcome: "passed" | "failed"; readonly why: string }
	| { readonly outcome: "not tried"; readonly why: string };

/** `make` fills the root, which the full-screen dashboard and a verb then look at. */
export function traceVisitor(make: (root: string) => void): Traced {
	const ground = mkdtempSync(join(tmpdir(), "pi-team-trace-"));
	const root = join(ground, "teams");
	const log = join(ground, "calls.log");
	try {
		for (const tool of ["strace", "script", "timeout"]) {
			if (spawnSync("sh", ["-c", `command -v ${tool}`]).status !== 0)
				return { outcome: "not tried", why: `  this machine has no ${tool}` };
		}
		make(root);
		const look = `strace -f -qq -e trace=%file -o ${log} ${process.execPath} ${program} --root ${root}`;
		const shown = spawnSync("timeout", [String(WATCHED_S), "script", "-qec", look, "/dev/null"], {
			encoding: "utf8",
			env: { ...process.env, TERM: "xterm-256color" },
		});
		const calls = readFileSync(log, "utf8")
			.split("\n")
			.filter((line) => line.includes(root));
		if (calls.length === 0) return { outcome: "not tried", why: `  nothing was traced: ${shown.stderr}` };
		const writes = calls.filter((line) => WRITES.test(line));
		return writes.length === 0
			? { outcome: "passed", why: `  ${calls.length} calls, none of which writes` }
			: { outcome: "failed", why: writes.join("\n") };
	} finally {
		rmSync(ground, { recursive: true, force: true });
	}
}
