// Times and ages as the views word them. Ages finer than a minute are shown only where something moves, so that an idle team repaints nothing.

import { age } from "../refusal.ts";

const MINUTE_MS = 60_000;

/** `18:02:11`, local time. */
export function clock(at: number): string {
	const date = new Date(at);
	return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, "0")).join(":");
}

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `Tue 3 Nov 2026`, local time. */
export function day(at: number): string {
	const date = new Date(at);
	return `${WEEKDAYS[date.getDay()]} ${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`;
}

/** From when until before when the local day lasts; not always 24 hours. */
export function dayAround(at: number): readonly [from: number, until: number] {
	const date = new Date(at);
	const [year, month, today] = [date.getFullYear(), date.getMonth(), date.getDate()];
	return [new Date(year, month, today).getTime(), new Date(year, month, today + 1).getTime()];
}

/** `Tue 3 Nov 2026 18:02:11` */
export function moment(at: number): string {
	return `${day(at)} ${clock(at)}`;
}

/** `18:02` today, `3 Nov` before, `2025` in another year: for a narrow column. */
export function shortMoment(at: number, now: number): string {
	if (day(at) === day(now)) return clock(at).slice(0, "18:02".length);
	const date = new Date(at);
	const isThisYear = date.getFullYear() === new Date(now).getFullYear();
	return isThisYear ? `${date.getDate()} ${MONTHS[date.getMonth()]}` : String(date.getFullYear());
}

/** `41s`, `3m`, `2h`. */
export function fineAge(ms: number): string {
	return age(ms);
}

/** `3m`, `2h`, or nothing below a minute. */
export function coarseAge(ms: number): string | undefined {
	return ms < MINUTE_MS ? undefined : age(ms);
}

/** An age in minutes that also has a word for less. */
export function roughAge(ms: number): string {
	return coarseAge(ms) ?? "<1m";
}
