// The help of `/team`, made from the action table. Pure.

import { done, type Outcome, refuse } from "../core/refusal.ts";
import { usageOf } from "../core/view/actions.ts";
import { actionNamed, typedActions, unknownVerb } from "./parse.ts";

export function helpText(verb: string | undefined): Outcome<string> {
	if (verb === undefined) return done(overview());
	const action = actionNamed(verb.toLowerCase());
	if (action === undefined) return refuse(unknownVerb(verb));
	const aliases = action.verb?.aliases ?? [];
	const lines = [`/team ${usageOf(action)}`, `  ${action.help}`];
	if (aliases.length > 0) lines.push(`  Also: ${aliases.join(", ")}.`);
	return done(lines.join("\n"));
}

function overview(): string {
	const rows = typedActions.map((action) => ({ usage: usageOf(action), help: action.help }));
	const width = Math.max(...rows.map((row) => row.usage.length));
	const lines = rows.map((row) => `  ${row.usage.padEnd(width)}  ${row.help}`);
	return ["/team opens the panel.", ...lines, "`/team help <verb>` says more about one."].join("\n");
}
