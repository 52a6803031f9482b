// Words for the broken, stray and set-aside files that the store found in itself. Pure.

import type { MemberId, Snapshot, Trouble } from "../model.ts";
import { type Finding, type FindingCode, type Fix, finding } from "./finding.ts";

interface Words {
	readonly meaning: string;
	readonly mend: string;
}

/** What a broken file means depends on where it lies in a team's directory. */
const places: readonly (readonly [part: RegExp, words: Words])[] = [
	[
		/\/doc\/[^/]+$/,
		{
			meaning: "If it is the newest revision, the team cannot be used until it is gone; older ones are history.",
			mend: "Set aside, the revision before it counts again: its last change of members or name is lost.",
		},
	],
	[
		/\/leases\/[^/]+$/,
		{ meaning: "It holds no seat: the member is shown offline and may be taken.", mend: "It can be set aside." },
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

export function lookAtFiles(troubles: readonly Trouble[], snapshot: Snapshot): readonly Finding[] {
	const lines = troubles.filter(isLine);
	const others = troubles.filter((each) => !isLine(each));
	return [...lineFindings(lines), ...others.flatMap((trouble) => fileFinding(trouble, snapshot) ?? [])];
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

function fileFinding(trouble: Trouble, snapshot: Snapshot): Finding | undefined {
	const { code, path, text } = trouble;
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
			return broken(code, path, text, snapshot);
	}
}

function broken(code: string, path: string, text: string, snapshot: Snapshot): Finding {
	const words = places.find(([part]) => part.test(path))?.[1];
	const isOnline = ownerIsOnline(path, snapshot);
	const fix: Fix | undefined =
		words === undefined || isOnline || code === "io" ? undefined : { do: "quarantine", path, reason: text };
	const findingCode: FindingCode = "broken-file";
	return finding(
		findingCode,
		"broken",
		{
			what: `${text.startsWith(path) ? text : `${path}: ${text}`}.`,
			meaning: (words ?? elsewhere).meaning,
			mend: isOnline ? "Its terminal is running: let it end first." : (words ?? elsewhere).mend,
		},
		{ path, fix },
	);
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
