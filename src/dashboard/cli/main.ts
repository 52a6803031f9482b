// Runs one one-shot verb: arguments in, text or JSON and an exit code out. The rim that catches; never knows what a verb does.

import { done, exitCodeOf, type Outcome, refuse } from "../../core/refusal.ts";
import { StoreError } from "../../core/store.ts";
import { flagUsage } from "./flags.ts";
import { helpOf, helpOfAll } from "./help.ts";
import { type Io, ReaderGone } from "./io.ts";
import { type Out, writeBug, writeRefusal, writeReply } from "./out.ts";
import { firstWord, parse } from "./parse.ts";
import type { Call, Reply } from "./verb.ts";
import { findVerb, unknownVerb, verbs } from "./verbs.ts";

/** The codes that no refusal carries; all of them: docs/CLI.md. */
const exitCodes = { done: 0, bug: 1, signalled: 128 } as const;

/** True when the arguments call a verb and not the dashboard: a word stands among them. */
export function isVerbCall(argv: readonly string[]): boolean {
	return firstWord(argv) !== undefined;
}

/** Returns the exit code once everything is written. */
export async function runVerb(argv: readonly string[], io: Io): Promise<number> {
	const out: Out = { io, style: argv.includes("--json") ? "json" : "text" };
	const verb = firstWord(argv)?.word ?? "";
	const ending = new AbortController();
	let caught: number | undefined;
	const ignoreSignals = io.onSignal((signal) => {
		caught = signal;
		ending.abort();
	});
	const alive = io.stayAlive();
	try {
		const code = await answer(argv, out, ending.signal);
		return caught === undefined ? code : exitCodes.signalled + caught;
	} catch (error) {
		return caught === undefined ? await report(out, verb, error) : exitCodes.signalled + caught;
	} finally {
		alive.cancel();
		ignoreSignals();
	}
}

async function answer(argv: readonly string[], out: Out, stop: AbortSignal): Promise<number> {
	const outcome = await call(argv, out, stop);
	if (!outcome.ok) {
		await writeRefusal(out, firstWord(argv)?.word ?? "", outcome.refusal);
		return exitCodeOf(outcome.refusal);
	}
	if (outcome.value === undefined) return exitCodes.done;
	await writeReply(out, outcome.value);
	return outcome.value.code ?? exitCodes.done;
}

async function call(argv: readonly string[], out: Out, stop: AbortSignal): Promise<Outcome<Reply | undefined>> {
	const first = firstWord(argv);
	const { io } = out;
	if (first === undefined) return done(helpOfAll(verbs, io.stdout.columns));
	const verb = findVerb(first.word);
	if (verb === undefined) return refuse(unknownVerb(first.word));
	const parsed = parse(verb, argv.toSpliced(first.index, 1));
	if (!parsed.ok) return parsed;
	const { flags, words } = parsed.value;
	if (flags.help) return done(helpOf(verb, io.stdout.columns));
	if (verb.needs.includes("as") && flags.as === undefined) {
		return refuse({ code: "flag-needed", flag: flagUsage("as"), what: "This acts as a member of the team" });
	}
	const run = await verb.load();
	const made: Call = {
		io,
		verb,
		flags,
		words,
		columns: io.stdout.isTTY ? io.stdout.columns : undefined,
		style: out.style,
		emit: (reply, style) => writeReply(out, reply, style),
		stop,
	};
	return run(made);
}

/** Failures are written without failing: whether anybody reads them, the exit code says the same. */
async function report(out: Out, verb: string, error: unknown): Promise<number> {
	if (error instanceof ReaderGone) return exitCodes.done;
	if (error instanceof StoreError) {
		const { refusalOfStore } = await import("../../core/perform.ts");
		const refusal = refusalOfStore(error);
		await writeRefusal(out, verb, refusal);
		return exitCodeOf(refusal);
	}
	await writeBug(out, verb, error);
	return exitCodes.bug;
}
