// What scripts/host-tests.ts runs in a machine made poor: uses a store there, and throws when it does not behave. Changes nothing outside the root it is given.

import assert from "node:assert/strict";
import { mkdirSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { realEnv } from "../src/core/env.ts";
import { openStore } from "../src/core/files/store.ts";
import { StoreError } from "../src/core/store.ts";
import { createTeam } from "../src/core/teams.ts";
import { messageOf, teamOfTwo } from "../tests/support/disk-records.ts";

const [what = "", root = ""] = process.argv.slice(2);
const env = realEnv();
const MOST = 8_000;
const BIG_BYTES = 200_000_000;
const LEFT_BYTES = 200_000;
const LEFT_FILES = 40;
const PATIENCE_MS = 10_000;

const probes: Readonly<Record<string, () => Promise<void>>> = {
	/** Makes the team the read-only probe reads. */
	async prepare() {
		await teamOfTwo(env, openStore(env, root));
	},
	async unwatched() {
		const store = openStore(env, root);
		const { teamId, from, to } = await teamOfTwo(env, store);
		let poked = () => {};
		const noticed = new Promise<void>((resolve) => {
			poked = resolve;
		});
		const watching = store.watch([{ what: "inbox", teamId, member: to }], () => {
			if (store.listInbox(teamId, to).waiting.length > 0) poked();
		});
		await store.publish(messageOf(env, teamId, from, to));
		// Also keeps the process alive: the store's own timers do not.
		const late = setTimeout(() => {
			throw new Error("the message was never noticed");
		}, PATIENCE_MS);
		await noticed;
		clearTimeout(late);
		assert.equal(watching.mode(), "polling");
		watching.close();
		store.close();
	},
	async "read-only"() {
		const store = openStore(env, root);
		const teamId = store.teamNamed("shop") ?? "";
		assert.equal(store.readDocument(teamId)?.name, "shop");
		const created = await createTeam(env, store, "other");
		assert.equal(created.ok ? "created" : created.refusal.code, "read-only");
		const [from = "", to = ""] = store.readDocument(teamId)?.members.map(({ id }) => id) ?? [];
		assert.equal(await codeOf(() => store.publish(messageOf(env, teamId, from, to))), "read-only");
		assert.equal(store.readDocument(teamId)?.name, "shop");
	},
	async full() {
		const store = openStore(env, root);
		const { teamId, from, to } = await teamOfTwo(env, store);
		fillUp();
		const sent: string[] = [];
		const fill = async () => {
			while (sent.length < MOST) {
				const message = messageOf(env, teamId, from, to, { body: "x".repeat(2_000) });
				await store.publish(message);
				sent.push(message.id);
			}
		};
		assert.equal(await codeOf(fill), "full");
		assert.ok(sent.length > 0);
		const names = store.listInbox(teamId, to).waiting;
		assert.deepEqual(
			names.map(({ id }) => id),
			sent,
		);
		for (const name of names) assert.equal(store.readMessage(teamId, to, name)?.id, name.id);
	},
};

/** Takes what is left but a little, so that the store gets somewhere before it ends. */
function fillUp(): void {
	const filler = join(root, "..", "filler");
	mkdirSync(filler);
	const { bavail, bsize, ffree } = statfsSync(filler);
	const free = bavail * bsize;
	// On a big disk it is the inodes that end.
	if (free < BIG_BYTES) writeFileSync(join(filler, "bytes"), Buffer.alloc(Math.max(0, free - LEFT_BYTES)));
	for (let made = LEFT_FILES; made < Math.min(ffree, MOST); made += 1) writeFileSync(join(filler, String(made)), "");
}

async function codeOf(run: () => Promise<void>): Promise<string> {
	try {
		await run();
	} catch (error) {
		if (error instanceof StoreError) return error.code;
		throw error;
	}
	return "none";
}

const probe = probes[what];
if (probe === undefined) throw new Error(`there is no probe ${what}`);
await probe();
