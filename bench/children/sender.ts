// A process of its own that sends messages, or writes bare files, with the time in each. Told by its arguments; ends when done.

import { realEnv } from "../../src/core/env.ts";
import { openStore } from "../../src/core/files/store.ts";
import { quickWriteAs } from "../raw.ts";
import { sit, tell } from "../seats.ts";

const [how = "", place = "", teamId = "", to = "", count = "0", gapMs = "0"] = process.argv.slice(2);

if (how === "raw") await paced((stamp) => quickWriteAs(place, stamp));
else {
	const env = realEnv();
	const store = openStore(env, place, { watch: "polling" });
	const seat = await sit({ env, root: place, store, open: () => store, remove: () => {} }, store, teamId, "sender");
	await paced((stamp) => tell(seat, to, stamp));
	await seat.end("left");
}

async function paced(write: (stamp: string) => unknown): Promise<void> {
	for (let index = 0; index < Number(count); index += 1) {
		await new Promise((resolve) => setTimeout(resolve, Number(gapMs)));
		await write(String(process.hrtime.bigint()));
	}
}
