// What a member does, as its own file and its line in the timeline: written when it changed, within its bounds. Only its owner writes it.

import { limits } from "./limits.ts";
import type { Activity } from "./schema.ts";
import type { ActivityUpdate } from "./seat.ts";
import type { SeatState } from "./seat-state.ts";
import { headOf } from "./timeline.ts";

export function setActivity(state: SeatState, update: ActivityUpdate): void {
	if (state.over !== undefined) return;
	const before = state.activity;
	const next = fitted(activityOf(state, update));
	if (before !== undefined && !isWorthWriting(before, next)) return;
	state.store.writeActivity(state.teamId, next);
	state.activity = next;
	// A terminal begins idle: joining says so already.
	const stateBefore = before?.state ?? "idle";
	if (next.state === stateBefore && next.focus === before?.focus) return;
	state.writer.trace({ type: next.state, ...(next.focus === undefined ? {} : { focus: next.focus }) });
}

function activityOf(state: SeatState, update: ActivityUpdate): Activity {
	const { env, member, holding, writer, activity: before } = state;
	const now = env.now();
	const focus = update.focus?.slice(0, limits.focusLength);
	const { focus: _focus, ...rest } = update;
	const since = before !== undefined && before.state === update.state ? before.since : now;
	const focusSince = before !== undefined && before.focus === focus ? before.focusSince : now;
	return {
		...headOf(writer),
		...rest,
		member,
		generation: holding.lease.generation,
		since,
		...(focus === undefined ? {} : { focus }),
		...(focus === undefined || focusSince === undefined ? {} : { focusSince }),
	};
}

/** Progress alone is written only now and then, so that a busy terminal does not write with every tool call. */
function isWorthWriting(before: Activity, next: Activity): boolean {
	if (JSON.stringify(comparable(before)) !== JSON.stringify(comparable(next))) return true;
	return (next.progressAt ?? 0) - (before.progressAt ?? 0) >= limits.progressMs;
}

function comparable(activity: Activity): unknown {
	const { at: _at, progressAt: _progressAt, by: _by, ...rest } = activity;
	return Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Edited files and side jobs are dropped, oldest first, until the file stays within its bound. */
function fitted(activity: Activity): Activity {
	if (Buffer.byteLength(JSON.stringify(activity)) <= limits.activityBytes) return activity;
	if (activity.edits.length > 0) return fitted({ ...activity, edits: activity.edits.slice(1) });
	const { jobs, ...rest } = activity;
	return jobs === undefined || jobs.length === 0 ? rest : fitted({ ...activity, jobs: jobs.slice(1) });
}
