import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isMendable } from "../../../src/core/doctor/finding.ts";
import { lookAtPackage } from "../../../src/core/doctor/package.ts";
import { examine } from "../../../src/core/doctor.ts";
import { openStore } from "../../../src/core/files/store.ts";
import { limits } from "../../../src/core/limits.ts";
import { joinTeam } from "../../../src/core/seat-join.ts";
import { readOnce } from "../../../src/core/snapshot.ts";
import { terminalOf } from "../../support/world.ts";
import { codes, env, newPlace, type Place } from "./place.ts";

let place: Place;
beforeEach(() => {
	place = newPlace();
});
afterEach(() => place.remove());

describe("a look at a store", () => {
	test("finds nothing in a sound one, tells how it works, and changes nothing", async () => {
		const { backend, reviewer } = await place.pair();
		await backend.send(reviewer.member, "request", "review the cart");
		const before = place.picture();
		const report = await examine(env, openStore(env, place.root, { visitor: "only looks" }));
		const unusual = report.findings.filter(({ code }) => code !== "not-durable" && code !== "polling");
		expect(unusual).toEqual([]);
		expect(report.facts.map((fact) => fact.name)).toEqual([
			"store",
			"changes are noticed",
			"free space",
			"timeline of shop",
		]);
		expect(place.picture()).toBe(before);
	});

	test("says that there is none, and makes none", async () => {
		expect(codes(await place.examined())).toEqual(["no-store"]);
		expect(existsSync(place.root)).toBe(false);
	});

	test("names directories that others may read, and makes them private on demand", async () => {
		const { shop } = await place.pair();
		chmodSync(place.inTeam(shop, "inbox"), 0o755);
		chmodSync(place.root, 0o750);
		const found = await place.examined();
		expect(found.filter((each) => each.code === "permissions").map((each) => each.path)).toEqual([
			place.root,
			place.inTeam(shop, "inbox"),
		]);
		expect(found.filter((each) => each.path === place.root)).toHaveLength(1);
		place.mended(found);
		expect(statSync(place.root).mode & 0o777).toBe(0o700);
		expect(codes(await place.examined())).not.toContain("permissions");
	});

	test("tells the earlier programs' teams and unknown entries apart, and touches neither", async () => {
		await place.pair();
		mkdirSync(join(place.root, "bakery"));
		writeFileSync(join(place.root, "bakery", "state.json"), "{}");
		mkdirSync(join(place.root, ".deleted-bakery"));
		writeFileSync(join(place.root, "notes.txt"), "mine");
		const found = (await place.examined()).filter((each) => each.code === "earlier-team" || each.code === "foreign");
		expect(found.map((each) => [each.code, each.path?.slice(place.root.length + 1), each.fix])).toEqual([
			["foreign", ".deleted-bakery", undefined],
			["earlier-team", "bakery", undefined],
			["foreign", "notes.txt", undefined],
		]);
		expect(found[1]?.mend).toContain("pi-team-dash import bakery");
	});

	test("finds locks whose holder died and things that stand in a lock's place", async () => {
		await place.pair();
		const stuck = join(place.root, "locks", "store");
		mkdirSync(stuck, { recursive: true });
		const old = new Date(Date.now() - 2 * limits.lockStaleMs);
		utimesSync(stuck, old, old);
		writeFileSync(join(place.root, "locks", "t-blocked"), "");
		const found = await place.examined();
		expect(codes(found)).toEqual(expect.arrayContaining(["stuck-lock", "blocked-lock"]));
		expect(place.mended(found).every((each) => each.failed === undefined)).toBe(true);
		expect(existsSync(stuck)).toBe(false);
		expect(codes(await place.examined())).not.toContain("blocked-lock");
	});

	test("finds names and sessions that lead nowhere", async () => {
		await place.pair();
		const gone = "00000000-0000-4000-8000-000000000000";
		const head = { v: 1, at: 1, by: null, teamId: gone };
		const file = join(place.root, "names", "bakery.json");
		writeFileSync(file, JSON.stringify({ ...head, name: "bakery" }));
		const old = new Date(Date.now() - 2 * limits.nameVoidMs);
		utimesSync(file, old, old);
		const session = join(place.root, "sessions", `${"a".repeat(32)}.json`);
		writeFileSync(session, JSON.stringify({ ...head, session: "s", member: gone }));
		const found = await place.examined();
		expect(codes(found)).toEqual(expect.arrayContaining(["void-name", "stale-session"]));
		place.mended(found);
		expect(existsSync(session)).toBe(false);
		expect(existsSync(file)).toBe(true);
	});

	test("says when the build is missing that Pi loads", () => {
		const directory = join(place.folder, "package");
		mkdirSync(join(directory, "dist"), { recursive: true });
		const manifest = { bin: { "pi-team-dash": "dist/pi-team-dash.js" }, pi: { extensions: ["./dist/extension.js"] } };
		writeFileSync(join(directory, "package.json"), JSON.stringify(manifest));
		writeFileSync(join(directory, "dist", "pi-team-dash.js"), "");
		expect(lookAtPackage(directory).map((each) => [each.code, each.path])).toEqual([
			["missing-build", join(directory, "dist", "extension.js")],
		]);
		writeFileSync(join(directory, "dist", "extension.js"), "");
		expect(lookAtPackage(directory)).toEqual([]);
	});
});

describe("broken files", () => {
	test("are named with what follows, and set aside one by one without touching their neighbours", async () => {
		const { shop, backend, reviewer } = await place.pair();
		await backend.send(reviewer.member, "info", "sound");
		const broken = await backend.send(reviewer.member, "info", "torn");
		reviewer.does("idle");
		backend.leave();
		reviewer.leave();
		const directory = place.inTeam(shop, "inbox", reviewer.member, "new");
		const file = readdirSync(directory).find((name) => name.startsWith(broken));
		if (file === undefined) throw new Error("it was not sent");
		const paths = [join(directory, file), place.inTeam(shop, "activity", `${reviewer.member}.json`)];
		for (const path of paths) writeFileSync(path, "");
		const found = (await place.examined()).filter((each) => each.code === "broken-file");
		expect(found.map((each) => each.path).sort()).toEqual(paths.toSorted());
		for (const each of found) expect(each.fix).toMatchObject({ do: "quarantine", path: each.path });
		expect(found.every((each) => each.meaning !== "" && each.mend !== "")).toBe(true);
		place.mended(found);
		for (const path of paths) expect(existsSync(path)).toBe(false);
		expect(readdirSync(directory)).toHaveLength(1);
		const after = await place.examined();
		expect(codes(after)).not.toContain("broken-file");
		expect(codes(after)).toContain("quarantined");
		expect(readdirSync(join(place.root, "quarantine"))).toHaveLength(4);
	});

	test("of a terminal that runs are left to it", async () => {
		const { shop, backend } = await place.pair();
		backend.does("idle");
		writeFileSync(place.inTeam(shop, "activity", `${backend.member}.json`), "{");
		const [found] = (await place.examined()).filter((each) => each.code === "broken-file");
		expect(found).toMatchObject({ fix: undefined });
		expect(found?.mend).toContain("running");
	});

	test("a broken newest document brings the team back as it was before, once set aside", async () => {
		const { shop, backend, reviewer } = await place.pair();
		backend.leave();
		reviewer.leave();
		const newest = readdirSync(place.inTeam(shop, "doc")).sort().at(-1) ?? "";
		writeFileSync(place.inTeam(shop, "doc", newest), "not json");
		expect(readOnce(env, openStore(env, place.root)).teams).toEqual([]);
		const found = await place.examined();
		expect(found[0]).toMatchObject({ code: "broken-file", weight: "broken", fix: { loses: expect.any(String) } });
		// It takes a change with it, so nobody does it by the way.
		expect(place.mended(found)).toEqual([]);
		expect(readOnce(env, openStore(env, place.root)).teams).toEqual([]);
		const path = place.inTeam(shop, "doc", newest);
		expect(place.mended(found, path)).toMatchObject([{ finding: { path }, failed: undefined }]);
		const [team] = readOnce(env, openStore(env, place.root)).teams;
		expect(team?.members.map((member) => member.role)).toEqual(["backend"]);
	});

	test("an older broken document is history, and set aside without a word", async () => {
		const { shop, backend, reviewer } = await place.pair();
		backend.leave();
		reviewer.leave();
		const [oldest = ""] = readdirSync(place.inTeam(shop, "doc")).sort();
		writeFileSync(place.inTeam(shop, "doc", oldest), "not json");
		const found = await place.examined();
		expect(place.mended(found)).toMatchObject([{ finding: { path: place.inTeam(shop, "doc", oldest) } }]);
	});

	test("a broken settled receipt is set aside only where somebody names it: with it goes the outcome of a request", async () => {
		const { shop, backend, reviewer } = await place.pair();
		const id = await backend.send(reviewer.member, "info", "read");
		reviewer.claim(id);
		await reviewer.surface(id);
		backend.leave();
		reviewer.leave();
		const days = place.inTeam(shop, "receipts", backend.member);
		const day = join(days, readdirSync(days)[0] ?? "");
		const surfaced = join(day, `${id}.surfaced.json`);
		const settled = join(day, `${id}.settled.json`);
		for (const path of [surfaced, settled]) writeFileSync(path, "torn", { mode: 0o600 });
		const found = (await place.examined()).filter((each) => each.code === "broken-file");
		expect(found.map((each) => [each.path, isMendable(each)])).toEqual(
			expect.arrayContaining([
				[surfaced, true],
				[settled, false],
			]),
		);
		expect(place.mended(found)).toMatchObject([{ finding: { path: surfaced } }]);
		expect(existsSync(settled)).toBe(true);
		place.mended(found, settled);
		expect(existsSync(settled)).toBe(false);
	});

	test("a broken lease is left where it is: the next terminal steps over it, and nobody takes its generation twice", async () => {
		const { shop, backend, reviewer } = await place.pair();
		backend.leave();
		const leases = place.inTeam(shop, "leases");
		const lease = readdirSync(leases).find((name) => name.startsWith(backend.member)) ?? "";
		writeFileSync(join(leases, lease), "torn");
		reviewer.leave();
		const found = (await place.examined()).filter((each) => each.code === "broken-file");
		expect(found).toMatchObject([{ path: join(leases, lease), fix: undefined }]);
		expect(found[0]?.mend).toContain("takes the seat");
		expect(place.mended(found, join(leases, lease))).toEqual([]);
		const { office, storeFor } = place.terminals;
		const request = { teamId: shop, role: "backend", force: "ask", by: "person" } as const;
		const joined = await joinTeam(office, storeFor(office), terminalOf("another", "pi", "backend"), request);
		expect(joined).toMatchObject({ ok: true, value: { member: backend.member, generation: 2 } });
	});

	test("broken lines of the timeline are counted and never moved", async () => {
		const { shop, backend } = await place.pair();
		const [segment] = readdirSync(place.inTeam(shop, "events")).filter((name) => name.endsWith(".jsonl"));
		const path = place.inTeam(shop, "events", segment ?? "");
		writeFileSync(path, '\n{"v":1,"torn\n{"v":1,"again\n', { flag: "a" });
		backend.does("idle", "after the tear");
		const found = (await place.examined()).filter((each) => each.code === "broken-line");
		expect(found).toMatchObject([{ path, fix: undefined }]);
		expect(found[0]?.what).toContain("2 lines");
	});

	test("a name the store does not give is passed over", async () => {
		const { shop } = await place.pair();
		writeFileSync(place.inTeam(shop, "leases", "notes.txt"), "mine");
		const found = (await place.examined()).filter((each) => each.code === "stray-file");
		expect(found).toMatchObject([{ path: place.inTeam(shop, "leases", "notes.txt"), fix: undefined, weight: "note" }]);
	});
});
