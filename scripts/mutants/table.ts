// Bugs planted one at a time into a copy of the sources, each with the tests that must notice it. Nothing here touches the tree.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of source text

export interface Mutant {
	/** What the planted bug is, in words. */
	readonly name: string;
	/** Under src/core. */
	readonly file: string;
	/** Stands exactly once in the file. */
	readonly find: string;
	readonly replace: string;
	/** Under tests/core; the quickest that notice it. */
	readonly tests: readonly string[];
}

const conformance = ["conformance/files.test.ts"];

export const mutants: readonly Mutant[] = [
	{
		name: "an event without the newline in front",
		file: "files/timeline/append.ts",
		find: "`\\n${JSON.stringify(event)}\\n`",
		replace: "`${JSON.stringify(event)}\\n`",
		tests: ["files/timeline.test.ts"],
	},
	{
		name: "an event of any length",
		file: "files/timeline/append.ts",
		find: "if (line.length > limits.eventLineBytes) {",
		replace: "if (line.length < 0) {",
		tests: ["files/timeline.test.ts"],
	},
	{
		name: "reading a line before it is whole",
		file: "files/timeline/lines.ts",
		find: "return { lines, end: start + from };",
		replace:
			"if (from < bytes.length) lines.push({ offset: start + from, bytes: bytes.subarray(from) });\n\treturn { lines, end: start + bytes.length };",
		tests: ["files/timeline.test.ts"],
	},
	{
		name: "a cursor that forgets the segments before",
		file: "files/timeline/read.ts",
		find: "return older.length === 0 ? newest : { ...newest, older };",
		replace: "return newest;",
		tests: ["files/timeline.test.ts"],
	},
	{
		name: "retiring a segment by rename",
		file: "files/timeline/segments.ts",
		find: "disk.link(path, archived);",
		replace: "disk.rename(path, archived);\n\t\treturn;",
		tests: ["files/timeline.test.ts"],
	},
	{
		name: "a second segment of a number that is thrown away with its lines",
		file: "files/timeline/segments.ts",
		find: "if (!isSame(disk, path, archived) && !isEmpty(disk, path)) {",
		replace: "if (isSame(disk, path, archived) && !isEmpty(disk, path)) {",
		tests: ["files/timeline.test.ts"],
	},
	{
		name: "a missing segment that is no gap",
		file: "files/timeline/read.ts",
		find: "if (gone) gap = true;",
		replace: "",
		tests: ["files/timeline.test.ts"],
	},
	{
		name: "publishing by rename",
		file: "files/publish.ts",
		find: "ground.disk.link(staged, path);",
		replace: "ground.disk.rename(staged, path);",
		tests: conformance,
	},
	{
		name: "no sync of the directory",
		file: "files/publish.ts",
		find: 'if (durability === "synced") await syncDirectory(ground, dirname(path));',
		replace: "",
		tests: ["files/costs.test.ts"],
	},
	{
		name: "no sync of the file before its link",
		file: "files/publish.ts",
		find: "if (syncs(ground)) await disk.sync(fd);",
		replace: "",
		tests: ["files/costs.test.ts"],
	},
	{
		name: "a new inbox that is not synced",
		file: "files/publish.ts",
		find: "await syncDirectory(ground, dirname(path));\n}",
		replace: "}",
		tests: ["files/costs.test.ts"],
	},
	{
		name: "a short write taken for a whole one",
		file: "files/staging.ts",
		find: "if (written !== bytes.length)",
		replace: "if (written > bytes.length)",
		tests: ["files/faults.test.ts"],
	},
	{
		name: "staging files left open when the disk fails",
		file: "files/staging.ts",
		find: "quietly(() => disk.close(fd));",
		replace: "",
		tests: ["files/faults.test.ts"],
	},
	{
		name: "an edit that ignores a conflict",
		file: "files/documents.ts",
		find: 'if ((await publishNew(ground, path, bytes, "synced")) === "written") return done(next);',
		replace: 'await publishNew(ground, path, bytes, "synced");\n\t\treturn done(next);',
		tests: ["files/interleaved.test.ts"],
	},
	{
		name: "a broken revision replaced by the one before",
		file: "files/documents.ts",
		find: "const revision = highestRevision(names);",
		replace:
			"let revision = highestRevision(names);\n\twhile (revision > 1 && Number(disk.lstat(layout.revision(teamId, revision))?.size) < 9) revision -= 1;",
		tests: ["files/hostile-places.test.ts"],
	},
	{
		name: "no second look after taking a generation",
		file: "files/leases.ts",
		find: "if (!isHighest(teamId, lease, fd, path)) return undefined;",
		replace: "",
		tests: ["files/interleaved.test.ts"],
	},
	{
		name: "a lease that keeps its staging name",
		file: "files/leases.ts",
		find: "disk.unlink(staged.path);\n\t\t\treturn staged.fd;",
		replace: "return staged.fd;",
		tests: conformance,
	},
	{
		name: "a beat that does not look whether its file is gone",
		file: "files/leases.ts",
		find: 'if (disk.fstat(held.fd).nlink !== 1n) return "fenced";',
		replace: "",
		tests: ["files/interleaved.test.ts"],
	},
	{
		name: "a beat that does not look for a successor",
		file: "files/leases.ts",
		find: 'if (disk.lstat(layout.lease(teamId, lease.member, lease.generation + 1)) !== undefined) return "fenced";',
		replace: "",
		tests: ["files/interleaved.test.ts"],
	},
	{
		name: "a beat that does not look whether the team is gone",
		file: "files/leases.ts",
		find: "held.beats % TEAM_EVERY === 0 && ",
		replace: "held.beats < 0 && ",
		tests: conformance,
	},
	{
		name: "a release that leaves the time as it is",
		file: "files/leases.ts",
		find: "disk.futimes(held.fd, 0);",
		replace: "",
		tests: conformance,
	},
	{
		name: "a released lease that is adopted",
		file: "files/leases.ts",
		find: "|| newest.beatAt === 0) return undefined;",
		replace: ") return undefined;",
		tests: conformance,
	},
	{
		name: "claims that do not name their claimer",
		file: "files/delivery.ts",
		find: "${claimsName(lease.generation, lease.token)}`;",
		replace: '${claimsName(1, "00000000")}`;',
		tests: ["files/interleaved.test.ts"],
	},
	{
		name: "a claim that does not count",
		file: "files/layout.ts",
		find: "attempt: name.attempt + 1 };",
		replace: "attempt: name.attempt };",
		tests: conformance,
	},
];
