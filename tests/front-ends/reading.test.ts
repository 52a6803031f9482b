import { describe, expect, test } from "vitest";
import type { Message } from "../../src/core/model.ts";
import { idOf, type World, world } from "../support/scenes.ts";
import { type FrontEnd, frontEnds, message } from "../support/script.ts";

const SHOP = `shop: pm*(you) backend(working 3m, busy, draft) reviewer-(offline 2h)
	18:00:00 pm → backend request Build the form
	18:01:00 backend → pm info started
	18:02:00 pm → reviewer request Look at the form`;

type Receipt = Message["state"]["receipts"][number];

function receipt(state: Receipt["state"], more: Partial<Receipt> = {}): Receipt {
	return { state, at: 0, code: undefined, outcome: undefined, reply: undefined, inferred: undefined, ...more };
}

function inState(text: string, to: string, place: Message["state"]["place"], ...receipts: readonly Receipt[]): Message {
	const whole = message("shop", "pm", to, "request", text);
	return { ...whole, state: { id: whole.id, place, receipts } };
}

/** The messages of the first team in one thread. */
function asThread(shown: World): World {
	const [team, ...rest] = shown.snapshot.teams;
	if (team === undefined) return shown;
	const rootId = idOf("message Build the form");
	const timeline = team.timeline.map((event) =>
		event.record?.type === "message" ? { ...event, record: { ...event.record, rootId } } : event,
	);
	return { ...shown, snapshot: { ...shown.snapshot, teams: [{ ...team, timeline }, ...rest] } };
}

/** Texts of which the timeline holds the start alone. */
function withCutTexts(shown: World): World {
	const teams = shown.snapshot.teams.map((team) => ({
		...team,
		timeline: team.timeline.map((event) =>
			event.record?.type === "message" ? { ...event, record: { ...event.record, textBytes: 20_000 } } : event,
		),
	}));
	return { ...shown, snapshot: { ...shown.snapshot, teams } };
}

/** Opens a message from the timeline of the team. */
async function read(ui: FrontEnd, text: string): Promise<void> {
	await ui.press("right", "end");
	for (let up = 0; up < 10 && !new RegExp(`▌\\d\\d:.*${text}`).test(ui.screen()); up++) await ui.press("up");
	await ui.press("enter");
}

describe.each(frontEnds)("reading a message in the %s", (_name, open) => {
	const opened = async (text: string, ...messages: readonly Message[]) => {
		const ui = await open(asThread(world(SHOP)), { columns: 180, rows: 60, messages });
		await read(ui, text);
		return ui;
	};

	test("says what it waits for, in the words its sender got", async () => {
		const busy = await opened("Build the form", inState("Build the form", "backend", "claimed"));
		expect(busy.screen()).toMatch(
			/submitted [\d:]+, waiting for: (draft in the editor, busy|busy, draft in the\s+editor)/,
		);
		const away = await opened("Look at the form", inState("Look at the form", "reviewer", "new"));
		expect(away.screen()).toContain("; reviewer is offline since 2h: queued until it returns");
	});

	test("says that the rest of a text is gone, and how long it was", async () => {
		const pruned = { ...inState("Build the form", "backend", "new"), prunedOf: 20_000 };
		const ui = await opened("Build the form", pruned);
		expect(ui.screen()).toContain("… text pruned: 20000 bytes it had");
	});

	test("says that the rest cannot be read instead of reading it for ever", async () => {
		const ui = await open(withCutTexts(world(SHOP)), { columns: 180, rows: 60, messages: [] });
		await read(ui, "Build the form");
		expect(ui.screen()).toContain("… the rest cannot be read");
		expect(ui.screen()).not.toContain("is being read");
	});

	test("says how it fared, step by step", async () => {
		const answered = inState(
			"Build the form",
			"backend",
			"settled",
			receipt("surfaced"),
			receipt("settled", { outcome: "completed" }),
		);
		expect((await opened("Build the form", answered)).screen()).toMatch(
			/submitted [\d:]+ → surfaced [\d:]+ → answered [\d:]+/,
		);
		const failed = inState("Build the form", "backend", "failed", receipt("failed", { code: "attempts" }));
		expect((await opened("Build the form", failed)).screen()).toContain(
			"→ failed: not delivered after several attempts",
		);
	});

	test("lists its thread, and goes from one message of it to the next and back to where the reading began", async () => {
		const ui = await opened("Build the form", inState("Build the form", "backend", "claimed"));
		expect(ui.screen()).toContain("request  pm → backend");
		await ui.press("end", "up");
		expect(ui.screen()).toMatch(/▌18:01:00 +backend → pm +info +started/);
		await ui.press("enter");
		expect(ui.screen()).toContain("info  backend → pm");
		await ui.press("escape");
		expect(ui.screen()).not.toContain("info  backend → pm");
		expect(ui.screen()).toMatch(/▌18:00:00 +pm +→ +backend/);
	});

	test("goes on when its line leaves what is loaded, says so of its thread, and still answers it", async () => {
		const text = "started";
		const whole: Message = {
			...message("shop", "backend", "pm", "info", text),
			rootId: idOf("message Build the form"),
		};
		const ui = await open(asThread(world(SHOP)), { columns: 180, rows: 60, messages: [whole] });
		await read(ui, text);
		const later = world("shop: pm*(you) backend(working 3m, busy, draft)\n18:05:00 backend → pm info much later");
		const teams = later.snapshot.teams.map((team) => ({ ...team, hasOlder: true }));
		await ui.change({ ...later, snapshot: { ...later.snapshot, teams } });
		expect(ui.screen()).toContain("info  backend → pm");
		expect(ui.screen()).toContain("its beginning is in older lines, which are not loaded");
		await ui.press("m");
		await ui.type("good");
		await ui.press("enter");
		expect(ui.intents()).toMatchObject([{ do: "send", to: idOf("shop/backend"), body: "good", replyTo: whole.id }]);
	});
});
