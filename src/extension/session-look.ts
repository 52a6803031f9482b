// Whether a starting session may hold a seat: the one look at the disk that Pi's start pays for. Reads one name; opens no store.

import { existsSync } from "node:fs";
import { layoutAt } from "../core/files/layout.ts";
import { storeRoot } from "../core/root.ts";
import type { Context } from "./host.ts";
import type { Machine } from "./index.ts";
import { heldLast, recall } from "./memory.ts";

/** Print and JSON runs never take or restore a seat. True also where the session itself has something to say about one. */
export function mayHoldSeat(context: Pick<Context, "mode" | "sessionManager">, machine: Machine): boolean {
	if (context.mode !== "tui" && context.mode !== "rpc") return false;
	if (machine.openStore !== undefined || heldLast() !== undefined || recall(context.sessionManager) !== undefined) {
		return true;
	}
	const root = storeRoot(machine.variables, machine.home);
	return root.ok && existsSync(layoutAt(root.value).session(context.sessionManager.getSessionId()));
}
