// Opens what every part of the file store stands on. Looks at the root's path once; writes nothing.

import type { Env } from "../env.ts";
import { limits } from "../limits.ts";
import { realDisk } from "./disk.ts";
import { openFormat, usualFormat } from "./format.ts";
import { openGate } from "./gate.ts";
import type { Ground } from "./ground.ts";
import { layoutAt } from "./layout.ts";
import { canonicalRoot, openGuard } from "./safe.ts";
import type { StoreOptions } from "./store.ts";

export function openGround(env: Env, root: string, options: StoreOptions): Ground {
	const disk = options.disk ?? realDisk();
	const layout = layoutAt(canonicalRoot(disk, root));
	const guard = openGuard(env, disk, layout.root);
	const gate = openGate(env, disk, layout.root, options.visitor === undefined ? "writer" : "visitor");
	const format = openFormat(env, { disk, guard }, layout, gate, { ...usualFormat, ...options.format });
	return { env, disk, guard, layout, gate, format, segmentBytes: options.segmentBytes ?? limits.segmentBytes };
}
