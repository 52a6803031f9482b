// What a team ought to do, in memory and without any store: the model that random steps are compared with. A hundred lines of plain truth.

import { type Kind, kinds } from "../../src/core/kinds.ts";
import { limits } from "../../src/core/limits.ts";

export interface ModelMember {
	role: string;
	removed: boolean;
	/** Who held the seat last. */
	holder: ModelTerminal | undefined;
}

export interface ModelTerminal {
	readonly key: string;
	readonly session: string;
	readonly member: ModelMember;
	/** Counts the generations it held the seat in. */
	life: number;
	running: boolean;
	/** SIGSTOP: it keeps its seat for one lease. */
	stopped: boolean;
	/** Wall ms of the last change of its lease: taken, beaten or given back. */
	leaseAt: number;
	/** Left, removed or taken over, and told so: its next start finds nothing. */
	forgotten: boolean;
	readonly conversation: Set<string>;
}

export interface ModelMessage {
	/** As the store named it. Ids sort by when a message was made, as far as the wall clock tells. */
	id: string;
	readonly body: string;
	readonly kind: Kind;
	readonly from: ModelMember;
	readonly to: ModelMember;
	readonly session: string | undefined;
	readonly expiresAt: number;
	at: "waiting" | "claimed" | "read" | "expired" | "taken-over" | "attempts" | "removed" | "invalid" | "settled";
	/** Its file does not parse any more. */
	torn: boolean;
	claimer: string;
	attempt: number;
}

export class TeamModel {
	readonly members: ModelMember[] = [];
	readonly terminals: ModelTerminal[] = [];
	readonly messages: ModelMessage[] = [];
	admin: ModelMember | undefined;
	name = "shop";
	/** Other teams of the store. */
	readonly others: string[] = [];
	former: { readonly role: string; readonly member: ModelMember; readonly until: number }[] = [];
	deleted = false;

	present(): readonly ModelMember[] {
		return this.members.filter((member) => !member.removed);
	}

	online(member: ModelMember): boolean {
		return !member.removed && member.holder?.running === true;
	}

	/** Some process has the seat, also one that is stopped. */
	held(member: ModelMember): boolean {
		return this.online(member) || (!member.removed && member.holder?.stopped === true);
	}

	/** The code a join is refused with, or "ok". */
	mayJoin(role: string, confirmed: boolean, now: number): string {
		if (this.deleted) return "gone";
		const member = this.present().find((each) => each.role === role);
		if (member !== undefined) {
			if (this.online(member)) return "role-live";
			const { holder } = member;
			if (holder?.stopped === true && now - holder.leaseAt < limits.leaseMs) return "role-live";
			return member.holder === undefined || confirmed ? "ok" : "role-other-session";
		}
		const former = this.former.find((each) => each.role === role && each.until > now && !each.member.removed);
		return former === undefined || confirmed ? "ok" : "role-was";
	}

	join(role: string, key: string, session: string, now: number): void {
		let member = this.present().find((each) => each.role === role);
		if (member === undefined) {
			member = { role, removed: false, holder: undefined };
			this.members.push(member);
			this.admin ??= member;
			this.former = this.former.filter((each) => each.role !== role);
		}
		const terminal = {
			key,
			session,
			member,
			life: 1,
			running: true,
			stopped: false,
			leaseAt: now,
			forgotten: false,
			conversation: new Set<string>(),
		};
		member.holder = terminal;
		this.terminals.push(terminal);
	}

	mayRestart(terminal: ModelTerminal): string {
		if (terminal.forgotten) return "not-joined";
		if (this.deleted) return "team-deleted";
		if (terminal.member.removed) return "removed";
		return terminal.member.holder === terminal ? "ok" : "taken-over";
	}

	send(from: ModelMember, to: ModelMember, kind: Kind, body: string, now: number): string {
		const live = kinds[kind].lane === "live";
		if (live && !this.online(to)) return "offline";
		const session = live ? to.holder?.session : undefined;
		const expiresAt = live ? now + limits.messageTtlMs : Number.POSITIVE_INFINITY;
		const fresh = { id: "", at: "waiting", torn: false, claimer: "", attempt: 0 } as const;
		this.messages.push({ ...fresh, body, kind, from, to, session, expiresAt });
		return "ok";
	}

	/** What a look hands out, in order; everything else gets its last word. */
	receive(terminal: ModelTerminal, now: number): readonly ModelMessage[] {
		const life = `${terminal.key}/${terminal.life}`;
		return this.inboxOf(terminal.member).filter((message) => {
			if (message.at !== "waiting" && message.at !== "claimed") return false;
			if (message.kind === "request") {
				if (message.at === "claimed") message.at = "settled";
				return false;
			}
			if (message.torn) {
				message.at = "invalid";
				return false;
			}
			const again = message.at === "claimed";
			const here = message.claimer === life;
			if (again && terminal.conversation.has(message.body)) message.at = "read";
			else if (message.session !== undefined && message.session !== terminal.session) message.at = "taken-over";
			else if (!here && message.expiresAt <= now) message.at = "expired";
			else if (again && !here && message.attempt >= limits.attempts) message.at = "attempts";
			else {
				if (!here) message.attempt += 1;
				message.at = "claimed";
				message.claimer = life;
				return true;
			}
			return false;
		});
	}

	/** Whoever claimed it is still at it. */
	inHand(message: ModelMessage): boolean {
		return this.terminals.some((each) => each.running && `${each.key}/${each.life}` === message.claimer);
	}

	oldestRequest(member: ModelMember): ModelMessage | undefined {
		return this.inboxOf(member).find((each) => each.kind === "request" && each.at === "waiting");
	}

	inboxOf(member: ModelMember): readonly ModelMessage[] {
		return this.messages.filter((message) => message.to === member).sort((a, b) => (a.id < b.id ? -1 : 1));
	}

	mayRemove(by: ModelMember, target: ModelMember): string {
		if (by === target) return "is-you";
		return this.held(target) && this.admin !== by ? "not-admin" : "ok";
	}

	remove(target: ModelMember): void {
		target.removed = true;
		if (this.admin === target) this.admin = this.present()[0];
		this.former = this.former.filter((each) => each.member !== target);
		for (const message of this.messages) {
			const open = message.at === "waiting" || message.at === "claimed";
			if (!open || message.torn) continue;
			if (message.to === target) message.at = message.kind === "request" ? "settled" : "removed";
			else if (message.from === target && message.kind === "request") message.at = "settled";
		}
	}

	/** Wall ms since when nobody holds it, or undefined while somebody does. */
	awaySince(member: ModelMember): number | undefined {
		return this.held(member) ? undefined : member.holder?.leaseAt;
	}

	mayClaim(by: ModelMember, person: boolean, now: number): string {
		if (this.admin === by) return "same-name";
		if (person || this.admin === undefined) return "ok";
		const since = this.awaySince(this.admin);
		return since !== undefined && now - since >= limits.adminClaimMs ? "ok" : "admin-online";
	}

	mayRenameTeam(by: ModelMember, name: string): string {
		if (this.admin !== by) return "not-admin";
		if (this.name === name) return "same-name";
		return this.others.includes(name) ? "team-exists" : "ok";
	}

	mayCreate(name: string): string {
		return this.others.includes(name) || (this.name === name && !this.deleted) ? "team-exists" : "ok";
	}

	mayRename(by: ModelMember, target: ModelMember, role: string): string {
		if (by !== target && this.admin !== by) return "not-admin";
		if (target.role === role) return "same-name";
		return this.present().some((each) => each.role === role) ? "role-taken" : "ok";
	}

	rename(target: ModelMember, role: string, now: number): void {
		this.former = this.former.filter((each) => each.role !== role && each.role !== target.role);
		this.former.push({ role: target.role, member: target, until: now + limits.formerRoleMs });
		target.role = role;
	}
}
