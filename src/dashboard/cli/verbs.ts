// THE table of one-shot verbs: one row each. What the action table knows of a verb is taken from there; never what a verb does.

import { type Kind, kinds } from "../../core/kinds.ts";
import { closestNames } from "../../core/names.ts";
import type { Refusal } from "../../core/refusal.ts";
import { actions, usageOf } from "../../core/view/actions.ts";
import { writtenKinds } from "../../core/view/acts-message.ts";
import type { Verb } from "./verb.ts";

type Row = Partial<Verb> & Pick<Verb, "name" | "load">;

/** In the order the help shows them: looking, writing, administering, the store. */
export const verbs: readonly Verb[] = [
	row({ name: "teams", load: async () => (await import("./teams.ts")).runTeams }),
	row({ name: "members", flags: ["team"], load: async () => (await import("./members.ts")).runMembers }),
	row({ name: "status", flags: ["team"], load: async () => (await import("./members.ts")).runStatus }),
	row({
		name: "tail",
		help: "What happened last in the team; with -f it goes on.",
		flags: ["follow", "lines", "member", "kind", "since", "text", "thread", "team"],
		load: async () => (await import("./tail.ts")).runTail,
	}),
	row({
		name: "show",
		words: "<message>",
		flags: ["team"],
		help: "One message: whole text, receipts, thread.",
		load: async () => (await import("./show.ts")).runShow,
	}),
	row({
		name: "explain",
		words: "<message>",
		flags: ["team"],
		help: "Where a message is, and why it is not delivered or answered yet.",
		load: async () => (await import("./explain.ts")).runExplain,
	}),
	row({
		name: "wait",
		words: "<message>",
		flags: ["timeout", "team"],
		help: "Waits until a message is answered, or until no answer can come.",
		load: async () => (await import("./wait.ts")).runWait,
	}),
	...writtenKinds.map(sendRow),
	row({ name: "wake", needs: ["as"], flags: ["yes", "team"], load: async () => (await import("./wake.ts")).runWake }),
	row({
		name: "create",
		words: "<team>",
		help: "Makes a team; the first to join becomes its admin.",
		load: async () => (await import("./create.ts")).runCreate,
	}),
	row({ name: "rename", flags: ["as", "yes", "team"], load: async () => (await import("./administer.ts")).runRename }),
	row({
		name: "rename-role",
		needs: ["as"],
		flags: ["yes", "team"],
		load: async () => (await import("./administer.ts")).runRenameRole,
	}),
	row({ name: "remove", flags: ["as", "yes", "team"], load: async () => (await import("./administer.ts")).runRemove }),
	row({
		name: "admin",
		needs: ["as"],
		flags: ["yes", "team"],
		help: "Hands the admin over to a member; the role after --as itself: claims it.",
		load: async () => (await import("./administer.ts")).runAdmin,
	}),
	row({
		name: "delete",
		words: "<team>",
		flags: ["as", "yes"],
		load: async () => (await import("./administer.ts")).runDelete,
	}),
	row({
		name: "export",
		flags: ["format", "member", "kind", "since", "text", "thread", "team"],
		help: "The whole timeline, for people (md) or programs (jsonl).",
		load: async () => (await import("./export.ts")).runExport,
	}),
	row({ name: "doctor", words: "[path]", flags: ["fix"], load: async () => (await import("./doctor.ts")).runDoctor }),
	row({
		name: "import",
		words: "<name>",
		help: "Takes a team of an earlier program over; its files stay as they are.",
		load: async () => (await import("./import.ts")).runImport,
	}),
	row({
		name: "prune",
		flags: ["before", "above", "as", "yes", "team"],
		help: "Shows what of a team's history is older than a date or above a size; --yes lets it go.",
		load: async () => (await import("./prune.ts")).runPrune,
	}),
	row({ name: "help", load: async () => (await import("./help-verb.ts")).runHelp }),
];

export function findVerb(name: string): Verb | undefined {
	return verbs.find((verb) => verb.name === name || verb.aliases.includes(name));
}

export function unknownVerb(word: string): Refusal {
	const names = verbs.flatMap((verb) => [verb.name, ...verb.aliases]);
	const near = closestNames(word, names);
	return {
		code: "usage",
		problem: `There is no verb ${word}${near.length > 0 ? `; did you mean ${near.join(" or ")}?` : "."}`,
		usage: "pi-team-dash <verb> …; `pi-team-dash help` lists them",
	};
}

function sendRow(kind: Kind): Verb {
	return row({
		name: kinds[kind].verb,
		needs: ["as"],
		flags: ["subject", "reply-to", "yes", "team"],
		load: async () => (await import("./send.ts")).runSend(kind),
	});
}

function row(given: Row): Verb {
	const known = actions.find((action) => action.verb?.name === given.name);
	const words = given.words ?? (known === undefined ? "" : usageOf(known).slice(given.name.length).trim());
	const takesRest = known?.verb?.arguments.at(-1)?.rest === "rest";
	return {
		aliases: known?.verb?.aliases ?? [],
		words,
		help: known?.help ?? "",
		least: words.match(/<[^>]+>/g)?.length ?? 0,
		most: takesRest ? Number.POSITIVE_INFINITY : (words.match(/<[^>]+>|\[[^\]]+\]/g)?.length ?? 0),
		flags: [],
		needs: [],
		...given,
	};
}
