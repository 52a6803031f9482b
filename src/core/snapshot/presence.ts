// Judges by first sight and seen change whether a seat is held. Never reads or writes.
import type { Env } from "../env.ts";
import { limits } from "../limits.ts";
import type { Holder, Presence } from "../model.ts";
import type { Lease } from "../schema.ts";
import type { PresenceJudge } from "./leases.ts";

export function openJudge(env: Env, leaseMs: () => number): PresenceJudge {
	const seen = new Map<string, { readonly key: string; readonly aliveUntil: number }>();
	return {
		judge(read) {
			const { lease } = read;
			const offline: Presence = { at: "offline", since: read.changedAt, holder: lease.vacant ? null : holderOf(lease) };
			if (read.beatAt === 0 || lease.vacant !== undefined) return offline;
			const before = seen.get(lease.token);
			if (before?.key !== read.key) {
				const ageMs = env.now() - read.beatAt;
				const fresh = before !== undefined || (ageMs >= -limits.clockSkewMs && ageMs < leaseMs());
				const aliveUntil = fresh ? env.monotonic() + leaseMs() - (before === undefined ? Math.max(0, ageMs) : 0) : 0;
				seen.set(lease.token, { key: read.key, aliveUntil });
			}
			if (env.monotonic() >= (seen.get(lease.token)?.aliveUntil ?? 0)) return offline;
			const { pid, startTime, bootId, pidNamespace } = lease;
			const state = env.processState({ pid, startTime, bootId, pidNamespace });
			if (state === "gone") return offline;
			return { at: state === "stopped" ? "suspended" : "online", since: lease.at, holder: holderOf(lease) };
		},
	};
}

function holderOf(lease: Lease): Holder {
	const { client, session, generation, pid, cwd, tty, tmuxPane, sessionName } = lease;
	return { client, session, generation, pid, cwd, tty, tmuxPane, sessionName };
}
