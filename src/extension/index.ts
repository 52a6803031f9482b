// The entry Pi loads: registers our names and passes Pi's events on. Everything else is imported at the first `/team`, join or restore, since Pi's start must not notice us.

import { homedir } from "node:os";
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { type Env, realEnv } from "../core/env.ts";
import type { Store } from "../core/store.ts";
import { wireEvents } from "./events.ts";
import { createFocus } from "./focus.ts";
import { createGuard, wordsOf } from "./guard.ts";
import { types } from "./host.ts";
import { offerHostModules } from "./host-modules.ts";
import { COMMAND, COMMAND_HELP } from "./names.ts";
import type { Program } from "./program.ts";
import { entryComponent, messageComponent } from "./renderers.ts";
import { createRunWatch } from "./run-watch.ts";
import { mayHoldSeat } from "./session-look.ts";
import { panelKey } from "./settings.ts";
import { toolCallComponent, toolResultComponent } from "./tool-lines.ts";
import { hideTools, toolDefinitions } from "./tools.ts";

export interface Machine {
	readonly env: Env;
	readonly variables: Readonly<Record<string, string | undefined>>;
	readonly home: string;
	/** Undefined = plain files. */
	readonly openStore: ((env: Env, root: string) => Store) | undefined;
}

const EARLIER_TOOLS: readonly string[] = ["team_send", "team_members"];

export default function team(pi: ExtensionAPI): void {
	try {
		install(pi, { env: realEnv(), variables: process.env, home: homedir(), openStore: undefined });
	} catch (error) {
		// An extension that throws here keeps Pi from starting at all.
		process.stderr.write(`pi-team-dash is not loaded: ${wordsOf(error)}\n`);
	}
}

/** What a run without a person may ask for: it holds no seat and changes nothing. */
const LOOKING = /^\s*(teams|list|members|status|help(\s+\S+)?)?\s*$/;

/** One call per Pi session: Pi calls the entry again after every reload and replacement. */
export function install(pi: ExtensionAPI, machine: Machine): void {
	let context: ExtensionContext | undefined;
	const guard = createGuard((text) => context?.ui.notify(`team: ${text}`, "warning"));
	const run = createRunWatch();
	const focus = createFocus();
	let program: Promise<Program> | undefined;
	let loaded: Program | undefined;
	const { value: key } = panelKey(machine.variables);

	const panelUi = () => {
		if (context === undefined) throw new Error("the session is over");
		return context.ui;
	};

	const load = (): Promise<Program> => {
		const imported = async () => {
			await offerHostModules();
			return import("./program.ts");
		};
		program ??= imported().then(({ createProgram }) => {
			loaded = createProgram({ pi, machine, guard, run, focus, key, context: () => context, panelUi });
			return loaded;
		});
		return program;
	};

	for (const definition of toolDefinitions(undefined, async (name, given) => (await load()).runTool(name, given))) {
		pi.registerTool(definition);
	}
	pi.registerCommand(COMMAND, {
		description: COMMAND_HELP,
		getArgumentCompletions: guard.wrap("completion", async (prefix: string) => (await load()).complete(prefix), null),
		// Not awaited: while a handler waits, Pi swallows what the person types.
		handler: async (text) => {
			if (context?.hasUI === true) return guard.start("/team", async () => (await load()).command(text));
			// Nobody types in a print run, and it ends with the handler.
			if (context?.mode === "print" && LOOKING.test(text)) return (await load()).command(text);
			process.stderr.write(`/${COMMAND}${text === "" ? "" : ` ${text}`} needs an interactive terminal.\n`);
		},
	});
	if (key !== undefined) {
		const handler = () => guard.start("panel", async () => (await load()).togglePanel());
		pi.registerShortcut(key, { description: "Team panel", handler });
	}
	drawHistory(pi);
	wireEvents(pi, { guard, run, focus, env: machine.env, joined: () => loaded?.joined(), typed: () => loaded?.typed() });

	pi.on("session_start", (event, given) => {
		context = given;
		return guard.wrap(
			"start",
			async () => {
				// An older host activates what is registered, whatever the definition says.
				hideTools(pi);
				if (!mayHoldSeat(given, machine)) return;
				await (await load()).restore(event.reason);
			},
			undefined,
		)();
	});
	pi.on("session_shutdown", async (event) => {
		await guard.wrap("shutdown", async () => loaded?.shutdown(event.reason), undefined)();
		guard.close();
		context = undefined;
	});
}

/** Also before a join and after a leave: a resumed session shows what teammates said. */
function drawHistory(pi: ExtensionAPI): void {
	pi.registerMessageRenderer(types.message, messageComponent);
	pi.registerMessageRenderer(types.review, messageComponent);
	pi.registerMessageRenderer(types.event, messageComponent);
	pi.registerEntryRenderer(types.event, entryComponent);
	if (typeof pi.registerToolRenderer !== "function") return;
	pi.registerToolRenderer((name, next) => {
		if (!EARLIER_TOOLS.includes(name)) return next();
		return (
			next() ?? {
				renderCall: (given, theme, at) => toolCallComponent(name, given, theme, at),
				renderResult: (result, options, theme, at) => toolResultComponent(result, options, theme, at),
			}
		);
	});
}
