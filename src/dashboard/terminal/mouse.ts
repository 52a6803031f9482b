// Mouse reports with SGR coordinates as plain values. Never decides what is under the pointer.

export type MouseAction = "press" | "release" | "drag" | "wheel-up" | "wheel-down";

/** Cells count from 0. Only the main button acts; others are reported as nothing. */
export interface MouseReport {
	readonly action: MouseAction;
	readonly column: number;
	readonly row: number;
}

const REPORT = /^\x1b\[<(\d+);(\d+);(\d+)([Mm])$/;
const MOTION = 0x20;
const WHEEL = 0x40;
const BUTTONS = 0x03;

/** "other" = a report of something nothing here reacts to; undefined = no report at all. */
export function readMouse(sequence: string): MouseReport | "other" | undefined {
	const match = REPORT.exec(sequence);
	if (match === null) return undefined;
	const code = Number(match[1]);
	const action = actionOf(code, match[4] === "M" ? "down" : "up");
	return action === undefined ? "other" : { action, column: Number(match[2]) - 1, row: Number(match[3]) - 1 };
}

function actionOf(code: number, edge: "down" | "up"): MouseAction | undefined {
	const button = code & BUTTONS;
	if ((code & WHEEL) !== 0) {
		if (edge === "up" || button > 1) return undefined;
		return button === 0 ? "wheel-up" : "wheel-down";
	}
	if (button !== 0) return undefined;
	if (edge === "up") return "release";
	return (code & MOTION) === 0 ? "press" : "drag";
}
