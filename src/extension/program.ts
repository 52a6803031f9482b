// The extension after its first use: opens the store, restores the seat, runs commands and tools, and shuts everything down. Imported lazily.

import { openStore } from "../core/files/store.ts";
import { type Outcome, sentence } from "../core/refusal.ts";
import { storeRoot } from "../core/root.ts";
import type { Pause } from "../core/schema.ts";
import type { Seat } from "../core/seat.ts";
import { clean } from "../core/text.ts";
import type { PanelUi, TeamPanel } from "../panel/open.ts";
import { runCommand } from "./command.ts";
import { completions } from "./completion.ts";
import { createDesk, type TeamDesk } from "./desk.ts";
import type { Focus } from "./focus.ts";
import { type Guard, wordsOf } from "./guard.ts";
import type { Here } from "./here.ts";
import type { AutocompleteItem, Context, Pi } from "./host.ts";
import type { Machine } from "./index.ts";
import type { Joined } from "./joined.ts";
import { createLine } from "./line.ts";
import { heldLast, type Membership, noteHeld, notePanelKey, recall, remember, wasPanelKeyUsed } from "./memory.ts";
import { foreignOwner } from "./owners.ts";
import { statusText, teamsText } from "./reports.ts";
import type { RunWatch } from "./run-watch.ts";
import { panelKey, turnLimit } from "./settings.ts";
import { terminalOf } from "./terminal.ts";
import { createToolCalls } from "./tool-calls.ts";
import type { RunTool } from "./tools.ts";

export interface ProgramParts {
	readonly pi: Pi;
	readonly machine: Machine;
	readonly guard: Guard;
	readonly run: RunWatch;
	readonly focus: Focus;
	readonly key: string | undefined;
	/** Undefined once the session is over. */
	context(): Context | undefined;
	panelUi(): PanelUi;
}

export type StartReason = "startup" | "reload" | "new" | "resume" | "fork";
export type EndReason = "quit" | "reload" | "new" | "resume" | "fork";

export interface Program {
	readonly runTool: RunTool;
	restore(reason: StartReason): Promise<void>;
	command(text: string): Promise<void>;
	complete(prefix: string): AutocompleteItem[] | null;
	togglePanel(): Promise<void>;
	joined(): Joined | undefined;
	/** The person goes on without a seat: what was said once is taken away. */
	typed(): void;
	shutdown(reason: EndReason): Promise<void>;
}

export function createProgram(parts: ProgramParts): Program {
	const { machine, pi } = parts;
	let desk: TeamDesk | undefined;
	let here: Here | undefined;
	let panel: TeamPanel | undefined;
	const reminder = createLine();

	const context = (): Context => {
		const current = parts.context();
		if (current === undefined) throw new Error("the session is over");
		return current;
	};
	const say: Here["say"] = (text, tone = "info") => {
		const current = parts.context();
		// A print run shows no notices: its output is all there is.
		if (current?.mode === "print") process.stdout.write(`${text}\n`);
		else current?.ui.notify(text, tone);
	};
	/** Pi draws the history of a session after its start: what is said at once stands above it, where nobody looks. */
	const sayBelowHistory: Here["say"] = (text, tone) => {
		machine.env.after(
			0,
			parts.guard.wrap("start", () => say(text, tone), undefined),
		);
	};

	/** Made at the first use: a store that cannot be named is said each time somebody wants it. */
	const open = (): { readonly here: Here; readonly desk: TeamDesk } => {
		if (here !== undefined && desk !== undefined) return { here, desk };
		const root = storeRoot(machine.variables, machine.home);
		if (!root.ok) throw new Error(sentence(root.refusal));
		const store = (machine.openStore ?? openStore)(machine.env, root.value);
		const turns = turnLimit(machine.variables);
		here = {
			env: machine.env,
			store,
			pi,
			context,
			terminal: terminalOf(context(), machine.variables),
			run: parts.run,
			focus: parts.focus,
			guard: parts.guard,
			say,
			panelKey: () => (wasPanelKeyUsed() ? undefined : parts.key?.toUpperCase()),
			locale: machine.variables.LC_ALL || machine.variables.LC_CTYPE || machine.variables.LANG || "",
			turnLimit: turns.value,
		};
		for (const { wrong } of [turns, panelKey(machine.variables)]) if (wrong !== undefined) say(clean(wrong), "warning");
		desk = createDesk(here, runTool);
		return { here, desk };
	};
	const runTool = createToolCalls(() => open().desk);

	const restore = async (reason: StartReason) => {
		const foreign = foreignOwner(pi);
		if (foreign !== undefined) return sayBelowHistory(foreign, "warning");
		const memory = recall(context().sessionManager);
		const session = context().sessionManager.getSessionId();
		if (memory !== undefined && memory.session !== session) {
			// Said once: the next start of this session finds an entry of its own.
			remember(pi, { ...memory, session, state: "left" });
			return remindOf(memory);
		}
		if (reason === "new" && heldLast() !== undefined) return remindOf(heldLast());
		if (memory !== undefined && memory.state !== "joined") return;
		const paused = memory?.paused ?? "no";
		const seat = await open().desk.restore(paused);
		if (!seat.ok) return notRestored(seat, paused);
		// The line says it without a reason, and whoever comes back after a crash has seen none; after a reload it is known.
		if (paused !== "no" && reason !== "reload")
			sayBelowHistory("This terminal is still paused; `/team resume` goes on.");
	};

	/** A new or forked session is another one: it inherits no seat, and is told once how to take it. */
	const remindOf = (held: Pick<Membership, "team" | "role"> | undefined) => {
		if (held === undefined) return;
		reminder.tell(context(), `You were ${held.role} in ${held.team}; \`/team join\` takes it back.`);
		noteHeld(undefined);
	};

	const notRestored = ({ refusal }: Extract<Outcome<Seat>, { ok: false }>, paused: Pause) => {
		if (refusal.code === "not-joined") return;
		if (refusal.code !== "role-live") return sayBelowHistory(sentence(refusal), "warning");
		sayBelowHistory(
			`${refusal.role} of this session is open in ${refusal.where}; this terminal takes it when that one ends.`,
			"warning",
		);
		open().desk.waitForSeat(paused, () => say(`You are ${refusal.role} again.`));
	};

	/** Where no panel can be shown, the same as text. */
	const showPanel = async (how: "open" | "toggle") => {
		const { here: place, desk: own } = open();
		if (context().mode !== "tui") {
			const situation = own.situation("command");
			return say(situation.actor.at === "joined" ? statusText(situation) : teamsText(situation));
		}
		if (panel === undefined) {
			const { createPanel } = await import("./panel.ts");
			panel ??= createPanel(place, own, parts.key ?? "");
		}
		if (how === "toggle") notePanelKey();
		panel[how](parts.panelUi());
		own.joined()?.poke();
	};

	return {
		runTool,
		restore,
		async command(text) {
			try {
				await runCommand({ ...open(), variables: machine.variables, openPanel: () => showPanel("open") }, text);
			} catch (error) {
				// Said each time: a person who types it again wants to know whether it is still so.
				say(`team: ${wordsOf(error)}`, "warning");
			}
		},
		complete: (prefix) => completions(prefix, open().desk.situation("command")),
		togglePanel: () => showPanel("toggle"),
		joined: () => desk?.joined(),
		typed() {
			// Once joined the line is the membership's.
			if (desk?.joined() === undefined) reminder.hide(context());
		},
		async shutdown(reason) {
			const seat = desk?.joined();
			panel?.close();
			noteHeld(reason === "new" || reason === "fork" ? seat?.identity() : undefined);
			try {
				await desk?.shutdown(reason === "reload" ? "reloading" : "closed");
			} finally {
				here?.store.close();
			}
		},
	};
}
