// One of several terminals that send to each other at once, each in a process of its own. Says what it sent and what arrived; judges nothing.

import { realEnv } from "../../src/core/env.ts";
import { openStore } from "../../src/core/files/store.ts";
import { readOnce } from "../../src/core/snapshot.ts";
import { durableWriteNow } from "../raw.ts";
import { sit, TEXT, tell } from "../seats.ts";

const [how = "", place = "", teamId = "", number = "0", peers = "0", count = "0"] = process.argv.slice(2);
const TAKE_EVERY = 4;
const LOOK_MS = 5;
const others = Array.from({ length: Number(peers) }, (_, index) => index).filter((index) => index !== Number(number));

if (how === "raw") {
	process.send?.({ ready: true });
	await told("go");
	const bytes = Buffer.from(JSON.stringify({ body: TEXT }));
	for (let index = 0; index < Number(count); index += 1) durableWriteNow(place, bytes);
} else await exchange();
process.disconnect();

async function exchange(): Promise<void> {
	const env = realEnv();
	const store = openStore(env, place, { watch: "polling" });
	const seat = await sit(
		{ env, root: place, store, open: () => store, remove: () => {} },
		store,
		teamId,
		`peer-${number}`,
	);
	process.send?.({ joined: true });
	await told("all joined");
	const members = new Map(readOnce(env, store).teams[0]?.members.map((member) => [member.role, member.id]));
	const received: { readonly from: string; readonly id: string }[] = [];
	const sent: string[] = [];
	// A terminal has run for a while when it matters; cold code would be all that is measured.
	await exchangeOf(others.length * 4);
	process.send?.({ ready: true });
	await told("go");
	await exchangeOf(Number(count));
	process.send?.({ member: seat.member, sent, received });
	await told("end");
	await seat.end("left");
	store.close();

	/** Everybody gets as many as it sends. */
	async function exchangeOf(number: number): Promise<void> {
		const enough = received.length + number;
		for (let index = 0; index < number; index += 1) {
			const to = members.get(`peer-${others[index % others.length]}`) ?? "";
			sent.push(await tell(seat, to));
			if (index % TAKE_EVERY === 0) await take();
		}
		while (received.length < enough) {
			seat.beat();
			await take();
			await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
		}
	}

	async function take(): Promise<void> {
		const incoming = await seat.receive(() => false);
		received.push(...incoming.map(({ message }) => ({ from: message.from, id: message.id })));
		await seat.surfaced(incoming);
	}
}

function told(word: string): Promise<void> {
	return new Promise((resolve) => {
		const hear = (said: unknown) => {
			if (said !== word) return;
			process.off("message", hear);
			resolve();
		};
		process.on("message", hear);
	});
}
