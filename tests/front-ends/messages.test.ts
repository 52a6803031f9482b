import { describe, expect, test } from "vitest";
import { idOf, world } from "../support/scenes.ts";
import { frontEnds, message } from "../support/script.ts";

const send = (to: string, kind: string, body: string, replyTo?: string) => ({
	do: "send",
	to: idOf(`shop/${to}`),
	kind,
	body,
	subject: undefined,
	replyTo,
});

describe.each(frontEnds)("writing a message in the %s", (_name, open) => {
	test("m on a member of your team tells it something", async () => {
		const ui = await open(world("shop: pm*(you) backend"));
		await ui.press("down", "m");
		expect(ui.screen()).toContain("tell · to backend");
		await ui.type("The build is green");
		expect(ui.screen()).toContain("The build is green");
		await ui.press("enter");
		expect(ui.intents()).toEqual([send("backend", "info", "The build is green")]);
		expect(ui.screen()).toContain("done: send");
	});

	test("Enter on a member of your team is the same", async () => {
		const ui = await open(world("shop: pm*(you) backend"));
		await ui.press("down", "enter");
		expect(ui.screen()).toContain("tell · to backend");
	});

	test("Tab goes round tell, ask, handoff, send, note, and the last kind is remembered", async () => {
		const ui = await open(world("shop: pm*(you) backend"));
		await ui.press("down", "m");
		for (const verb of ["ask", "handoff", "send", "note", "tell", "ask"]) {
			await ui.press("tab");
			expect(ui.screen()).toContain(`${verb} · to backend`);
		}
		await ui.press("shift+tab", "shift+tab");
		expect(ui.screen()).toContain("note · to backend");
		await ui.type("remember me");
		await ui.press("enter", "m");
		expect(ui.screen()).toContain("note · to backend");
	});

	test("for an offline member it starts as send and says that it is queued", async () => {
		const ui = await open(world("shop: pm*(you) backend-(offline 2h)"));
		await ui.press("G", "m");
		expect(ui.screen()).toContain("send · to backend");
		expect(ui.screen()).toContain("backend is offline since 2h: queued until it returns");
		await ui.type("Fix the parser");
		await ui.press("enter");
		expect(ui.intents()).toEqual([send("backend", "request", "Fix the parser")]);
	});

	test("a live kind to an offline member is refused while it is typed, and the text stays", async () => {
		const ui = await open(world("shop: pm*(you) backend-(offline 2h)"));
		await ui.press("G", "m", "tab", "tab");
		expect(ui.screen()).toContain("tell · to backend");
		await ui.type("Now");
		await ui.press("enter");
		expect(ui.screen()).toContain("delivered now or not at all");
		expect(ui.screen()).toContain("Now");
		expect(ui.intents()).toEqual([]);
	});

	test("an empty text is not sent", async () => {
		const ui = await open(world("shop: pm*(you) backend"));
		await ui.press("down", "m", "enter");
		expect(ui.screen()).toContain("The text is empty.");
		expect(ui.intents()).toEqual([]);
	});

	test("Esc while typing sends nothing", async () => {
		const ui = await open(world("shop: pm*(you) backend"));
		await ui.press("down", "m");
		await ui.type("never mind");
		await ui.press("escape");
		expect(ui.screen()).not.toContain("never mind");
		expect(ui.intents()).toEqual([]);
		expect(ui.standing()).toBe("here");
	});

	test("on a message it answers the sender in its thread", async () => {
		const text = "Which code?";
		const ui = await open(world(`shop: pm*(you) backend\n18:02:11 backend → pm question ${text}`), {
			columns: 120,
			rows: 40,
			messages: [message("shop", "backend", "pm", "question", text)],
		});
		await ui.press("right", "enter");
		expect(ui.screen()).toContain("question  backend → pm");
		await ui.press("m");
		expect(ui.screen()).toContain("tell · to backend");
		await ui.type("The one in src");
		await ui.press("enter");
		expect(ui.intents()).toEqual([send("backend", "info", "The one in src", idOf(`message ${text}`))]);
	});

	test("Ctrl+E opens several lines, in which Enter breaks the line and Ctrl+S sends", async () => {
		const ui = await open(world("shop: pm*(you) backend"));
		await ui.press("down", "m");
		await ui.type("first");
		await ui.press("ctrl+e", "enter");
		await ui.type("second");
		expect(ui.screen()).toContain("Ctrl+S send");
		expect(ui.screen()).toMatch(/first\s*\n.*second/);
		await ui.press("ctrl+s");
		expect(ui.intents()).toEqual([send("backend", "info", "first\nsecond")]);
	});

	test("a paste of several lines becomes a text of several lines, and never acts", async () => {
		const ui = await open(world("shop: pm*(you) backend"));
		await ui.press("down", "m");
		await ui.paste("one\ntwo\n");
		expect(ui.intents()).toEqual([]);
		await ui.press("ctrl+s");
		expect(ui.intents()).toHaveLength(1);
		expect(ui.intents()[0]).toMatchObject({ do: "send", body: expect.stringMatching(/^one\ntwo/) });
	});

	test("a paste outside of a text does nothing but say so", async () => {
		const ui = await open(world("shop: pm*(you) backend-"));
		await ui.press("G");
		await ui.paste("xy\nL\n");
		expect(ui.intents()).toEqual([]);
		expect(ui.screen()).toContain("Pasted text does nothing here");
		await ui.press("x");
		expect(ui.screen()).toContain("Remove backend");
		await ui.paste("y\n");
		expect(ui.intents()).toEqual([]);
		expect(ui.screen()).toContain("Remove backend");
	});

	test("wide characters and combined ones are typed, taken back and sent whole", async () => {
		const ui = await open(world("shop: pm*(you) backend"));
		await ui.press("down", "m");
		await ui.type("漢字テ");
		await ui.press("backspace");
		await ui.type("é");
		expect(ui.screen()).toContain("漢字é");
		await ui.press("enter");
		expect(ui.intents()[0]).toMatchObject({ body: "漢字é" });
	});

	test.each([
		["yourself", "down", "shop: pm*(you)", "That would be addressed to yourself"],
		["a team", "", "shop: pm*(you)", "Choose a member to write to"],
	])("m on %s says why not", async (_what, keys, text, why) => {
		const ui = await open(world(text));
		await ui.press(...keys.split(" ").filter(Boolean), "m");
		expect(ui.screen()).toContain(why);
		expect(ui.intents()).toEqual([]);
	});

	test("m on a member of another team names the team you are in", async () => {
		const ui = await open(world("shop: pm*(you)\ndocs: editor"));
		await ui.press("G", "m");
		expect(ui.screen()).toContain("You are not in docs.");
		expect(ui.intents()).toEqual([]);
	});

	test("a refusal of the operation is shown", async () => {
		const ui = await open(world("shop: pm*(you) backend"));
		ui.answerWith({ ok: false, refusal: { code: "inbox-full", role: "backend", most: 50 } });
		await ui.press("down", "m");
		await ui.type("hello");
		await ui.press("enter");
		expect(ui.screen()).toContain("The inbox of backend is full");
	});
});

describe.each(frontEnds)("waking in the %s", (_name, open) => {
	test("w on a member sends it one check-in request, on the team one to everybody else", async () => {
		const ui = await open(world("shop: pm*(you) backend writer-"));
		await ui.press("w");
		expect(ui.intents()).toEqual([{ do: "wake", to: [idOf("shop/backend"), idOf("shop/writer")], text: "" }]);
		await ui.press("down", "w");
		expect(ui.intents()[1]).toEqual({ do: "wake", to: [idOf("shop/backend")], text: "" });
	});

	test("w where nobody else is says so", async () => {
		const ui = await open(world("shop: pm*(you)"));
		await ui.press("w");
		expect(ui.screen()).toContain("Nobody else is in the team");
	});
});
