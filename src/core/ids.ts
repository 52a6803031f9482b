// What can be told from an id alone. Pure.

const SECONDS_DIGITS = 8;
const HEX = 16;

/** Wall ms at which a message id was made; the first 48 bits of a UUIDv7. */
export function idTime(id: string): number {
	return Number.parseInt(id.slice(0, SECONDS_DIGITS) + id.slice(SECONDS_DIGITS + 1, SECONDS_DIGITS + 5), HEX);
}

/** The part of a member id or token that stands in file names. */
export function first8(id: string): string {
	return id.slice(0, SECONDS_DIGITS);
}
