// The small files one party writes: the activity of a member and the seat of a session. Last write wins, nothing is synced.

import { isActivity, isSessionSeat } from "../checks.generated.ts";
import { limits } from "../limits.ts";
import type { MemberId, TeamId } from "../model.ts";
import type { Activity, SessionSeat } from "../schema.ts";
import { StoreError } from "../store.ts";
import { isMissing, unlessMissing } from "./errors.ts";
import type { Ground } from "./ground.ts";
import { encodeRecord, replaceFile } from "./publish.ts";
import { readRecord } from "./read.ts";

/** Nothing when the team is gone: a late write must not bring anything back. */
export function writeActivity(ground: Ground, teamId: TeamId, activity: Activity): void {
	const path = ground.layout.activity(teamId, activity.member);
	const bytes = encodeRecord(path, activity, isActivity, limits.activityBytes);
	try {
		replaceFile(ground, path, bytes);
	} catch (error) {
		if (!isMissing(error) || ground.disk.lstat(ground.layout.activities(teamId)) !== undefined) throw error;
	}
}

export function readActivity(ground: Ground, teamId: TeamId, member: MemberId): Activity | undefined {
	const path = ground.layout.activity(teamId, member);
	const activity = readRecord(ground, path, isActivity, limits.activityBytes)?.value;
	if (activity !== undefined && activity.member !== member) {
		throw new StoreError("corrupt", path, "is the activity of another member than its name");
	}
	return activity;
}

/** undefined also for a file of another session: the hash is a name, not a proof. */
export function readSession(ground: Ground, session: string): SessionSeat | undefined {
	const seat = readRecord(ground, ground.layout.session(session), isSessionSeat)?.value;
	return seat?.session === session ? seat : undefined;
}

export function writeSession(ground: Ground, seat: SessionSeat): void {
	const path = ground.layout.session(seat.session);
	replaceFile(ground, path, encodeRecord(path, seat, isSessionSeat));
}

export function removeSession(ground: Ground, session: string): void {
	unlessMissing(() => ground.disk.unlink(ground.layout.session(session)));
}
