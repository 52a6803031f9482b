// A person's own settings for the dashboard, read once at the start. A file that is missing, broken or odd never keeps it from starting.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Palette } from "./theme.ts";

export interface Config {
	readonly theme: Palette | undefined;
	readonly characters: "ascii" | undefined;
	readonly mouse: boolean;
	readonly bell: boolean;
	/** A command line that is run once for each thing that needs the person. */
	readonly hook: string | undefined;
}

export interface ReadConfig {
	readonly config: Config;
	/** What is wrong with the file, in one sentence. */
	readonly problem: string | undefined;
}

const DEFAULTS: Config = { theme: undefined, characters: undefined, mouse: true, bell: false, hook: undefined };

type Variables = Readonly<Record<string, string | undefined>>;

export function configPath(variables: Variables, home: string): string {
	const base = variables.XDG_CONFIG_HOME;
	// The specification of these directories says that a relative path is to be ignored.
	const directory = base?.startsWith("/") === true ? base : join(home, ".config");
	return join(directory, "pi-team", "dash.json");
}

export function readConfig(path: string): ReadConfig {
	let text: string;
	try {
		text = readFileSync(path, "utf8");
	} catch (error) {
		const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
		// Hardly anybody has one.
		const isMissing = code === "ENOENT" || code === "ENOTDIR";
		return { config: DEFAULTS, problem: isMissing ? undefined : `${path} cannot be read (${code}).` };
	}
	return parseConfig(path, text);
}

export function parseConfig(path: string, text: string): ReadConfig {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return { config: DEFAULTS, problem: `${path} is not JSON; it is not used.` };
	}
	if (typeof value !== "object" || value === null || Array.isArray(value)) {
		return { config: DEFAULTS, problem: `${path} is not an object; it is not used.` };
	}
	const given = value as Readonly<Record<string, unknown>>;
	const odd = Object.entries(given).find(([name, each]) => !isSetting(name, each));
	const usable = Object.fromEntries(Object.entries(given).filter(([name, each]) => isSetting(name, each)));
	return {
		config: { ...DEFAULTS, ...usable },
		problem: odd === undefined ? undefined : `${path}: ${JSON.stringify(odd[0])} is not used; there is ${SETTINGS}.`,
	};
}

const checks: Readonly<Record<keyof Config, (value: unknown) => boolean>> = {
	theme: (value) => value === "dark" || value === "light" || value === "mono",
	characters: (value) => value === "ascii",
	mouse: (value) => typeof value === "boolean",
	bell: (value) => typeof value === "boolean",
	hook: (value) => typeof value === "string" && value !== "",
};

/** Name, what it may be, what it does. */
export const settings = [
	["theme", '"dark", "light" or "mono"', "the colours, where the terminal does not tell which suit it"],
	["characters", '"ascii"', "nothing but ASCII characters, as `--ascii`"],
	["mouse", "false", "leaves the mouse to the terminal, as `--no-mouse`"],
	["bell", "true", "rings once for each thing that newly needs you, as `--bell`"],
	["hook", '"a command"', "runs once for each such thing, with what it is in the variable `PI_TEAM_ATTENTION`"],
] as const satisfies readonly (readonly [keyof Config, string, string])[];

const SETTINGS = settings.map(([name, values]) => `"${name}": ${values}`).join(", ");

function isSetting(name: string, value: unknown): boolean {
	return Object.hasOwn(checks, name) && checks[name as keyof Config](value);
}
