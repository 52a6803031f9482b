import { describe, expect, test } from "vitest";
import { act, actions, acts, moves, usageOf } from "../../src/core/view/actions.ts";
import { promptLine } from "../../src/core/view/hints.ts";
import { interpret, keyName } from "../../src/core/view/interpret.ts";
import { answerFill, begin, typed } from "../../src/core/view/questions.ts";
import type { Scene, Target } from "../../src/core/view/scene.ts";
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

describe("a visitor of the dashboard who writes", () => {
	const visit = (text: string): { scene: Scene; member: Target } => {
		const { snapshot, actor, now } = world(text);
		const room = { columns: 80, rows: 20 };
		const [shop] = snapshot.teams;
		const scene: Scene = {
			snapshot,
			actor,
			now,
			session: SESSION,
			surface: "dashboard",
			proposedRole: "Jo Doe",
			panes: ["list", "flow", "detail"],
			room: { list: room, detail: room, flow: room, help: room },
			message: undefined,
		};
		return { scene, member: { on: "member", teamId: shop?.id ?? "", member: shop?.members[0]?.id ?? "" } };
	};
	const sent = (text: string, role: string) => {
		const { scene, member } = visit(text);
		const first = begin(act("message"), member, initialState(scene), scene);
		const asked = promptLine(first.state).map((each) => each.text);
		const question = first.state.question;
		if (question?.what !== "fill") throw new Error("nothing was asked");
		const named = answerFill(question, "enter", typed(first.state, role, scene), scene);
		if (named.state.question?.what !== "fill") throw new Error("no text was asked for");
		const problem = named.state.question.problem;
		if (problem !== undefined) return { asked, text: first.state.text, problem };
		const last = answerFill(named.state.question, "enter", typed(named.state, "hello", scene), scene);
		return { asked, text: first.state.text, last };
	};

	test("is asked for a role first, and the same Enter joins and sends", () => {
		const { asked, text, last } = sent("shop: backend", "jo");
		expect(asked.join("")).toContain("your role in shop");
		expect(text).toBe("jo-doe");
		expect(last?.next).toMatchObject([
			{ do: "join", role: "jo", force: false },
			{ do: "send", kind: "info", body: "hello" },
		]);
	});

	test("cannot take a role that is held, and takes one over only after a question", () => {
		expect(sent("shop: backend jo", "jo").problem?.code).toBe("role-live");
		const { last } = sent("shop: backend jo-(offline 2h, elsewhere)", "jo");
		expect(last?.next).toBe("nothing");
		expect(last?.state.question).toMatchObject({
			what: "confirm",
			confirmation: { question: "Take over jo in shop, and send?" },
		});
	});
});
