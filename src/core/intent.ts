// What a person wants done, as plain data that names its targets by id. Made by view/ and the command line, carried out by perform.ts. Never I/O.

import type { Kind } from "./kinds.ts";
import type { MemberId, MessageId, TeamId } from "./model.ts";
import type { Pause } from "./schema.ts";

export type Intent =
	| { readonly do: "create"; readonly team: string; readonly role: string | undefined }
	| { readonly do: "join"; readonly teamId: TeamId; readonly role: string; readonly force: boolean }
	| { readonly do: "leave" }
	| {
			readonly do: "send";
			readonly to: MemberId;
			readonly kind: Kind;
			readonly body: string;
			readonly subject: string | undefined;
			readonly replyTo: MessageId | undefined;
	  }
	| {
			readonly do: "answer-request";
			readonly request: MessageId;
			readonly outcome: "completed" | "failed";
			readonly body: string;
	  }
	| { readonly do: "wake"; readonly to: readonly MemberId[]; readonly text: string }
	| { readonly do: "rename-team"; readonly teamId: TeamId; readonly name: string }
	| { readonly do: "rename-role"; readonly teamId: TeamId; readonly member: MemberId; readonly role: string }
	| { readonly do: "remove"; readonly teamId: TeamId; readonly member: MemberId }
	| { readonly do: "delete-team"; readonly teamId: TeamId }
	| { readonly do: "hand-admin"; readonly teamId: TeamId; readonly member: MemberId }
	| { readonly do: "claim-admin"; readonly teamId: TeamId }
	| { readonly do: "pause"; readonly pause: Extract<Pause, "no" | "person"> };

/** What a person reads afterwards, and where the cursor goes. */
export interface Notice {
	readonly text: string;
	readonly tone: "good" | "plain" | "warn";
	readonly cursor: { readonly teamId: TeamId; readonly member: MemberId | undefined } | undefined;
	/** The message that was submitted, where one was. */
	readonly message: MessageId | undefined;
}
