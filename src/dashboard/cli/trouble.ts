// The line under a list that says something on the disk could not be read. Never hides it, never explains it: `doctor` does.

import type { Snapshot } from "../../core/model.ts";
import { counted } from "./layout.ts";

export function troubleLines({ trouble }: Snapshot): readonly string[] {
	if (trouble.length === 0) return [];
	const [first] = trouble;
	const rest = trouble.length === 1 ? "" : ` and ${counted(trouble.length - 1, "more")}`;
	return ["", `! could not be read: ${first?.path}${rest}; \`pi-team-dash doctor\` says why.`];
}
