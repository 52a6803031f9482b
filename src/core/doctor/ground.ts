// Opens the files of a store to look at them as files. Makes nothing and writes nothing by itself.

import type { Env } from "../env.ts";
import { type Disk, realDisk } from "../files/disk.ts";
import { openFormat, usualFormat } from "../files/format.ts";
import { openGate } from "../files/gate.ts";
import type { Ground } from "../files/ground.ts";
import { layoutAt } from "../files/layout.ts";
import { canonicalRoot, openGuard } from "../files/safe.ts";

/** "visitor" cannot write whatever it tries. */
export function groundAt(env: Env, root: string, who: "visitor" | "writer", disk: Disk = realDisk()): Ground {
	const layout = layoutAt(canonicalRoot(disk, root));
	const guard = openGuard(env, disk, layout.root);
	const gate = openGate(env, disk, layout.root, who);
	const format = openFormat(env, { disk, guard }, layout, gate, usualFormat);
	return { env, disk, guard, layout, gate, format };
}
