// Who may import whom: every arrow of docs/ARCHITECTURE.md as a rule, with files that go against it.

import { perFile, type Rule } from "./rules.ts";
import type { Import, Source } from "./source.ts";

/** Core files without any I/O; env.ts holds the only clock. store.ts is the interface, not the files behind it. */
const plain = [
	...["limits", "refusal", "schema", "text", "model", "kinds", "rules"],
	...["standing", "intent", "seat", "desk", "store"],
];
const plainPath = new RegExp(`^src/core/(${plain.join("|")})\\.ts$`);

/** All the view may know of the rest; the last one as types. */
const viewMayUse = /^src\/core\/(view\/.*|(model|kinds|rules|refusal|standing|text|limits|intent)\.ts)$/;
const viewMayName = /^src\/core\/(schema|seat)\.ts$/;

const builtin = /^node:/;
const host = /^@earendil-works\//;

/** Kept twice without harm: what is computed once, and a class that is told by its name. */
const harmless = [
	"src/core/env.ts own",
	"src/core/text.ts segmenter",
	"src/core/text.ts emoji",
	"src/core/store.ts StoreError",
];

export const arrows: readonly Rule[] = [
	forbid({
		says: "limits, refusals, records, text, model, kinds, rules and intents do no I/O",
		from: plainPath,
		to: ({ to, how }) =>
			how !== "type" &&
			(builtin.test(to) || (to.startsWith("src/") && !plainPath.test(to) && to !== "src/core/env.ts")),
		breaks: [
			["src/core/rules.ts", 'import { readFileSync } from "node:fs";'],
			["src/core/model.ts", 'import { snapshot } from "./snapshot.ts";'],
			["src/core/kinds.ts", 'export const late = () => import("./inbox.ts");'],
		],
	}),
	forbid({
		says: "core knows no front end and nothing of Pi",
		from: /^src\/core\//,
		to: ({ to }) => /^src\/(panel|dashboard|extension)\//.test(to) || host.test(to) || to === "blessed",
		breaks: [
			["src/core/doctor.ts", 'import { paint } from "../panel/paint.ts";'],
			["src/core/operations.ts", 'import type { Host } from "../extension/host.ts";'],
			["src/core/text.ts", 'import { visibleWidth } from "@earendil-works/pi-tui";'],
		],
	}),
	forbid({
		says: "the view is drawn from plain values: no system, no store, no clock",
		from: /^src\/core\/view\//,
		to: ({ to, how }) => !viewMayUse.test(to) && !(how === "type" && viewMayName.test(to)),
		breaks: [
			["src/core/view/blocks.ts", 'import { hostname } from "node:os";'],
			["src/core/view/blocks.ts", 'import type { Store } from "../store.ts";'],
			["src/core/view/blocks.ts", 'import { schemas } from "../schema.ts";'],
			["src/core/view/blocks.ts", 'import { realEnv } from "../env.ts";'],
			["src/core/view/actions.ts", 'import { perform } from "../perform.ts";'],
		],
	}),
	forbid({
		says: "in core only operations and perform know the view",
		from: /^src\/core\/(?!view\/|(operations|perform)\.ts)/,
		to: ({ to }) => /^src\/core\/view\//.test(to),
		breaks: [["src/core/teams.ts", 'import { actions } from "./view/actions.ts";']],
	}),
	forbid({
		says: "panel and dashboard never import each other, nor the extension",
		from: /^src\/(panel|dashboard)\//,
		to: ({ to }, from) => {
			const own = from.split("/").slice(0, 2).join("/");
			return /^src\/(panel|dashboard|extension)\//.test(to) && !to.startsWith(`${own}/`);
		},
		breaks: [
			["src/panel/paint.ts", 'import { paint } from "../dashboard/paint.ts";'],
			["src/dashboard/paint.ts", 'import type { Panel } from "../panel/panel.ts";'],
			["src/panel/open.ts", 'import { loop } from "../extension/loop.ts";'],
		],
	}),
	forbid({
		says: "the extension does not know the dashboard",
		from: /^src\/extension\//,
		to: ({ to }) => /^src\/dashboard\//.test(to),
		breaks: [["src/extension/command.ts", 'import { main } from "../dashboard/main.ts";']],
	}),
	forbid({
		says: "the dashboard imports Pi's packages in one file, its key reader",
		from: /^src\/dashboard\/(?!terminal\/keys\.ts)/,
		to: ({ to }) => host.test(to),
		breaks: [["src/dashboard/paint.ts", 'import { truncateToWidth } from "@earendil-works/pi-tui";']],
	}),
	forbid({
		says: "the extension takes Pi's packages as types; what the panel needs at run time is handed over in one file",
		from: /^src\/extension\/(?!host-modules\.ts)/,
		to: ({ to, how }) => host.test(to) && how !== "type",
		breaks: [
			["src/extension/renderers.ts", 'import { Text } from "@earendil-works/pi-tui";'],
			["src/extension/command.ts", 'export const late = () => import("@earendil-works/pi-coding-agent");'],
		],
	}),
	forbid({
		says: "the locks of proper-lockfile, the hints of chokidar and the screen of blessed are each used in one file",
		from: /^src\/(?!core\/files\/(lock|watch)\.ts|dashboard\/terminal\/screen\.ts)/,
		to: ({ to, how }) => how !== "type" && ["proper-lockfile", "chokidar", "blessed"].includes(to),
		breaks: [
			["src/core/teams.ts", 'import { lock } from "proper-lockfile";'],
			["src/core/snapshot.ts", 'export const watch = () => import("chokidar");'],
			["src/dashboard/dialogs.ts", 'import blessed from "blessed";'],
		],
	}),
	reach({
		says: "Pi starts without the parts of the extension that only a member needs",
		from: "src/extension/index.ts",
		to: /^(chokidar|proper-lockfile|typebox\/compile|@earendil-works\/.*)$|^src\/(panel|core\/(view|files\/watch|files\/lock))\b/,
		breaks: [
			["src/extension/index.ts", 'import { openPanel } from "../panel/open.ts";\nexport default openPanel;'],
			["src/extension/index.ts", 'import { Text } from "@earendil-works/pi-tui";\nexport default Text;'],
		],
	}),
	{
		says: "what both files of the extension contain keeps nothing, since each has its own copy",
		broken: (tree) => {
			const files = new Map(tree.map((file) => [file.path, file]));
			const rest = new Set(loaded(files, "src/extension/program.ts").map(([path]) => path));
			return loaded(files, "src/extension/index.ts").flatMap(([path]) =>
				(rest.has(path) ? (files.get(path)?.keeps ?? []) : [])
					.filter((name) => !harmless.includes(`${path} ${name}`))
					.map((name) => `${path}: ${name}`),
			);
		},
		breaks: [
			{ path: "src/extension/memory.ts", text: "// Memory.\nlet last = 0;\nexport const next = () => ++last;\n" },
			{ path: "src/core/root.ts", text: "// Root.\nexport class RootError extends Error {}\n" },
		],
	},
	reach({
		says: "a one-shot verb loads no screen, no watcher, no lock and no schema compiler before it needs one",
		from: "src/dashboard/program.ts",
		to: /^(chokidar|proper-lockfile|blessed|typebox\/compile|@earendil-works\/.*)$|^src\/dashboard\/(?!program\.ts|cli\/)/,
		breaks: [
			["src/dashboard/program.ts", 'import { screen } from "./screen.ts";\nscreen();'],
			["src/dashboard/program.ts", 'import blessed from "blessed";\nblessed.screen();'],
		],
	}),
];

function forbid(rule: {
	readonly says: string;
	readonly from: RegExp;
	readonly to: (found: Import, from: string) => boolean;
	readonly breaks: readonly (readonly [path: string, text: string])[];
}): Rule {
	return perFile({
		says: rule.says,
		only: rule.from,
		wrong: ({ path, imports }) =>
			imports.filter((found) => rule.to(found, path)).map(({ to, how }) => `imports ${to} (${how})`),
		breaks: rule.breaks.map(([path, text]) => ({ path, text: `// A file.\n${text}\n` })),
	});
}

/** What is loaded when `from` is: static imports, and theirs. */
function reach(rule: {
	readonly says: string;
	readonly from: string;
	readonly to: RegExp;
	readonly breaks: readonly (readonly [path: string, text: string])[];
}): Rule {
	return {
		says: rule.says,
		broken: (tree) => {
			const files = new Map(tree.map((file) => [file.path, file]));
			return loaded(files, rule.from)
				.filter(([to]) => rule.to.test(to))
				.map(([to, by]) => `${by}: loads ${to}`);
		},
		breaks: rule.breaks.map(([path, text]) => ({ path, text: `// A file.\n${text}\n` })),
	};
}

function loaded(files: ReadonlyMap<string, Source>, from: string): readonly (readonly [to: string, by: string])[] {
	const seen = new Map<string, string>([[from, from]]);
	for (const [path] of seen) {
		for (const { to, how } of files.get(path)?.imports ?? []) {
			if (how === "static" && !seen.has(to)) seen.set(to, path);
		}
	}
	return [...seen];
}
