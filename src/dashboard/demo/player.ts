// One simulated member: a real seat in a real team, moved by the story instead of by a person and a model. Never decides what happens next.

import type { Env } from "../../core/env.ts";
import { type Kind, policyOf } from "../../core/kinds.ts";
import type { MessageId, TeamId } from "../../core/model.ts";
import { done, type Outcome } from "../../core/refusal.ts";
import type { ActivityUpdate, Incoming, JoinRequest, Seat, Terminal } from "../../core/seat.ts";
import type { Part } from "./cast.ts";

export interface Stage {
	readonly env: Env;
	readonly teamId: TeamId;
	readonly appVersion: string;
	take(terminal: Terminal, request: JoinRequest): Promise<Outcome<Seat>>;
}

export interface More {
	readonly subject?: string;
	readonly replyTo?: MessageId;
	readonly by?: "agent" | "person";
}

/** What the story says about a member; the rest of an activity follows from it. */
export type Doing = Partial<Omit<ActivityUpdate, "state">> & Pick<ActivityUpdate, "state">;

export interface Player {
	readonly part: Part;
	/** The seat it holds, or undefined while its terminal is closed. */
	seat(): Seat | undefined;
	/** Takes its seat, for the first time or again: the same session, so nobody is asked. */
	join(): Promise<Outcome<null>>;
	/** The terminal is closed; the seat waits for it. */
	close(): Promise<void>;
	/** Renews the lease. Whoever watches may remove a member or delete the team: then this one is out of the story. */
	beat(): void;
	act(doing: Doing): void;
	/** The id, or undefined when it was refused: that is in the timeline then. */
	send(to: Player, kind: Kind, body: string, more?: More): Promise<MessageId | undefined>;
	/** Answers a message, whoever sent it. */
	reply(to: Incoming, body: string): Promise<void>;
	/** What arrived on the live lane, in the conversation by now. */
	collect(): Promise<readonly Incoming[]>;
	/** The oldest waiting request, claimed and in the conversation; results are read on the way to it. */
	nextRequest(): Promise<Incoming | undefined>;
	settle(request: Incoming, outcome: "completed" | "failed", body: string): Promise<void>;
}

export function player(stage: Stage, part: Part): Player {
	const { env, teamId } = stage;
	const conversation = new Set<MessageId>();
	let held: Seat | undefined;
	const terminal: Terminal = {
		client: "pi",
		session: env.newToken(),
		cwd: part.cwd,
		tty: undefined,
		tmuxPane: undefined,
		sessionName: part.sessionName,
		appVersion: stage.appVersion,
	};

	async function surface(seat: Seat, incoming: readonly Incoming[]): Promise<void> {
		for (const { message } of incoming) conversation.add(message.id);
		await seat.surfaced(incoming);
	}

	return {
		part,
		seat: () => held,
		async join() {
			const taken = await stage.take(terminal, { teamId, role: part.role, force: "ask", by: "person" });
			if (!taken.ok) return taken;
			held = taken.value;
			held.beat();
			return done(null);
		},
		async close() {
			await held?.end("closed");
			held = undefined;
		},
		beat() {
			if (held !== undefined && held.beat().at !== "kept") held = undefined;
		},
		act(doing) {
			held?.setActivity({ paused: "no", holds: [], edits: [], ...doing });
		},
		async send(to, kind, body, more) {
			const target = to.seat()?.member ?? held?.resolve(to.part.role, kind, body);
			if (held === undefined || target === undefined) return undefined;
			const member = typeof target === "string" ? target : target.ok ? target.value.member : undefined;
			if (member === undefined) return undefined;
			const { by, ...rest } = { subject: undefined, replyTo: undefined, ...more };
			const sent = await held.send({ to: member, kind, body, ...rest, parentId: undefined, origin: by ?? "agent" });
			return sent.ok ? sent.value.id : undefined;
		},
		async reply({ message }, body) {
			await held?.send({
				to: message.from,
				kind: "info",
				body,
				subject: undefined,
				replyTo: message.id,
				parentId: message.id,
				origin: "agent",
			});
		},
		async collect() {
			if (held === undefined) return [];
			const incoming = await held.receive((id) => conversation.has(id));
			if (incoming.length > 0) await surface(held, incoming);
			return incoming;
		},
		async nextRequest() {
			for (const name of held?.pendingWork() ?? []) {
				const incoming = await held?.claimWork(name);
				if (held === undefined || incoming === undefined) continue;
				await surface(held, [incoming]);
				if (policyOf(incoming.message.kind)?.answer === "result") return incoming;
			}
			return undefined;
		},
		async settle(request, outcome, body) {
			await held?.settle(
				request,
				{ outcome, files: part.files.map((file) => `${part.cwd}/${file}`), filesOmitted: 0, textCut: false },
				body,
			);
		},
	};
}
