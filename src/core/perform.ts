// The rim every front end acts through: carries an intent out and says what came of it. Expected things never throw; a bug does.

import type { Desk } from "./desk.ts";
import type { Intent, Notice } from "./intent.ts";
import { operate } from "./operations.ts";
import { type Outcome, type Refusal, refuse } from "./refusal.ts";
import { StoreError } from "./store.ts";

/** Everything the intent names is looked up again and every rule is asked again, since what the person saw may be old. */
export async function perform(desk: Desk, intent: Intent): Promise<Outcome<Notice>> {
	try {
		return await operate(desk, intent);
	} catch (error) {
		if (error instanceof StoreError) return refuse(refusalOfStore(error));
		throw error;
	}
}

/** What a person reads when the disk or the data is wrong. */
export function refusalOfStore(error: StoreError): Refusal {
	const { code, hint, path, holder } = error;
	switch (code) {
		case "read-only":
		case "unsupported":
		case "newer":
			return { code: "read-only", reason: hint };
		case "vanished":
			return { code: "gone", what: "That team" };
		case "lock-lost":
			return { code: "busy", holderPid: holder?.holderPid ?? null, ageMs: holder?.ageMs ?? null };
		default:
			return { code: "store-trouble", what: code, path, hint };
	}
}
