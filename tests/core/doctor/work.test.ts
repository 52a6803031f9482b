import { mkdirSync, readdirSync, utimesSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { limits } from "../../../src/core/limits.ts";
import { codes, newPlace, type Place } from "./place.ts";

let place: Place;
beforeEach(() => {
	place = newPlace();
});
afterEach(() => place.remove());

describe("people and work", () => {
	test("a member that never had a terminal is named once it is old enough", async () => {
		const { shop } = await place.pair();
		const ghost = place.terminals.office.newToken();
		const joinedAt = Date.now() - 2 * limits.adminClaimMs;
		await place.terminals.edit(shop, (document) => ({
			members: [...document.members, { id: ghost, role: "ghost", joinedAt, state: "member" }],
		}));
		const found = (await place.examined()).filter((each) => each.code === "never-seated");
		expect(found.map((each) => each.what)).toEqual(["ghost in shop never had a terminal."]);
	});

	test("a terminal that died without leaving is named, one that left is not", async () => {
		const { backend, reviewer } = await place.pair();
		reviewer.leave();
		const lease = readdirSync(place.inTeam(backend.teamId, "leases")).find((name) => name.startsWith(backend.member));
		const old = new Date(Date.now() - 2 * limits.leaseMs);
		utimesSync(place.inTeam(backend.teamId, "leases", lease ?? ""), old, old);
		const found = (await place.examined()).filter((each) => each.code === "dead-terminal");
		expect(found).toHaveLength(1);
		expect(found[0]?.what).toContain("backend in shop");
	});

	test("a request whose claimer is gone is told from one that is being worked on", async () => {
		const { backend, reviewer } = await place.pair();
		const request = await backend.send(reviewer.member, "request", "review the cart");
		reviewer.claim(request);
		await reviewer.surface(request);
		reviewer.leave();
		const found = (await place.examined()).filter((each) => each.code === "orphaned-request");
		expect(found).toHaveLength(1);
		expect(found[0]?.what).toContain("1 request to reviewer in shop");
	});

	test("mail of a removed member that was not settled is named", async () => {
		const { shop, backend, reviewer } = await place.pair();
		await backend.send(reviewer.member, "request", "review the cart");
		reviewer.leave();
		await place.terminals.edit(shop, (document) => ({
			members: document.members.map((each) => (each.id === reviewer.member ? { ...each, state: "removed" } : each)),
		}));
		expect(codes(await place.examined())).toContain("removed-mail");
	});

	test("files of a member no document knows are named", async () => {
		const { shop } = await place.pair();
		mkdirSync(place.inTeam(shop, "inbox", "00000000-0000-4000-8000-00000000beef"));
		const found = (await place.examined()).filter((each) => each.code === "unknown-owner");
		expect(found[0]?.what).toContain("0000beef");
	});

	test("messages of the future are named", async () => {
		const { backend, reviewer } = await place.pair();
		place.terminals.host.stepWall(3_600_000);
		await backend.send(reviewer.member, "info", "from tomorrow");
		expect(codes(await place.examined())).toContain("clock");
	});
});
