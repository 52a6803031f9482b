// Which messages a frame puts before a person's eyes: the lines of the flow in sight, and the one that is read. Pure.

import type { MessageId } from "../core/model.ts";
import { flowKeyedLines, placeIndex } from "../core/view/detail.ts";
import type { Place } from "../core/view/state.ts";
import type { KeyedLine } from "../core/view/timeline.ts";
import { windowTop } from "../core/view/window.ts";
import type { Stage } from "./stage.ts";
import type { Both } from "./state.ts";

export function visibleMessages({ layout, scene }: Stage, { view, dash }: Both): ReadonlySet<MessageId> {
	// A replay shows the past, and the help nothing of the team.
	if (view.help || dash.palette !== undefined || dash.replay !== undefined) return new Set();
	const shown = new Set(layout.panes.filter(({ box }) => box.rows > 0).map(({ pane }) => pane));
	const lines = shown.has("flow") ? inSight(flowKeyedLines(view, scene), view.flow, scene.room.flow.rows) : [];
	const ids = lines.flatMap(({ target }) => (target?.on === "message" ? [target.message] : []));
	const read = shown.has("detail") && layout.question === undefined ? view.opened?.message : undefined;
	return new Set(read === undefined ? ids : [...ids, read]);
}

function inSight(lines: readonly KeyedLine[], place: Place, rows: number): readonly KeyedLine[] {
	if (place.at === "end") return lines.slice(Math.max(0, lines.length - rows));
	const index = placeIndex(place, lines);
	const top = windowTop(place.top + index - place.index, index, lines.length, rows);
	return lines.slice(top, top + rows);
}
