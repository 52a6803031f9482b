// The teams whole-terminal tests walk through: a lab in which the first terminal made the team shop, and the others joined it.

import { afterAll, beforeAll } from "vitest";
import { buildBundles } from "../../scripts/build.ts";
import { currentPi, type Lab, oldestPi, openLab, repository, type TerminalOptions } from "./lab.ts";
import type { Terminal } from "./terminal.ts";

export interface Shop {
	readonly lab: Lab;
	readonly backend: Terminal;
	readonly reviewer: Terminal;
}

/** As a person gives it: the extension from the repository, as `pi -e .` has it. */
export const withExtension = ["-e", repository] as const;

export const pis = [
	{ name: "the current Pi", pi: currentPi },
	{ name: "the oldest supported Pi", pi: oldestPi },
] as const;

/** A team shop as it is opened for a test: a terminal a member, each with a role of its own. */
export interface Team<Role extends string> {
	readonly lab: Lab;
	/** By role, which is the terminal's name as well. */
	readonly terminals: Readonly<Record<Role, Terminal>>;
}

export interface MemberOptions {
	/** Arguments of Pi before the extension of the repository. */
	readonly args?: readonly string[];
	readonly terminal?: TerminalOptions;
}

/** Opened before the tests of a file or group, closed after them. The first role made the team and is its admin. */
export function openedTeam<const Role extends string>(
	pi: string,
	roles: readonly Role[],
	options: Partial<Record<Role, MemberOptions>> = {},
): Team<Role> {
	const team: { opened: Team<Role> | undefined } = { opened: undefined };
	beforeAll(async () => {
		await buildBundles(["extension", "program"]);
		team.opened = await openTeam(pi, roles, options);
	});
	afterAll(() => team.opened?.lab.close());
	const opened = () => {
		if (team.opened === undefined) throw new Error("the team is opened before the first test");
		return team.opened;
	};
	return {
		get lab() {
			return opened().lab;
		},
		get terminals() {
			return opened().terminals;
		},
	};
}

async function openTeam<Role extends string>(
	pi: string,
	roles: readonly Role[],
	options: Partial<Record<Role, MemberOptions>>,
): Promise<Team<Role>> {
	const lab = await openLab(pi);
	const started = roles.map(async (role) => {
		const { args = [], terminal } = options[role] ?? {};
		return [role, await lab.pi(role, [...args, ...withExtension], terminal)] as const;
	});
	const opened = await Promise.all(started);
	for (const [index, [role, terminal]] of opened.entries()) {
		await terminal.submit(index === 0 ? `/team create shop ${role}` : `/team join shop ${role}`);
		await terminal.see(`shop · ${role}`);
	}
	return { lab, terminals: Object.fromEntries(opened) as Record<Role, Terminal> };
}

const KINDS = { send: "request", ask: "question", tell: "info", note: "note" } as const;

/** Types `/team <verb> <role> <text>` and waits until the transcript says that it was sent: what is typed next comes after it. */
export async function sends(from: Terminal, verb: keyof typeof KINDS, role: string, text: string): Promise<void> {
	await from.submit(`/team ${verb} ${role} ${text}`);
	await from.see(new RegExp(`${KINDS[verb]} to ${role}: submitted.* ${text}`));
}

const GLANCE_MS = 2_000;
const GLANCES = 12;

/** Types a command that only looks, again until it shows this: what a terminal does is in the store a moment after it is on its screen. */
export async function looks(from: Terminal, command: string, what: RegExp | string): Promise<string> {
	for (let glance = 1; ; glance += 1) {
		await from.submit(command);
		try {
			return await from.see(what, GLANCE_MS);
		} catch (error) {
			if (glance === GLANCES) throw error;
		}
	}
}

/** The team of those tests that need no other: backend made it, reviewer joined it. */
export function openedShop(pi: string): Shop {
	const team = openedTeam(pi, ["backend", "reviewer"]);
	return {
		get lab() {
			return team.lab;
		},
		get backend() {
			return team.terminals.backend;
		},
		get reviewer() {
			return team.terminals.reviewer;
		},
	};
}
