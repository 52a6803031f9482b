// Owns where the store lives, from the environment alone. Never looks at the disk.

import { isAbsolute, join, resolve } from "node:path";
import { done, type Outcome, refuse } from "./refusal.ts";

const USAGE = "PI_TEAM_ROOT=/absolute/directory";

/**
 * PI_TEAM_ROOT, else `teams` under PI_CODING_AGENT_DIR, else `.pi/agent/teams` under the home directory. A variable that is set
 * but blank or relative is refused: a store that depends on the working directory would split a team silently.
 */
export function storeRoot(variables: Readonly<Record<string, string | undefined>>, home: string): Outcome<string> {
	const root = variables.PI_TEAM_ROOT;
	if (root !== undefined) return absolute("PI_TEAM_ROOT", root, home);
	const agent = variables.PI_CODING_AGENT_DIR;
	// Pi itself takes an empty PI_CODING_AGENT_DIR for "not set", so it is none of ours to refuse.
	if (agent === undefined || agent === "") return done(join(home, ".pi", "agent", "teams"));
	const directory = absolute("PI_CODING_AGENT_DIR", agent, home);
	return directory.ok ? done(join(directory.value, "teams")) : directory;
}

function absolute(variable: string, given: string, home: string): Outcome<string> {
	const path = given === "~" || given.startsWith("~/") ? join(home, given.slice(1)) : given;
	if (given.trim() === "") return refuse({ code: "usage", usage: USAGE, problem: `${variable} is set but empty.` });
	if (!isAbsolute(path) || path.includes("\0")) {
		return refuse({
			code: "usage",
			usage: USAGE,
			problem: `${variable} must be an absolute path, not ${JSON.stringify(given)}.`,
		});
	}
	return done(resolve(path));
}
