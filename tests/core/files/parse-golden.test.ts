// A store written by the first version of the format stays readable, whole, and can be gone on with. The files under tests/golden/store-v1 are never written anew.

import { chmodSync, cpSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, test } from "vitest";
import { restoreSeat } from "../../../src/core/seat-restore.ts";
import { readOnce } from "../../../src/core/snapshot.ts";
import type { Store } from "../../../src/core/store.ts";
import { value } from "../../support/disk-records.ts";
import { cleanDisks, diskWorld, makeDirectories, temporary } from "../../support/disk-world.ts";
import { type HandEnv, machine, START } from "../../support/env.ts";

cleanDisks();

const golden = fileURLToPath(new URL("../../golden/store-v1", import.meta.url));
const TEAM = "00000001-0000-4000-8000-03e800000001";
const PM = "00000006-0000-4000-8000-03e800000006";
const BACKEND = "0000000b-0000-4000-8000-03e90000000b";
const REQUEST = "019bc186-e1e8-7000-8000-03e800000011";
const QUESTION = "019bc186-e5d0-7000-8000-03e800000016";
const UNFINISHED = "019bc186-e5d0-7002-8000-03e80000001e";
const MINUTE = 60_000;

let root: string;
let env: HandEnv;
let store: Store;

beforeEach(() => {
	root = join(temporary(), "teams");
	cpSync(golden, root, { recursive: true });
	// A checkout keeps neither modes nor empty directories.
	makeDirectories(...["locks", "tmp", "trash", "quarantine"].map((name) => join(root, name)));
	makeDirectories(join(root, `t-${TEAM}`, "events", "archive"));
	chmodSync(root, 0o700);
	for (const path of everything()) chmodSync(path, statSync(path).isDirectory() ? 0o700 : 0o600);
	const host = machine(START + MINUTE);
	env = host.process();
	store = diskWorld(root, host).storeOf(env);
});

function everything(): readonly string[] {
	return readdirSync(root, { recursive: true, encoding: "utf8" }).map((path) => join(root, path));
}

function picture(): readonly string[] {
	return everything()
		.toSorted()
		.map((path) => `${path} ${statSync(path).isFile() ? readFileSync(path, "utf8") : ""}`);
}

test("every record of it is read, none of it is trouble, and reading changes nothing", () => {
	const before = picture();
	expect(store.format()).toMatchObject({ format: "pi-team", minReader: 1, minWriter: 1, leaseMs: 30_000, sync: true });
	expect(store.listTeams()).toEqual({ teamIds: [TEAM], foreign: [], trouble: [] });
	expect(store.teamNamed("shop")).toBe(TEAM);
	expect(store.readDocument(TEAM)).toMatchObject({
		revision: 3,
		admin: PM,
		members: [
			{ id: PM, role: "pm" },
			{ id: BACKEND, role: "backend" },
		],
	});
	expect(store.readLease(TEAM, PM)?.lease).toMatchObject({ generation: 1, client: "pi", session: "session-of-pm" });
	expect(store.readActivity(TEAM, PM)).toMatchObject({ state: "working", focus: "the cart" });
	expect(store.readSession("session-of-backend")).toMatchObject({ teamId: TEAM, member: BACKEND });
	const inbox = (member: string) => {
		const { waiting, claimed } = store.listInbox(TEAM, member);
		return [...waiting, ...claimed].map((name) => store.readMessage(TEAM, member, name)?.body);
	};
	expect(inbox(PM)).toEqual(["The cart is faster.", "Yes."]);
	expect(inbox(BACKEND)).toEqual(["A remark that waits.", "Claimed and not finished."]);
	expect(store.findMessage(TEAM, BACKEND, QUESTION)).toMatchObject({
		place: "done",
		message: { body: "Are the tests green? äöü \u{1f600}" },
	});
	expect(store.readReceipts(TEAM, PM, REQUEST)).toMatchObject([
		{ state: "settled", result: { files: ["src/cart.ts"] } },
	]);
	expect(store.readReceipts(TEAM, PM, QUESTION).map(({ state }) => state)).toEqual(["surfaced", "answered"]);
	const { events, trouble } = store.latestEvents(TEAM, 100);
	expect(trouble).toEqual([]);
	expect(new Set(events.map(({ type }) => type))).toEqual(
		new Set(["created", "joined", "admin", "working", "message", "receipt", "closed"]),
	);
	expect(events.every(({ record }) => record !== undefined)).toBe(true);
	expect(readOnce(env, store).teams[0]).toMatchObject({ name: "shop", members: [{ role: "pm" }, { role: "backend" }] });
	expect(store.inspect().filter(({ code }) => code !== "not-durable")).toEqual([]);
	expect(picture()).toEqual(before);
});

test("its terminals come back to their seats and go on with what they had", async () => {
	const nowhere = { tty: undefined, tmuxPane: undefined, sessionName: undefined };
	const terminal = {
		client: "pi",
		session: "session-of-backend",
		cwd: "/work",
		appVersion: "0.1.0",
		...nowhere,
	} as const;
	const seat = value(await restoreSeat(env, store, terminal));
	expect(seat).toMatchObject({ member: BACKEND, generation: 2 });
	expect((await seat.receive(() => false)).map(({ message }) => message.body)).toEqual(["A remark that waits."]);
	// It was in the hands of an earlier life of the terminal, so it ends and is not begun again.
	expect(store.readReceipts(TEAM, PM, UNFINISHED)).toMatchObject([
		{ state: "settled", result: { outcome: "interrupted" } },
	]);
	await seat.end("closed");
});
