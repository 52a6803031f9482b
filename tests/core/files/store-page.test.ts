// docs/STORE.md tells a stranger every field, state and place there is.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { layoutAt } from "../../../src/core/files/layout.ts";
import { schemas } from "../../../src/core/schema.ts";
import { handEnv } from "../../support/env.ts";

const page = readFileSync(new URL("../../../docs/STORE.md", import.meta.url), "utf8");
const prose = page.replaceAll(/^```[\s\S]*?^```/gm, "");
const words = new Set([...prose.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => String(code).split(/[^A-Za-z0-9]+/)));

interface Shape {
	readonly properties?: Readonly<Record<string, Shape>>;
	readonly anyOf?: readonly Shape[];
	readonly items?: Shape;
}

function fieldsOf(shape: Shape): readonly string[] {
	const inner = [
		...(shape.anyOf ?? []),
		...(shape.items === undefined ? [] : [shape.items]),
		...Object.values(shape.properties ?? {}),
	];
	return [...Object.keys(shape.properties ?? {}), ...inner.flatMap(fieldsOf)];
}

describe("docs/STORE.md", () => {
	const { EventRecord, ...records } = schemas;
	test.each(Object.entries(records))("names every field of a %s", (_, schema) => {
		// The parts of a side job belong to whoever runs it.
		const jobs = ["label", "turns", "tokens"];
		expect(fieldsOf(schema as Shape).filter((field) => !words.has(field) && !jobs.includes(field))).toEqual([]);
	});

	test("leaves the fields of each event to the page that is made from them", () => {
		expect(page).toContain("(EVENTS.md)");
		expect(Object.keys(EventRecord)).not.toEqual([]);
	});

	test("shows every directory the store makes", () => {
		const env = handEnv();
		const [team, member, id] = [env.newToken(), env.newToken(), env.newId()];
		const layout = layoutAt("");
		const places = [
			layout.store,
			layout.name("shop"),
			layout.locks,
			layout.tmp,
			layout.trash,
			layout.quarantine,
			layout.sessions,
			layout.docs(team),
			layout.leases(team),
			layout.activities(team),
			layout.inboxNew(team, member),
			layout.inboxClaimed(team, member),
			layout.inboxDoneDays(team, member),
			layout.receipts(team, member, id),
			layout.archive(team),
		];
		const parts = places
			.flatMap((path) => path.split("/"))
			.filter((part) => /^[A-Za-z.]+$/.test(part) && part !== "shop.json");
		const tree = page.slice(page.indexOf("```text"), page.indexOf("```\n-"));
		expect(parts.filter((part) => !tree.includes(part))).toEqual([]);
	});
});
