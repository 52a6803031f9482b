// Every duration, size and count a user could notice: value, unit and the reason. Never behaviour. docs/LIMITS.md is generated from here.

export type Unit = "ms" | "bytes" | "characters" | "count" | "columns" | "rows" | "percent";

export interface Limit {
	readonly value: number;
	readonly unit: Unit;
	readonly why: string;
}

const KIB = 1024;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The whole table, in the order the documentation shows it. */
export const limitTable = {
	leaseMs: row(
		30 * SECOND,
		"ms",
		"how long a member counts as online after its last beat; a constant of the store format",
	),
	beatMs: row(5 * SECOND, "ms", "how often a terminal renews its lease: six chances before it lapses"),
	lockStaleMs: row(10 * SECOND, "ms", "when a lock whose holder died may be broken; a constant of the store format"),
	lockWaitMs: row(
		20 * SECOND,
		"ms",
		"how long an operation waits for a lock; longer than a stale lock needs to be broken",
	),
	lockRetryLeastMs: row(4, "ms", "shortest pause between two tries for a lock"),
	lockRetryMostMs: row(
		20,
		"ms",
		"longest pause between two tries for a lock; no back-off, since the lock is held briefly",
	),
	clockSkewMs: row(5 * SECOND, "ms", "a beat further in the future than this is clock trouble and no proof of life"),
	startingMs: row(
		10 * SECOND,
		"ms",
		"how long a run that is about to start holds delivery; after that its start is taken for lost",
	),
	handOverMs: row(
		5 * SECOND,
		"ms",
		"how long an idle terminal may keep a batch that does not show up in the session before it counts as dropped",
	),
	suspendMs: row(5 * SECOND, "ms", "wall clock ahead of the monotonic clock by more than this means the machine slept"),
	pollMs: row(SECOND, "ms", "how often the store is looked at without a hint"),
	coarseTimeMs: row(
		20,
		"ms",
		"a directory changed less than this ago may change again without a new time on older systems",
	),
	debrisMs: row(DAY, "ms", "what a killed process left in staging, and what was deleted, is removed after this"),
	fullScanMs: row(10 * SECOND, "ms", "how often everything is looked at again, for file systems with coarse times"),
	lapsedPollMs: row(30 * SECOND, "ms", "how often a lapsed lease is looked at"),
	hintMs: row(20, "ms", "least time between two reactions to hints of the watcher"),
	drawMs: row(100, "ms", "least time between two frames of a UI caused by the store"),
	ageTickMs: row(SECOND, "ms", "how often a shown age may change"),
	nameVoidMs: row(MINUTE, "ms", "after this a team name without its team is free again"),
	formerRoleMs: row(DAY, "ms", "how long an old role name still answers with the new one"),
	adminClaimMs: row(10 * MINUTE, "ms", "how long the admin must be offline before any member may claim the admin"),
	messageTtlMs: row(10 * MINUTE, "ms", "how long a live message waits for a terminal to claim it"),
	duplicateMs: row(MINUTE, "ms", "the same request or note to the same member within this time is refused"),
	stuckMs: row(5 * MINUTE, "ms", "working without progress, or unanswered, for this long is called stuck"),
	progressMs: row(15 * SECOND, "ms", "how often the progress of a working terminal is written"),
	editsKeptMs: row(5 * MINUTE, "ms", "how long an edited file stays in a member's activity"),
	editClashMs: row(30 * SECOND, "ms", "two members that edit one file within this time are shown"),
	reviewMs: row(MINUTE, "ms", "least time between two reviews of unresolved requests"),
	privacyMs: row(HOUR, "ms", "how often a joined terminal looks whether the store is its user's alone"),
	readOnlyProbeMs: row(30 * SECOND, "ms", "how often a store that could not be written is tried again"),
	headerAgeMs: row(MINUTE, "ms", "a delivered message older than this says its age"),
	escapeMs: row(25, "ms", "how long a lone Escape byte waits for the rest of a key sequence"),
	resizeMs: row(60, "ms", "how long a resize settles before the screen is laid out again"),
	quitMs: row(SECOND, "ms", "how long a program that is asked to end waits for the disk"),
	stopMs: row(
		50,
		"ms",
		"how long a suspended dashboard gives the system to stop it before it takes the terminal again",
	),
	eventSyncMs: row(SECOND, "ms", "how often one writer flushes its timeline lines to the disk"),

	nameLength: row(48, "characters", "a team or role name is its own file name and one column on the screen"),
	subjectLength: row(160, "characters", "a subject is one line"),
	subjectFromText: row(80, "characters", "subject taken from the start of a typed text"),
	searchLength: row(80, "characters", "typed search or filter"),
	focusLength: row(512, "characters", "start of the prompt a terminal works on"),
	cwdShown: row(80, "characters", "last part of a working directory shown to models"),
	liveBodyBytes: row(32 * KIB, "bytes", "body of an info, question or handoff"),
	workBodyBytes: row(16_000, "bytes", "body of a request or note"),
	workInputBytes: row(20_000, "bytes", "whole serialized input of a request or note"),
	batchBytes: row(64 * KIB, "bytes", "bodies in one batch for the model; the rest forms the next"),
	resultBodyLength: row(3_000, "characters", "closing text of a run in a result; the cut is stated"),
	resultBytes: row(31_000, "bytes", "one whole result"),
	resultFiles: row(50, "count", "files named in a result"),
	resultPathLength: row(4_096, "characters", "one path in a result"),
	quoteLength: row(500, "characters", "request body quoted in its result"),
	listItems: row(20, "count", "items of one list shown to a model; the rest is counted"),

	recordBytes: row(256 * KIB, "bytes", "largest file that is read as a record"),
	earlierBytes: row(32_000_000, "bytes", "largest record of an earlier program that is imported"),
	earlierNodes: row(1_000_000, "count", "values in one record of an earlier program that is imported"),
	activityBytes: row(8 * KIB, "bytes", "largest activity file"),
	eventLineBytes: row(
		16 * KIB,
		"bytes",
		"largest line of the timeline; longer texts are cut there and kept in the message",
	),
	segmentBytes: row(4 * KIB * KIB, "bytes", "a timeline segment is closed at this size"),
	jsonDepth: row(32, "count", "nesting of a stored record; deeper ones are refused before parsing"),
	jsonNodes: row(4_096, "count", "values in one stored record"),
	directoryEntries: row(10_000, "count", "names read from one directory; more is reported"),
	fileNameBytes: row(120, "bytes", "longest file name in the store"),

	teamMembers: row(100, "count", "members of one team"),
	inboxNew: row(1_000, "count", "unclaimed messages of one member; more are refused"),
	workSlots: row(50, "count", "unsettled work messages to a member and requests from it"),
	rootMessages: row(8, "count", "requests and notes under one root when agents link them"),
	threadEvents: row(3_000, "count", "timeline lines looked through, newest first, to count the messages of one thread"),
	yieldAfter: row(32, "count", "messages taken from an inbox before the terminal gets a breath"),
	attempts: row(3, "count", "times a claimed message is delivered before it is given up"),
	autoTurns: row(5, "count", "automatic work turns without a person typing"),
	quietReviews: row(3, "count", "reviews in a row without any change"),
	editsKept: row(8, "count", "edited files in a member's activity"),
	jobsKept: row(24, "count", "side jobs in a member's activity"),
	inboxShown: row(20, "count", "messages `/team inbox` shows"),
	timelineShown: row(300, "count", "timeline lines read at once; older ones on demand"),
	tailLines: row(20, "count", "lines `tail` begins with"),
	waitMs: row(10 * MINUTE, "ms", "how long `wait` waits without `--timeout`"),
	foldedRun: row(4, "count", "changes of one member's activity in a row from which on they are one line"),
	loopMessages: row(
		12,
		"count",
		"live messages between two members without a person from which on they are called a loop",
	),
	loopMs: row(10 * MINUTE, "ms", "within this time a loop's messages count"),
	quietMs: row(
		MINUTE,
		"ms",
		"everyone idle with work open for this long is said; what was just sent is about to begin",
	),
	ringMs: row(MINUTE, "ms", "members that wait for each other in a ring for this long are named"),
	historyPage: row(2_000, "count", "timeline lines a search reads before it lets others run"),
	historyKept: row(20_000, "count", "timeline lines a search keeps in memory; older ones are read again"),
	closestNames: row(3, "count", "similar names a refusal offers"),

	lowSpaceBytes: row(100 * KIB * KIB, "bytes", "less free space refuses new teams and warns"),
	noSpaceBytes: row(20 * KIB * KIB, "bytes", "less free space allows only receipts, leases and deletions"),
	largeHistoryBytes: row(256 * KIB * KIB, "bytes", "a timeline of this size is mentioned by doctor"),
	lowInodes: row(5_000, "count", "fewer free inodes refuse new teams and warn"),

	fieldLength: row(4_096, "characters", "one field is cut here before it is made harmless for display"),
	marksPerBase: row(4, "count", "combining marks kept on one base character"),
	panelRowsMost: row(24, "rows", "tallest docked panel"),
	panelRowsShare: row(60, "percent", "share of the terminal the docked panel may take"),
	panelRowsLeft: row(10, "rows", "rows the docked panel leaves to the conversation, the editor and the footer"),
	panelRowsPassive: row(6, "rows", "panel without the keyboard"),
	panelTerminalRows: row(8, "rows", "with fewer the host leaves no room for the docked panel, so it gets no keyboard"),
	panelRowsLeast: row(5, "rows", "with fewer rows the panel is one line"),
	dashWideColumns: row(100, "columns", "from here on the dashboard's list takes its share of the width"),
	dashColumns: row(80, "columns", "from here on the dashboard shows list, flow and detail at once"),
	dashPairColumns: row(
		60,
		"columns",
		"from here on list and flow stand side by side; the detail takes the flow's place",
	),
	dashStackColumns: row(
		40,
		"columns",
		"from here on list and flow stand one above the other; below there is one at a time",
	),
	dashRowsLeast: row(10, "rows", "with fewer rows the dashboard shows one list"),
	dashDetailRows: row(20, "rows", "from here on the dashboard's detail has rows of its own"),
	dashAttentionRows: row(16, "rows", "from here on the line of what needs somebody has its own row"),
	dashDetailMost: row(14, "rows", "tallest detail under list and flow"),
	dashListColumns: row(30, "columns", "list of a dashboard that is not wide"),
	dashListNarrow: row(24, "columns", "list of a narrow dashboard"),
	columnsFrom: row(70, "columns", "from here on names and kinds of the flow stand in columns"),
	secondsFrom: row(60, "columns", "from here on the flow shows seconds"),
	roleColumnsMost: row(14, "columns", "widest column of names in the flow; a longer name moves its own line"),
	laneColumns: row(10, "columns", "narrowest lane of a sequence diagram; members that do not fit are named in words"),
	laneColumnsMost: row(24, "columns", "widest lane of a sequence diagram"),
	pulseMinutes: row(20, "count", "minutes a curve of messages shows"),
	gaugeCells: row(20, "columns", "longest bar that shows how long something waits"),
	awayMs: row(5 * MINUTE, "ms", "after this long without a key the dashboard sums up what happened meanwhile"),
	replayStepMs: row(400, "ms", "one event of a replay that plays"),
	wheelLines: row(3, "count", "lines one notch of a wheel moves"),
	headerMinutes: row(10, "count", "minutes in the small curve of the dashboard's first line"),
	textRowsMost: row(6, "rows", "rows a text of several lines takes while it is typed"),
	demoSeeds: row(100_000, "count", "different stories the demo can tell"),
	unknownColumns: row(80, "columns", "assumed width of a terminal that does not tell"),
	unknownRows: row(24, "rows", "assumed height of a terminal that does not tell"),
	typedRows: row(6, "rows", "lines shown of a text of several lines while it is typed in the panel"),
	splitColumns: row(90, "columns", "from here on list and detail stand side by side"),
	listColumnsShare: row(36, "percent", "share of the list beside the detail"),
	listColumnsLeast: row(24, "columns", "narrowest list beside a detail"),
	listColumnsMost: row(44, "columns", "widest list beside a detail"),
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limitTable;

/** The bare values, for code: `limits.beatMs`. */
export const limits = Object.fromEntries(Object.entries(limitTable).map(([name, limit]) => [name, limit.value])) as {
	readonly [Name in LimitName]: number;
};

function row(value: number, unit: Unit, why: string): Limit {
	return { value, unit, why };
}
