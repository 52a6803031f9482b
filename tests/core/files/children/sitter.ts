// A process with a terminal in a team: sits down, beats by itself as a terminal does, and does and tells what it is asked.

import { realEnv } from "../../../../src/core/env.ts";
import { openStore } from "../../../../src/core/files/store.ts";
import { beatMsOf } from "../../../../src/core/leases.ts";
import type { Fate, Seat } from "../../../../src/core/seat.ts";
import { joinTeam } from "../../../../src/core/seat-join.ts";
import { answering } from "../../../support/disk-child.ts";

export type SitterOrder =
	| { readonly do: "sit"; readonly role: string }
	/** Answers with the fates of all beats since it was asked last, after one more. */
	| { readonly do: "fates" }
	| { readonly do: "send"; readonly to: string; readonly body: string }
	| { readonly do: "read" };

const [root = "", teamId = ""] = process.argv.slice(2);
const env = realEnv();
const store = openStore(env, root, { watch: "polling" });
const session = `session-${process.pid}`;
const nowhere = { tty: undefined, tmuxPane: undefined, sessionName: undefined };
let seat: Seat | undefined;
let fates: Fate[] = [];

function beat(): void {
	if (seat !== undefined) fates.push(seat.beat());
}

env.every(beatMsOf(store), beat);

answering(async (order: SitterOrder) => {
	switch (order.do) {
		case "sit": {
			const terminal = { client: "pi", session, cwd: "/work", appVersion: "0.1.0", ...nowhere } as const;
			const request = { teamId, role: order.role, force: "confirmed", by: "person" } as const;
			const joined = await joinTeam(env, store, terminal, request);
			if (!joined.ok) return { refused: joined.refusal.code };
			seat = joined.value;
			return { member: seat.member, generation: seat.generation };
		}
		case "fates": {
			beat();
			const answer = fates;
			fates = [];
			return answer;
		}
		case "send": {
			const none = { subject: undefined, replyTo: undefined, parentId: undefined };
			const draft = { to: order.to, kind: "info", body: order.body, origin: "agent", ...none } as const;
			const sent = await seat?.send(draft);
			return sent?.ok ? "sent" : sent?.refusal.code;
		}
		case "read": {
			const incoming = (await seat?.receive(() => false)) ?? [];
			await seat?.surfaced(incoming);
			return incoming.map(({ message }) => message.body);
		}
		default:
			return order satisfies never;
	}
});
