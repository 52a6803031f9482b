// What to do next, said to somebody at a shell: the same refusals elsewhere name `/team` and keys. Pure; the message itself is refusal.ts's.

import { kinds } from "../../core/kinds.ts";
import type { Refusal } from "../../core/refusal.ts";

/** `next` is what refusal.ts says, kept where it fits a shell too. */
export function nextInShell(verb: string, refusal: Refusal, next: string | undefined): string | undefined {
	switch (refusal.code) {
		case "not-joined":
			return "Act as a member with `--as <role>`.";
		case "no-team":
			return "`pi-team-dash create <team>` makes one; `--root` or PI_TEAM_ROOT looks elsewhere.";
		case "unknown-team":
			if (verb === "import") return "`pi-team-dash doctor` lists what can be imported.";
			return refusal.closest.length > 0
				? next
				: "`pi-team-dash teams` lists them; `pi-team-dash create <team>` makes one.";
		case "team-exists":
			return "`pi-team-dash members --team <team>` shows who is in it.".replace("<team>", refusal.team);
		case "offline":
			return `\`pi-team-dash ${kinds.request.verb} ${refusal.role} … --as <role>\` (kind request) queues it.`;
		case "role-live":
			return "Use another role after `--as`.";
		case "role-other-session":
			return "Add `--yes` to take it over for this command.";
		case "team-in-use":
			return "Add `--as <role>` with the admin's role, or wait until nobody is online.";
		case "not-admin":
			return refusal.admin === null ? next : `Only \`--as ${refusal.admin}\` may.`;
		case "not-completed":
		case "no-answer":
			return `\`pi-team-dash show ${refusal.id}\` shows what became of it.`;
		case "admin-online":
		case "is-you":
			return undefined;
		default:
			return next;
	}
}
