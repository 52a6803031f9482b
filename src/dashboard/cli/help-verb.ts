// `help [verb]`. Never the dashboard's own help.

import { done, refuse } from "../../core/refusal.ts";
import { helpOf, helpOfAll } from "./help.ts";
import type { Run } from "./verb.ts";
import { findVerb, unknownVerb, verbs } from "./verbs.ts";

export const runHelp: Run = async ({ words: [name], columns }) => {
	if (name === undefined) return done(helpOfAll(verbs, columns));
	const verb = findVerb(name);
	return verb === undefined ? refuse(unknownVerb(name)) : done(helpOf(verb, columns));
};
