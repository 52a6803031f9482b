// Hands what only Pi's loader can import to the file that Node loads itself. The build reads it there under the same name.

/** Where scripts/build.ts looks for it. */
const HOST_MODULES = Symbol.for("pi-team-dash host modules");

/** Before the program is imported. Taken from Pi anew each time: another copy would not share its keys, its keyboard and its classes. */
export async function offerHostModules(): Promise<void> {
	const tui = await import("@earendil-works/pi-tui");
	Reflect.set(globalThis, HOST_MODULES, { "@earendil-works/pi-tui": tui });
}
