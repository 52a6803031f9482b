import { describe, expect, test } from "vitest";
import { memberFacts, teamFacts } from "../../src/core/view/facts.ts";
import { messageLines } from "../../src/core/view/message.ts";
import { messageHead, type Scene } from "../../src/core/view/scene.ts";
import { lineWidth, plainText } from "../../src/core/view/words.ts";
import { SESSION, world } from "../support/scenes.ts";
import { message } from "../support/script.ts";

const SHOP = world("shop: pm*(you) backend\n18:00:00 pm → backend request Build it\n18:01:00 backend → pm info yes");

function sceneOf(columns: number, body: string): Scene {
	const room = { columns, rows: 20 };
	const whole = { ...message("shop", "pm", "backend", "request", "Build it"), body };
	return {
		...SHOP,
		session: SESSION,
		surface: "panel",
		proposedRole: "pm",
		panes: ["list", "detail"],
		room: { list: room, flow: room, detail: room, help: room },
		message: whole,
	};
}

function bodyOf(columns: number, body: string): readonly string[] {
	const [team] = SHOP.snapshot.teams;
	const head = team === undefined ? undefined : messageHead(team, message("shop", "pm", "backend", "", "Build it").id);
	if (team === undefined || head === undefined) throw new Error("no message");
	return messageLines(sceneOf(columns, body), team, head)
		.filter(({ key }) => key.startsWith("b:"))
		.map(({ line }) => plainText(line));
}

// The first column belongs to the cursor mark.
describe.each([2, 7, 20, 40, 80, 120])("the detail in %i columns", (columns) => {
	test("shows a text to its last letter", () => {
		const body = "abcdefghijklmnopqrstuvwxyz".repeat(10);
		const lines = bodyOf(columns, body);
		expect(lines.join("")).toBe(body);
		for (const line of lines) expect(line.length).toBeLessThan(columns);
	});

	test("shows facts to their last letter", () => {
		const [team] = SHOP.snapshot.teams;
		const [member] = team?.members ?? [];
		if (team === undefined || member === undefined) throw new Error("no team");
		const scene = sceneOf(columns, "");
		const facts = [...teamFacts(scene, team), ...memberFacts(scene, team, member)];
		for (const { line } of facts.filter(({ key }) => key.startsWith("f:"))) {
			// Where a label alone fills the line, a letter of the value stands behind it.
			expect(lineWidth(line)).toBeLessThan(Math.max(columns, 11));
		}
		const id = facts.filter(({ key }) => key.startsWith("f:id:")).map(({ line }) => plainText(line).slice(9));
		expect(id.join("")).toBe(team.id + member.id);
	});
});
