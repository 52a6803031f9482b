// What waits for an answer, in plain text: `/team status` has the same rows in the same words as the verb.

import { describe, expect, test } from "vitest";
import { openRows, openTitle } from "../../src/core/view/open-list.ts";
import { shortId } from "../../src/core/view/scene.ts";
import { statusText } from "../../src/extension/reports.ts";
import { idOf, SESSION, world } from "../support/scenes.ts";

const SHOP = `shop: pm*(you) backend(idle 2m, draft) gone-(offline 2h)
	open 6m pm → backend question Which code?
	open 1m backend → gone request Write it down`;

function status(text: string): string {
	const { snapshot, actor, now } = world(text);
	return statusText({ snapshot, actor, now, session: SESSION, surface: "command", proposedRole: "me" });
}

describe("what is open", () => {
	test("names questions and requests, with age, state and id", () => {
		const shown = world(SHOP);
		const [team] = shown.snapshot.teams;
		if (team === undefined) throw new Error("no team");
		expect(openRows(team, shown.now)).toEqual([
			["pm → backend", "question", "6m", "surfaced", shortId(idOf("message Which code?")), "Which code?"],
			["backend → gone", "request", "1m", "surfaced", shortId(idOf("message Write it down")), "Write it down"],
		]);
		const said = status(SHOP).replaceAll(/ +/g, " ");
		for (const row of openRows(team, shown.now)) expect(said).toContain(row.join(" "));
		expect(said).toContain(openTitle(team));
	});

	test("is said to be nothing where nothing is", () => {
		expect(status("shop: pm*(you) backend")).toContain("No open requests or questions.");
	});

	test("is told of every team by a terminal that is in none", () => {
		expect(status(`${SHOP.replace("(you)", "")}\nzoo: keeper`)).toMatch(
			/Which code\?[\s\S]*zoo[\s\S]*No open requests/,
		);
	});
});
