// Words for the broken, stray and set-aside files that the store found in itself. Pure.

import type { MemberId, Snapshot, Trouble } from "../model.ts";
import { type Finding, type Fix, finding } from "./finding.ts";

interface Words {
	readonly meaning: string;
	readonly mend: string;
	/** What goes with the file when it is set aside; undefined = nothing that could still be used. */
	readonly loses?: string;
	/** "never" where the store itself steps over it, and a file that is moved would be missed. */
	readonly setAside?: "never";
}

const NEWEST_DOCUMENT: Words = {
	meaning: "It is the newest revision, so the team cannot be used.",
	mend: "Set aside, the revision before it counts again.",
	loses: "the last change of the team's members, roles, admin or name",
};

/** What a broken file means depends on where it lies in a team's directory. */
const places: readonly (readonly [part: RegExp, words: Words])[] = [
	[
		/\/doc\/[^/]+$/,
		{
			meaning: "It is an older revision of the team, which nobody reads.",
			mend: "It can be set aside.",
		},
	],
	[
		/\/leases\/[^/]+$/,
		{
			meaning: "It holds no seat: the member is shown offline and may be taken.",
			mend: "Nothing has to be done: whoever takes the seat next takes the generation after it.",
			// Without the file the same generation could be given a second time.
			setAside: "never",
		},
	],
	[
		/\/activity\/[^/]+$/,
		{ meaning: "What the member does is not shown until it writes it anew.", mend: "It can be set aside." },
	],
	[
		/\/inbox\/[^/]+\/(new|claimed)\//,
		{
			meaning: "One message is not delivered; the others are. A running terminal sets it aside itself.",
			mend: "It can be set aside; ask the sender to send it again.",
		},
	],
	[/\/inbox\/[^/]+\/done\//, { meaning: "One finished message cannot be shown.", mend: "It can be set aside." }],
	[
		/\/receipts\/.*\.settled\.json$/,
		{
			meaning: "The outcome of one request is not known, and cannot be recorded while this file is there.",
			mend: "Set aside, the request may be settled a second time, with another outcome.",
			loses: "the outcome of one request and the id of its result",
		},
	],
	[
		/\/receipts\//,
		{
			meaning: "What became of one message is not known, and cannot be recorded while this file is there.",
			mend: "It can be set aside; the state is then found out anew where that is possible.",
		},
	],
	[
		/\/names\/[^/]+$/,
		{ meaning: "One team is not found by its name.", mend: "Set aside, the name is free; rename the team to take it." },
	],
	[/\/sessions\/[^/]+$/, { meaning: "One session does not find its seat by itself.", mend: "It can be set aside." }],
];

const elsewhere: Words = { meaning: "It cannot be used and is passed over.", mend: "Look at it; it is kept as it is." };

/** `newest` are the paths of the documents that count. */
export function lookAtFiles(
	troubles: readonly Trouble[],
	snapshot: Snapshot,
	newest: ReadonlySet<string>,
): readonly Finding[] {
	const lines = troubles.filter(isLine);
	const others = troubles.filter((each) => !isLine(each));
	return [...lineFindings(lines), ...others.flatMap((trouble) => fileFinding(trouble, snapshot, newest) ?? [])];
}

function isLine({ path }: Trouble): boolean {
	return / at byte \d+$/.test(path);
}

/** One for each segment: a disk that ran full once leaves dozens. */
function lineFindings(lines: readonly Trouble[]): readonly Finding[] {
	const segments = Map.groupBy(lines, ({ path }) => path.replace(/ at byte \d+$/, ""));
	return [...segments].map(([path, broken]) =>
		finding(
			"broken-line",
			"note",
			{
				what: `${broken.length === 1 ? "A line" : `${broken.length} lines`} of the timeline in ${path} cannot be read.`,
				meaning: "A process was killed or a disk was full while it wrote. Everything around them is shown.",
				mend: "Nothing has to be done; the timeline is never rewritten.",
			},
			{ path },
		),
	);
}

function fileFinding(trouble: Trouble, snapshot: Snapshot, newest: ReadonlySet<string>): Finding | undefined {
	const { code, path } = trouble;
	switch (code) {
		case "unsupported":
		case "not-durable":
		case "quarantined":
			return undefined; // Said once for the whole store.
		case "unknown":
			return finding(
				"stray-file",
				"note",
				{
					what: `${path} has a name the store does not give.`,
					meaning: "It is passed over.",
					mend: "Move it away if it is not yours.",
				},
				{ path },
			);
		default:
			return broken(trouble, snapshot, newest.has(path) ? NEWEST_DOCUMENT : wordsFor(path));
	}
}

function wordsFor(path: string): Words | undefined {
	return places.find(([part]) => part.test(path))?.[1];
}

function broken({ code, path, text }: Trouble, snapshot: Snapshot, words: Words | undefined): Finding {
	const isOnline = ownerIsOnline(path, snapshot);
	const { meaning, mend } = words ?? elsewhere;
	return finding(
		"broken-file",
		"broken",
		{
			what: `${text.startsWith(path) ? text : `${path}: ${text}`}.`,
			meaning,
			mend: isOnline && words?.setAside !== "never" ? "Its terminal is running: let it end first." : mend,
		},
		{ path, fix: words === undefined || isOnline || code === "io" ? undefined : quarantine(path, text, words) },
	);
}

function quarantine(path: string, reason: string, { loses, setAside }: Words): Fix | undefined {
	if (setAside === "never") return undefined;
	return { do: "quarantine", path, reason, ...(loses === undefined ? {} : { loses }) };
}

const TEAM = /\/t-([0-9a-f-]{36})\//;
const OWNER = /\/(?:inbox|leases|activity)\/([0-9a-f-]{36})/;

/** What a living terminal owns is moved by nobody else; a document belongs to everybody who is there. */
function ownerIsOnline(path: string, snapshot: Snapshot): boolean {
	const teamId = TEAM.exec(path)?.[1];
	const team = snapshot.teams.find((each) => each.id === teamId);
	if (team === undefined) return false;
	const owner: MemberId | undefined = OWNER.exec(path)?.[1];
	return team.members.some(
		(member) => member.presence.at !== "offline" && (owner === undefined || member.id === owner),
	);
}
