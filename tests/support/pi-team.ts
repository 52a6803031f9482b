// Small worlds of Pi terminals in one team, for tests of the extension.

import type { PiSession, SessionOptions } from "./pi-session.ts";
import type { PiWorld } from "./pi-world.ts";

export const isJoined = (session: PiSession) => session.activeTools().includes("team_message");

/** Types `/team <words>` and waits for what the extension says about it: a notice, or the entry of what was sent. */
export async function team(world: PiWorld, session: PiSession, words: string): Promise<string> {
	const notices = session.ui.notices.length;
	const entries = sentWords(session).length;
	await session.type(`/team ${words}`);
	const answer = () => session.ui.notices.slice(notices).at(-1)?.text ?? sentWords(session).slice(entries).at(-1);
	await world.until(`an answer to /team ${words}`, () => answer() !== undefined);
	return answer() ?? "";
}

/** What the entries of sent messages say. */
function sentWords(session: PiSession): readonly string[] {
	return session.entries().flatMap((entry) => {
		if (entry.type !== "custom" || entry.customType !== "team-event") return [];
		const { messages } = entry.data as { readonly messages: readonly { readonly said?: string }[] };
		return messages.flatMap((message) => message.said ?? []);
	});
}

/** The first one makes the team `shop` and is its admin; all are joined under their names. */
export async function shop<const Names extends readonly string[]>(
	world: PiWorld,
	names: Names,
	options: Readonly<Record<string, SessionOptions>> = {},
): Promise<{ readonly [Index in keyof Names]: PiSession }> {
	const sessions: PiSession[] = [];
	for (const name of names) {
		const session = await world.session(name, options[name]);
		await team(world, session, sessions.length === 0 ? `create shop ${name}` : `join shop ${name}`);
		sessions.push(session);
	}
	return sessions as unknown as { readonly [Index in keyof Names]: PiSession };
}

/** A promise a test resolves: holds a scripted model back to play "busy". */
export function gate(): { readonly opened: Promise<void>; open(): void; waiting: boolean } {
	let resolve: () => void = () => {};
	const opened = new Promise<void>((done) => {
		resolve = done;
	});
	return { opened, open: () => resolve(), waiting: false };
}
