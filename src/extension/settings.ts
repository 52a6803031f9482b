// What the environment sets for this extension, checked: what is wrong is replaced by the standard and named. Pure; where the store lies is root.ts's business.

import { limits } from "../core/limits.ts";
import type { KeyId } from "./host.ts";

export interface Setting<Value> {
	readonly value: Value;
	/** One sentence about what was set and cannot be used. */
	readonly wrong: string | undefined;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Free on both hosts. */
const PANEL_KEY = "f6";

const MODIFIERS = "(?:(?:ctrl|alt|shift|super)\\+)";
const FUNCTION_KEY = "f(?:[1-9]|1[0-2])";
const NAMED_KEY =
	"escape|esc|enter|return|tab|space|backspace|delete|insert|clear|home|end|pageup|pagedown|up|down|left|right";
const KEY = new RegExp(`^(?:${MODIFIERS}*${FUNCTION_KEY}|${MODIFIERS}+(?:${NAMED_KEY}|[!-~]))$`);
/** What would be taken from whoever types: characters, and capitals. */
const TYPED = /^(?:shift\+)?[!-~]$|^shift\+(?:space|enter|return|tab)$/;

/** `PI_TEAM_KEY`: the key of the panel; empty = none. */
export function panelKey(variables: Variables): Setting<KeyId | undefined> {
	const given = variables.PI_TEAM_KEY;
	const named = (given ?? PANEL_KEY).trim().toLowerCase();
	if (named === "") return { value: undefined, wrong: undefined };
	if (KEY.test(named) && !TYPED.test(named)) return { value: named as KeyId, wrong: undefined };
	const wrong = `PI_TEAM_KEY is ${quoted(named)}, which is no key for a panel, such as f6 or ctrl+g; ${PANEL_KEY} is used.`;
	return { value: PANEL_KEY, wrong };
}

/** `PI_TEAM_AUTO_TURNS`: how many automatic work turns without a person typing; 0 = no cap. */
export function turnLimit(variables: Variables): Setting<number> {
	const given = (variables.PI_TEAM_AUTO_TURNS ?? "").trim();
	if (given === "") return { value: limits.autoTurns, wrong: undefined };
	if (/^\d{1,6}$/.test(given)) {
		const limit = Number(given);
		return { value: limit === 0 ? Number.POSITIVE_INFINITY : limit, wrong: undefined };
	}
	const wrong = `PI_TEAM_AUTO_TURNS is ${quoted(given)}, which is no count of turns; ${limits.autoTurns} is used.`;
	return { value: limits.autoTurns, wrong };
}

function quoted(given: string): string {
	return JSON.stringify(given.slice(0, limits.nameLength));
}
