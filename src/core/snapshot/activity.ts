// Reads what the members of one team do, each file only when it changed. Never writes.

import type { MemberId, TeamId } from "../model.ts";
import type { Activity } from "../schema.ts";
import type { Store } from "../store.ts";
import type { TroubleBook } from "./trouble.ts";

export interface ActivityReader {
	/** `mayWrite` are those whose terminal lives or did at the last look: of them alone the files are looked at when the directory changed. */
	refresh(
		look: "changed" | "everything",
		members: readonly MemberId[],
		mayWrite: (member: MemberId) => boolean,
	): "same" | "changed";
	/** The same object while the file is the same; of any generation. */
	of(member: MemberId): Activity | undefined;
}

export function watchActivity(store: Store, teamId: TeamId, book: TroubleBook): ActivityReader {
	const place = `${teamId}/activity`;
	const known = new Map<MemberId, { readonly key: string; readonly activity: Activity | undefined }>();
	let key: string | undefined;
	let lookedFor: readonly MemberId[] = [];

	function readOne(member: MemberId, look: "changed" | "everything"): "same" | "changed" {
		const now = store.changeKey(teamId, "activity", member);
		const before = known.get(member);
		if (now === undefined) {
			book.forget(`${place}/${member}`);
			return known.delete(member) ? "changed" : "same";
		}
		if (now === before?.key && look === "changed") return "same";
		const attempt = book.attempt(`${place}/${member}`, () => store.readActivity(teamId, member));
		if (!attempt.ok) {
			// Looked at again with the next change of the directory when it only failed this once.
			if (attempt.why === "again") key = undefined;
			known.set(member, { key: attempt.why === "again" ? "" : now, activity: before?.activity });
			return "same";
		}
		known.set(member, { key: now, activity: attempt.value });
		return "changed";
	}

	return {
		refresh(look, members, mayWrite) {
			const now = store.changeKey(teamId, "activity");
			// A member is in the document before it writes what it does, but this reader may meet the two the other way round.
			if (now === key && members === lookedFor && look === "changed") return "same";
			const before = lookedFor;
			key = now;
			lookedFor = members;
			const wanted = look === "everything" || before !== members ? members : members.filter(mayWrite);
			const changes = wanted.map((member) => readOne(member, look));
			return changes.includes("changed") ? "changed" : "same";
		},
		of: (member) => known.get(member)?.activity,
	};
}
