// Opens the files of a store to look at them as files. Makes nothing and writes nothing by itself.

import type { Env } from "../env.ts";
import { type Disk, realDisk } from "../files/disk.ts";
import type { Ground } from "../files/ground.ts";
import { openGround } from "../files/open.ts";

/** "visitor" cannot write whatever it tries. */
export function groundAt(env: Env, root: string, who: "visitor" | "writer", disk: Disk = realDisk()): Ground {
	return openGround(env, root, who === "visitor" ? { disk, visitor: "only looks" } : { disk });
}
