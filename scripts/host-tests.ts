// `npm run test:host`: tries the store on a machine without watchers, without space, and with a disk it may not write, in namespaces of its own; and a visitor under strace. Says what this machine does not permit. Changes nothing outside a temporary directory.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { traceVisitor } from "./host-tests-trace.ts";

const probe = fileURLToPath(new URL("host-tests-probe.ts", import.meta.url));

interface Case {
	readonly name: string;
	/** Run in the namespace; the shell gets the ground as $G. */
	readonly make: string;
	readonly prepare?: string;
	readonly probe: string;
}

const cases: readonly Case[] = [
	{ name: "no inotify instance is left", make: "echo 0 > /proc/sys/user/max_inotify_instances", probe: "unwatched" },
	{
		name: "the disk is mounted read-only",
		prepare: "prepare",
		make: 'mount --bind "$G" "$G" && mount -o remount,bind,ro "$G"',
		probe: "read-only",
	},
	{ name: "no space is left", make: 'mount -t tmpfs -o size=110m,nr_inodes=100k none "$G"', probe: "full" },
	{ name: "no inode is left", make: 'mount -t tmpfs -o size=1g,nr_inodes=6000 none "$G"', probe: "full" },
];

let failed = 0;
for (const each of cases) {
	const told = tried(each);
	if (told.outcome === "failed") failed += 1;
	console.log(`${told.outcome.padEnd(9)} ${each.name}${told.why === "" ? "" : `\n${told.why}`}`);
}
const traced = traceVisitor((root) => run("prepare", root));
if (traced.outcome === "failed") failed += 1;
console.log(`${traced.outcome.padEnd(9)} a visitor is traced\n${traced.why}`);
process.exitCode = failed === 0 ? 0 : 1;

function tried({ make, prepare, probe: what }: Case): { readonly outcome: string; readonly why: string } {
	const ground = mkdtempSync(join(tmpdir(), "pi-team-host-"));
	const root = join(ground, "teams");
	mkdirSync(root, { mode: 0o700 });
	const inside = (command: string) =>
		spawnSync("unshare", ["-Urm", "sh", "-c", command], { encoding: "utf8", env: { ...process.env, G: ground } });
	try {
		const made = inside(make);
		if (made.status !== 0) return { outcome: "not tried", why: reason(made.stderr, made.error) };
		if (prepare !== undefined) run(prepare, root);
		const ran = inside(
			`${make} && mkdir -p -m 700 "$G/teams" && exec "${process.execPath}" "${probe}" ${what} "${root}"`,
		);
		return ran.status === 0 ? { outcome: "passed", why: "" } : { outcome: "failed", why: ran.stderr };
	} finally {
		rmSync(ground, { recursive: true, force: true });
	}
}

function run(what: string, root: string): void {
	const ran = spawnSync(process.execPath, [probe, what, root], { encoding: "utf8" });
	if (ran.status !== 0) throw new Error(ran.stderr);
}

function reason(stderr: string | null, error: Error | undefined): string {
	return `  this machine does not permit it: ${(error?.message ?? stderr ?? "").trim()}`;
}
