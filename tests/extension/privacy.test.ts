// A store that is not this user's alone is said by a joined terminal, once for each directory.

import { expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import type { Trouble } from "../../src/core/model.ts";
import { createGuard } from "../../src/extension/guard.ts";
import { createPrivacy } from "../../src/extension/privacy.ts";
import { handEnv } from "../support/env.ts";
import { memoryStore } from "../support/memory-store.ts";

test("what is open to others is said once, also what is opened later, and never after the terminal has left", () => {
	const env = handEnv();
	const memory = memoryStore(env);
	let trouble: readonly Trouble[] = [];
	const store = { ...memory, listTeams: () => ({ ...memory.listTeams(), trouble }) };
	const open = (path: string): Trouble => ({ code: "unsafe", path, text: `${path} is open`, hint: "close it" });
	const said: string[] = [];
	const privacy = createPrivacy({ env, store, guard: createGuard(() => {}), say: (text) => void said.push(text) });
	trouble = [open("/teams"), { ...open("/teams/t-1"), code: "io" }];
	privacy.start();
	expect(said).toEqual(["/teams: close it"]);
	trouble = [...trouble, open("/teams/t-2")];
	env.machine.advance(limits.privacyMs);
	env.machine.advance(limits.privacyMs);
	expect(said).toEqual(["/teams: close it", "/teams/t-2: close it"]);
	privacy.stop();
	trouble = [open("/teams/t-3")];
	env.machine.advance(limits.privacyMs);
	expect(said).toHaveLength(2);
	expect(env.timers()).toBe(0);
});
