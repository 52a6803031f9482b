// The paths a model gives to its tools, as files on this machine. Pure.

import { isAbsolute, resolve } from "node:path";

/** Models write a file as `@file` too, and one name means another file in every work tree. */
export function wholePath(path: string, cwd: string): string {
	const bare = path.startsWith("@") ? path.slice(1) : path;
	return isAbsolute(bare) ? bare : resolve(cwd, bare);
}
