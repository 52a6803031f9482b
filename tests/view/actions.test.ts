import { describe, expect, test } from "vitest";
import { actions, acts, moves, usageOf } from "../../src/core/view/actions.ts";
import { interpret, keyName } from "../../src/core/view/interpret.ts";
import type { Scene } from "../../src/core/view/scene.ts";
import { initialState } from "../../src/core/view/state.ts";
import { SESSION, world } from "../support/scenes.ts";

describe("the action table", () => {
	test("gives no key to a move and an act, or to two moves", () => {
		const taken = new Map<string, string>();
		for (const row of [...moves, ...new Map(acts.map((each) => [each.keys[0], each])).values()]) {
			for (const key of row.keys) {
				expect([key, taken.get(key)]).toEqual([key, undefined]);
				taken.set(key, row.name);
			}
		}
	});

	test("has every verb once, aliases too, each with a help of one sentence", () => {
		const words = actions.flatMap((each) => (each.verb === undefined ? [] : [each.verb.name, ...each.verb.aliases]));
		expect(new Set(words).size).toBe(words.length);
		for (const word of [
			"create",
			"join",
			"leave",
			"send",
			"tell",
			"ask",
			"handoff",
			"note",
			"wake",
			"pause",
			"resume",
		]) {
			expect(words).toContain(word);
		}
		for (const word of ["rename", "rename-team", "rename-role", "rename-member", "remove", "admin", "delete", "list"]) {
			expect(words).toContain(word);
		}
		for (const { help, name } of actions) expect([name, help]).toEqual([name, expect.stringMatching(/^[A-Z].*\.$/)]);
	});

	test("words the usage of a verb", () => {
		const usage = (name: string) => actions.filter((each) => each.verb?.name === name).map(usageOf);
		expect(usage("create")).toEqual(["create <team> [role]"]);
		expect(usage("rename")).toEqual(["rename [team] <new>"]);
		expect(usage("tell")).toEqual(["tell <role> <text>"]);
	});
});

describe("keys", () => {
	test("have one name each, whatever protocol the terminal speaks", () => {
		expect(["shift+l", "L", "esc", "return", "ctrl+c", "pageUp"].map(keyName)).toEqual([
			"L",
			"L",
			"escape",
			"enter",
			"ctrl+c",
			"pageUp",
		]);
	});

	test("the same key in the same state always means the same, and changes nothing it was given", () => {
		const { snapshot, actor, now } = world("shop: pm*(you) backend");
		const room = { columns: 80, rows: 20 };
		const scene: Scene = {
			snapshot,
			actor,
			now,
			session: SESSION,
			surface: "panel",
			proposedRole: "me",
			panes: ["list", "detail"],
			room: { list: room, detail: room, flow: room, help: room },
			message: undefined,
		};
		const state = initialState(scene);
		const before = JSON.stringify([state, scene]);
		const once = interpret(state, "m", scene);
		expect(interpret(state, "m", scene)).toEqual(once);
		expect(JSON.stringify([state, scene])).toBe(before);
	});
});
