// What an error of the system means for the store: errno in, StoreError out. Never decides what to do about it.

import { StoreError, type StoreErrorCode } from "../store.ts";
import type { Disk } from "./disk.ts";

const CODES: Readonly<Record<string, readonly [StoreErrorCode, string]>> = {
	EROFS: ["read-only", "the file system is mounted read-only"],
	EACCES: ["read-only", "permission denied; check the owner and mode of the store's directories"],
	EPERM: ["read-only", "the system does not permit it; check owner, mode and file attributes"],
	ENOSPC: ["full", "no space or no inodes left; free some"],
	EDQUOT: ["full", "the disk quota is used up; free some space"],
	EFBIG: ["full", "the file may not grow any further"],
	EMFILE: ["exhausted", "too many open files in this process"],
	ENFILE: ["exhausted", "too many open files on this machine"],
	ELOOP: ["unsafe", "is a symbolic link, which the store never follows"],
	ENXIO: ["unsafe", "is a pipe or device, which the store never opens"],
	EISDIR: ["unsafe", "is a directory where a file belongs"],
	ENOTDIR: ["unsafe", "a file stands where a directory belongs"],
	ENAMETOOLONG: ["unsafe", "the name is too long for this file system"],
	ENOENT: ["vanished", "it went away meanwhile"],
	ESTALE: ["vanished", "it went away meanwhile"],
};

export function errnoOf(error: unknown): string | undefined {
	if (!(error instanceof Error) || error instanceof StoreError) return undefined;
	const { code } = error as NodeJS.ErrnoException;
	return typeof code === "string" ? code : undefined;
}

/** ESTALE is a network file system's way of saying the same. */
export function isMissing(error: unknown): boolean {
	const code = errnoOf(error);
	return code === "ENOENT" || code === "ESTALE";
}

export function isTaken(error: unknown): boolean {
	return errnoOf(error) === "EEXIST";
}

/** StoreErrors and bugs pass through as they are. */
export function asStoreError(error: unknown, path: string): unknown {
	const code = errnoOf(error);
	if (code === undefined) return error;
	const [meaning, hint] = CODES[code] ?? (["io", `the system says ${code}`] as const);
	return new StoreError(meaning, path, hint, error);
}

/** A reader that may not open a file is no writer that met a read-only store, and knows nothing about what the file holds. */
export function asReadError(error: unknown, path: string): unknown {
	const mapped = asStoreError(error, path);
	if (!(mapped instanceof StoreError) || mapped.code !== "read-only" || mapped === error) return mapped;
	return new StoreError("io", path, "may not be read by this user; check its owner and mode", error);
}

/** Runs a call whose failure changes nothing that matters; a bug still comes through. */
export function quietly(run: () => void): void {
	try {
		run();
	} catch (error) {
		if (errnoOf(error) === undefined && !(error instanceof StoreError)) throw error;
	}
}

/** undefined when the system refuses to say. */
export function unlessFailing<T>(run: () => T): T | undefined {
	try {
		return run();
	} catch (error) {
		if (errnoOf(error) === undefined) throw error;
		return undefined;
	}
}

/** undefined when the name is missing. */
export function unlessMissing<T>(run: () => T): T | undefined {
	try {
		return run();
	} catch (error) {
		if (isMissing(error)) return undefined;
		throw error;
	}
}

/** Moves a file; "missing" when it (or the directory it should go to) is not there. */
export function moveIfThere(disk: Pick<Disk, "rename">, from: string, to: string): "moved" | "missing" {
	try {
		disk.rename(from, to);
		return "moved";
	} catch (error) {
		if (isMissing(error)) return "missing";
		throw error;
	}
}
