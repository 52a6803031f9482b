// Where the store lives, from the environment.

import { describe, expect, test } from "vitest";
import { storeRoot } from "../../../src/core/root.ts";

describe("the root", () => {
	test.each([
		[{}, "/home/me/.pi/agent/teams"],
		[{ PI_CODING_AGENT_DIR: "/agent" }, "/agent/teams"],
		[{ PI_CODING_AGENT_DIR: "" }, "/home/me/.pi/agent/teams"],
		[{ PI_CODING_AGENT_DIR: "~/agent/" }, "/home/me/agent/teams"],
		[{ PI_TEAM_ROOT: "/teams", PI_CODING_AGENT_DIR: "/agent" }, "/teams"],
		[{ PI_TEAM_ROOT: "/teams/../other/" }, "/other"],
		[{ PI_TEAM_ROOT: "~/teams" }, "/home/me/teams"],
		[{ PI_TEAM_ROOT: "~" }, "/home/me"],
	])("of %j is %s", (variables, root) => {
		expect(storeRoot(variables, "/home/me")).toEqual({ ok: true, value: root });
	});

	test.each([
		[{ PI_TEAM_ROOT: "" }, "PI_TEAM_ROOT is set but empty."],
		[{ PI_TEAM_ROOT: "  " }, "PI_TEAM_ROOT is set but empty."],
		[{ PI_TEAM_ROOT: "teams" }, 'PI_TEAM_ROOT must be an absolute path, not "teams".'],
		[{ PI_TEAM_ROOT: "./teams" }, 'PI_TEAM_ROOT must be an absolute path, not "./teams".'],
		[{ PI_TEAM_ROOT: "~other/teams" }, 'PI_TEAM_ROOT must be an absolute path, not "~other/teams".'],
		[{ PI_CODING_AGENT_DIR: "agent" }, 'PI_CODING_AGENT_DIR must be an absolute path, not "agent".'],
	])("of %j is refused: %s", (variables, problem) => {
		const refused = storeRoot(variables, "/home/me");
		expect(refused).toMatchObject({ ok: false, refusal: { code: "usage", problem } });
	});
});
