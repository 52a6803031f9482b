// The seam to the operating system: every call the store makes, one method each, so that tests can count them and make step n fail. Never policy.

import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { release } from "node:os";
import { promisify } from "node:util";

/** Times in ns, everything as the system says it. */
export type FileStat = Pick<
	fs.BigIntStats,
	"dev" | "ino" | "mode" | "uid" | "nlink" | "size" | "mtimeNs" | "ctimeNs" | "birthtimeNs"
>;

export interface FileSystemStat {
	readonly type: number;
	readonly freeBytes: number;
	readonly inodes: number;
	readonly freeInodes: number;
}

export interface Disk {
	/** Always with O_CLOEXEC (Node adds it). With O_CREAT the file has exactly `mode`, whatever the umask. */
	open(path: string, flags: number, mode?: number): number;
	close(fd: number): void;
	read(fd: number, into: Uint8Array, length: number, position: number): number;
	/** One write(2); the answer may be less than the length. */
	write(fd: number, bytes: Uint8Array): number;
	sync(fd: number): Promise<void>;
	syncData(fd: number): Promise<void>;
	fstat(fd: number): FileStat;
	/** Of the name itself, links not followed; undefined = no such name. */
	lstat(path: string): FileStat | undefined;
	futimes(fd: number, atMs: number): void;
	utimes(path: string, atime: Date, mtime: Date): void;
	link(from: string, to: string): void;
	rename(from: string, to: string): void;
	unlink(path: string): void;
	mkdir(path: string, mode: number): void;
	rmdir(path: string): void;
	readdir(path: string): readonly string[];
	realpath(path: string): string;
	statfs(path: string): FileSystemStat;
	/** Output of mount(8) where the numbers of statfs mean nothing; undefined elsewhere. */
	mounts(): string | undefined;
	readonly uid: number;
	/** Whether two changes within one tick of the kernel may leave the same time: Linux before 6.13. */
	readonly coarseTimes: boolean;
}

/** What a reader may call; everything else changes something. */
export const readingCalls: ReadonlySet<keyof Disk> = new Set<keyof Disk>([
	"close",
	"read",
	"fstat",
	"lstat",
	"readdir",
	"realpath",
	"statfs",
	"mounts",
]);

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_APPEND, O_TRUNC, O_NOFOLLOW, O_NONBLOCK, O_DIRECTORY } = fs.constants;
// A pipe must not hang the reader, and a planted link must not be followed.
const SAFE = O_NOFOLLOW | O_NONBLOCK;
export const flags = {
	read: O_RDONLY | SAFE,
	directory: O_RDONLY | SAFE | O_DIRECTORY,
	create: O_WRONLY | O_CREAT | O_EXCL | SAFE,
	append: O_WRONLY | O_APPEND | SAFE,
	newSegment: O_WRONLY | O_APPEND | O_CREAT | O_EXCL | SAFE,
	replace: O_WRONLY | O_CREAT | O_TRUNC | SAFE,
} as const;

export const PRIVATE_FILE = 0o600;
export const PRIVATE_DIRECTORY = 0o700;
const ALL_BITS = 0o777n;
const MS_PER_SECOND = 1_000;

const fsync = promisify(fs.fsync);
const fdatasync = promisify(fs.fdatasync);

export function realDisk(): Disk {
	return {
		open(path, how, mode = PRIVATE_FILE) {
			const fd = fs.openSync(path, how, mode);
			// A umask such as 0277 would make the file unreadable for its own writer.
			if ((how & O_CREAT) !== 0 && (process.umask() & mode) !== 0) fs.fchmodSync(fd, mode);
			return fd;
		},
		close: (fd) => fs.closeSync(fd),
		read: (fd, into, length, position) => fs.readSync(fd, into, 0, length, position),
		write: (fd, bytes) => fs.writeSync(fd, bytes),
		sync: (fd) => fsync(fd),
		syncData: (fd) => fdatasync(fd),
		fstat: (fd) => fs.fstatSync(fd, { bigint: true }),
		lstat: (path) => lstat(path),
		futimes: (fd, atMs) => fs.futimesSync(fd, atMs / MS_PER_SECOND, atMs / MS_PER_SECOND),
		utimes: (path, atime, mtime) => fs.utimesSync(path, atime, mtime),
		link: (from, to) => fs.linkSync(from, to),
		rename: (from, to) => fs.renameSync(from, to),
		unlink: (path) => fs.unlinkSync(path),
		mkdir(path, mode) {
			fs.mkdirSync(path, mode);
			if ((process.umask() & mode) !== 0) fs.chmodSync(path, mode);
		},
		rmdir: (path) => fs.rmdirSync(path),
		readdir: (path) => fs.readdirSync(path),
		realpath: (path) => fs.realpathSync.native(path),
		statfs(path) {
			const stat = fs.statfsSync(path);
			return {
				type: stat.type,
				freeBytes: stat.bavail * stat.bsize,
				inodes: stat.files,
				freeInodes: stat.ffree,
			};
		},
		mounts: () => (process.platform === "darwin" ? execFileSync("/sbin/mount", { encoding: "utf8" }) : undefined),
		uid: process.getuid?.() ?? 0,
		coarseTimes: process.platform === "linux" && isBefore(release(), FINE_TIMES),
	};
}

/** A network file system says ESTALE for a name that went away. */
function lstat(path: string): FileStat | undefined {
	try {
		return fs.lstatSync(path, { bigint: true, throwIfNoEntry: false });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ESTALE") return undefined;
		throw error;
	}
}

const FINE_TIMES = [6, 13] as const;

/** Of a kernel release such as 6.8.0-45-generic; one that cannot be read counts as old. */
export function isBefore(kernel: string, [major, minor]: readonly [number, number]): boolean {
	const [, has, and] = /^(\d+)\.(\d+)/.exec(kernel) ?? [];
	if (has === undefined || and === undefined) return true;
	return Number(has) < major || (Number(has) === major && Number(and) < minor);
}

const NS_PER_MS = 1e6;

/** Rounded, since a time given in fractions of a second comes back a few ns short. */
export function msOf(ns: bigint): number {
	return Math.round(Number(ns) / NS_PER_MS);
}

export function isFile(stat: FileStat): boolean {
	return (Number(stat.mode) & fs.constants.S_IFMT) === fs.constants.S_IFREG;
}

export function isDirectory(stat: FileStat): boolean {
	return (Number(stat.mode) & fs.constants.S_IFMT) === fs.constants.S_IFDIR;
}

export function isLink(stat: FileStat): boolean {
	return (Number(stat.mode) & fs.constants.S_IFMT) === fs.constants.S_IFLNK;
}

export function permissions(stat: FileStat): number {
	return Number(stat.mode & ALL_BITS);
}
