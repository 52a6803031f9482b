// Change keys: what a poll compares instead of reading. Equal keys mean that nothing changed, up to the resolution of the file system's times. Only looks.

import { limits } from "../limits.ts";
import type { MemberId, TeamId } from "../model.ts";
import { type FileStat, msOf } from "./disk.ts";
import type { Ground } from "./ground.ts";
import { claimDirectories } from "./inbox.ts";
import { newestSegment } from "./timeline/segments.ts";

export type Part = "doc" | "leases" | "activity" | "events" | "inbox";

export interface Keys {
	root(): string | undefined;
	of(teamId: TeamId, part: Part, member: MemberId | undefined): string | undefined;
}

export function openKeys(ground: Ground): Keys {
	const { disk, env, layout } = ground;
	let looks = 0;
	/** Which segments and claim directories there are, as long as the directory above them says it is the same. */
	const segments = new Map<TeamId, { readonly key: string; readonly newest: number }>();
	const claims = new Map<string, { readonly key: string; readonly names: readonly string[] }>();

	function key(path: string): string | undefined {
		const stat = disk.lstat(path);
		return stat === undefined ? undefined : keyOf(stat);
	}

	/** The inode tells a replaced file or directory, the time a changed one; ms would miss most changes in a burst. */
	function keyOf(stat: FileStat): string {
		const plain = `${stat.ino}:${stat.mtimeNs}`;
		const fresh = Math.abs(env.now() - msOf(stat.mtimeNs)) < limits.coarseTimeMs;
		if (!disk.coarseTimes || !fresh) return plain;
		// The next change may come within the same tick and leave no trace: this key is good for one look only.
		looks += 1;
		return `${plain}?${looks}`;
	}

	function events(teamId: TeamId): string | undefined {
		const directory = key(layout.events(teamId));
		if (directory === undefined) return undefined;
		let known = segments.get(teamId);
		if (known?.key !== directory) {
			known = { key: directory, newest: newestSegment(ground, teamId) ?? 0 };
			segments.set(teamId, known);
		}
		// A late line lands in the segment before the newest.
		const sizes = [known.newest, known.newest - 1].map((number) => sizeOf(layout.segment(teamId, number)));
		return [directory, ...sizes].join(" ");
	}

	function sizeOf(path: string): string {
		const stat = disk.lstat(path);
		return stat === undefined ? "-" : `${stat.ino}:${stat.size}`;
	}

	function inbox(teamId: TeamId, member: MemberId): string | undefined {
		const waiting = key(layout.inboxNew(teamId, member));
		const path = layout.inboxClaimed(teamId, member);
		const claimed = key(path);
		if (claimed === undefined) return waiting;
		let known = claims.get(path);
		if (known?.key !== claimed) {
			known = { key: claimed, names: claimDirectories(ground, teamId, member) };
			claims.set(path, known);
		}
		return [waiting, claimed, ...known.names.map((name) => key(`${path}/${name}`))].join(" ");
	}

	return {
		root: () => key(layout.root),
		of(teamId, part, member) {
			switch (part) {
				case "doc":
					return key(layout.docs(teamId));
				case "leases":
					return key(layout.leases(teamId));
				case "activity":
					return key(member === undefined ? layout.activities(teamId) : layout.activity(teamId, member));
				case "events":
					return events(teamId);
				case "inbox":
					if (member === undefined) throw new TypeError("an inbox has a member");
					return inbox(teamId, member);
				default:
					return part satisfies never;
			}
		},
	};
}
