// A process that takes one lock whenever it is told, and tells whether somebody else held it at the same time.

import { closeSync, openSync, unlinkSync } from "node:fs";
import { realEnv } from "../../../../src/core/env.ts";
import { withLock } from "../../../../src/core/files/lock.ts";
import { openGround } from "../../../../src/core/files/open.ts";
import { answering } from "../../../support/disk-child.ts";

const [root = "", mark = ""] = process.argv.slice(2);
const env = realEnv();
const ground = openGround(env, root, {});

answering(async (order: { readonly do: "take" | "hold" }) => {
	const locked = await withLock(ground, "contended", "fail", async (held) => {
		if (order.do === "hold") {
			process.send?.("holding");
			await new Promise(() => {});
		}
		return alone(() => held.assert());
	});
	return locked.at === "busy" ? "busy" : locked.value;
});

/** An exclusive file says whether anybody else is inside. */
async function alone(inside: () => void): Promise<"alone" | "together"> {
	let fd: number;
	try {
		fd = openSync(mark, "wx");
	} catch {
		return "together";
	}
	await new Promise((resolve) => setImmediate(resolve));
	inside();
	closeSync(fd);
	unlinkSync(mark);
	return "alone";
}
