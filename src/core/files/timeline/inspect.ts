// Looks through a whole segment for lines that cannot be read. Changes nothing.

import { basename } from "node:path";
import type { Trouble } from "../../model.ts";
import type { Ground } from "../ground.ts";
import { segmentOf } from "../layout.ts";
import { readForward } from "./read.ts";

export function inspectSegment(ground: Ground, path: string): readonly Trouble[] {
	const number = segmentOf(basename(path)) ?? 0;
	return readForward(ground, { number, path, archived: path }, 0, Number.POSITIVE_INFINITY)?.trouble ?? [];
}
