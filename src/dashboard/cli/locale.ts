// Whether a terminal shows more than ASCII. Pure.

/** The first variable that is set decides, as in every C library. */
export function isUtf8(variables: Readonly<Record<string, string | undefined>>): boolean {
	const locale = [variables.LC_ALL, variables.LC_CTYPE, variables.LANG].find(
		(value) => value !== undefined && value !== "",
	);
	return /utf-?8/i.test(locale ?? "");
}
