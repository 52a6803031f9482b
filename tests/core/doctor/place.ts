// A store in a temporary folder with simulated terminals in it, and a doctor that looks at it. Decides nothing.

import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Finding } from "../../../src/core/doctor/finding.ts";
import { examine, mend } from "../../../src/core/doctor.ts";
import { type Env, realEnv } from "../../../src/core/env.ts";
import { openStore } from "../../../src/core/files/store.ts";
import { fileTerminals, type Seat, type Terminals } from "../snapshot/world.ts";

// Watching is looked at with real timers, so the doctor has the real clock; the terminals' clock starts with it. Of the
// simulated terminals' processes it knows nothing, as if they ran elsewhere: the leases alone tell.
export const env: Env = { ...realEnv(), processState: () => "unknown" };

export interface Place {
	readonly folder: string;
	readonly root: string;
	readonly terminals: Terminals;
	remove(): void;
	/** backend and reviewer in a team shop. */
	pair(): Promise<{ readonly shop: string; readonly backend: Seat; readonly reviewer: Seat }>;
	inTeam(teamId: string, ...path: readonly string[]): string;
	examined(): Promise<readonly Finding[]>;
	/** `named` are the paths a person names. */
	mended(findings: readonly Finding[], ...named: readonly string[]): ReturnType<typeof mend>;
	/** Names and times of everything: what a look must not change. */
	picture(): string;
}

export function newPlace(): Place {
	const folder = mkdtempSync(join(tmpdir(), "pi-team-doctor-"));
	const root = join(folder, "teams");
	const terminals = fileTerminals(folder);
	return {
		...{ folder, root, terminals },
		remove: () => rmSync(folder, { recursive: true, force: true }),
		async pair() {
			const shop = await terminals.createTeam("shop");
			const backend = await terminals.join(shop, "backend");
			return { shop, backend, reviewer: await terminals.join(shop, "reviewer") };
		},
		inTeam: (teamId, ...path) => join(root, `t-${teamId}`, ...path),
		examined: async () => (await examine(env, openStore(env, root, { visitor: "only looks" }))).findings,
		mended: (findings, ...named) => mend(env, openStore(env, root), findings, named),
		picture: () =>
			readdirSync(root, { recursive: true, encoding: "utf8" })
				.sort()
				.map((name) => {
					const { ino, mtimeMs, ctimeMs } = statSync(join(root, name));
					return `${name} ${ino} ${mtimeMs} ${ctimeMs}`;
				})
				.join("\n"),
	};
}

export function codes(findings: readonly Finding[]): readonly string[] {
	return findings.map((finding) => finding.code);
}
