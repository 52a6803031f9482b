// THE message table: what follows from a kind. Nobody else asks `kind === …`. Never I/O.

export type Lane = "live" | "work";

export interface KindPolicy {
	readonly lane: Lane;
	/** What happens when nobody holds the recipient's seat. */
	readonly offline: "refused" | "queued";
	/** What happens when the recipient's model is running. */
	readonly busy: "steered" | "waits" | "shown";
	readonly opensTurn: boolean;
	readonly inContext: boolean;
	/** What comes back: nothing, a live message with replyTo, or exactly one result. */
	readonly answer: "none" | "reply" | "result";
	readonly bodyLimit: "liveBodyBytes" | "workBodyBytes" | "resultBytes";
	readonly subject: "none" | "optional" | "required";
	/** Who may write it: results are written by the program alone. */
	readonly writtenBy: "anyone" | "program";
	/** The word a person types: `/team tell`. */
	readonly verb: string;
	readonly mark: "message" | "question" | "handoff" | "work" | "answer" | "note";
	readonly meaning: string;
}

export const kinds = {
	info: live("tell", "none", "message", "tells something now; answers a question when replyTo names it"),
	question: live("ask", "reply", "question", "needs an answer now"),
	handoff: live("handoff", "none", "handoff", "passes work or its state on, now"),
	request: {
		...work("send", "required", "work", "asks for work; queued, exactly one result comes back"),
		answer: "result",
		opensTurn: true,
		inContext: true,
		busy: "waits",
		writtenBy: "anyone",
	},
	result: {
		...work("result", "optional", "answer", "what came of a request, written automatically"),
		bodyLimit: "resultBytes",
		answer: "none",
		opensTurn: true,
		inContext: true,
		busy: "waits",
		writtenBy: "program",
	},
	note: {
		...work("note", "optional", "note", "a remark for the person at that terminal; queued, the model never sees it"),
		answer: "none",
		opensTurn: false,
		inContext: false,
		busy: "shown",
		writtenBy: "anyone",
	},
} as const satisfies Record<string, KindPolicy>;

export type Kind = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as readonly Kind[];

/** The policy of a kind read from disk; undefined for a kind of a newer version, which is listed and never delivered. */
export function policyOf(kind: string): KindPolicy | undefined {
	return Object.hasOwn(kinds, kind) ? kinds[kind as Kind] : undefined;
}

export function isKind(kind: string): kind is Kind {
	return Object.hasOwn(kinds, kind);
}

function live(verb: string, answer: KindPolicy["answer"], mark: KindPolicy["mark"], meaning: string) {
	return {
		lane: "live",
		offline: "refused",
		busy: "steered",
		opensTurn: true,
		inContext: true,
		answer,
		bodyLimit: "liveBodyBytes",
		subject: "optional",
		writtenBy: "anyone",
		verb,
		mark,
		meaning,
	} as const satisfies KindPolicy;
}

function work(verb: string, subject: KindPolicy["subject"], mark: KindPolicy["mark"], meaning: string) {
	return { lane: "work", offline: "queued", bodyLimit: "workBodyBytes", subject, verb, mark, meaning } as const;
}
