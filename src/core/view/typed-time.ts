// Times as a person types them: ages (`30s`, `2h`, `90d`) and dates. Pure.

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const SPAN = /^(\d{1,6})(s|m|h|d)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_AND_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

/** `10m` in ms; a bare number means seconds. undefined = no span. */
export function spanMs(given: string): number | undefined {
	const [, number, unit] = SPAN.exec(given.trim()) ?? [];
	if (number === undefined) return undefined;
	return Number(number) * UNITS[unit === undefined ? "s" : (unit as keyof typeof UNITS)];
}

/** Wall ms of a date (its first moment here), of a date with a time, or of an age before `now`; undefined = neither. */
export function momentMs(given: string, now: number): number | undefined {
	const text = given.trim();
	if (/[smhd]$/.test(text)) {
		const span = spanMs(text);
		return span === undefined ? undefined : now - span;
	}
	if (!DATE.test(text) && !DATE_AND_TIME.test(text)) return undefined;
	// Without a time zone the language reads a bare date as UTC; a person means the day here.
	const ms = Date.parse(DATE.test(text) ? `${text}T00:00` : text);
	return Number.isNaN(ms) ? undefined : ms;
}
