// The lock library on its own loses locks when a holder dies; on the store's view of the disk it does not. Each case shows both.

import * as fs from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as lockfile from "proper-lockfile";
import { beforeEach, describe, expect, test } from "vitest";
import { realDisk } from "../../../src/core/files/disk.ts";
import { openLockDirectory } from "../../../src/core/files/lock-directory.ts";
import { openGround } from "../../../src/core/files/open.ts";
import { limits } from "../../../src/core/limits.ts";
import { cleanDisks, type DiskWorld, diskWorld } from "../../support/disk-world.ts";
import { machine } from "../../support/env.ts";
import { interrupted } from "./interrupted.ts";
import { teamIn } from "./operations.ts";

cleanDisks();

const STALE_MS = 2_000;
const require = createRequire(import.meta.url);

type Library = typeof lockfile;

/** As another process has it: with a memory of its own. */
function freshLibrary(): Library {
	for (const path of Object.keys(require.cache)) {
		if (path.includes("/proper-lockfile/")) Reflect.deleteProperty(require.cache, path);
	}
	return require("proper-lockfile") as Library;
}

interface Contender {
	take(): Promise<() => Promise<void>>;
}

/** `between` runs once, right before the stale lock is removed. */
type Maker = (between?: () => void) => Contender;

let world: DiskWorld;
let path: string;

beforeEach(async () => {
	world = diskWorld(undefined, machine(Date.now()));
	await teamIn(world);
	path = join(world.root, "locks", "contended");
});

const common = { realpath: false, retries: 0, stale: STALE_MS, onCompromised: () => {} } as const;

const plain: Maker = (between) => {
	const library = freshLibrary();
	let done = false;
	const rmdir = (target: string, callback: (error: Error | null) => void) => {
		if (!done) {
			done = true;
			between?.();
		}
		// Without a wait in between, as in a process that is not interrupted again.
		try {
			fs.rmdirSync(target);
			callback(null);
		} catch (error) {
			callback(error as Error);
		}
	};
	const now =
		(call: unknown) =>
		(...args: readonly unknown[]) => {
			const callback = args.at(-1) as (error: unknown, value?: unknown) => void;
			let answer: unknown;
			try {
				answer = Reflect.apply(call as () => unknown, fs, args.slice(0, -1));
			} catch (error) {
				callback(error);
				return;
			}
			callback(null, answer);
		};
	const adapter = { ...fs, mkdir: now(fs.mkdirSync), stat: now(fs.statSync), utimes: now(fs.utimesSync), rmdir };
	return { take: () => library.lock(path, { ...common, lockfilePath: path, fs: adapter }) };
};

const safe: Maker = (between) => safeWith(({ name, path: at }) => name === "rmdir" && at === path, between);
/** Interrupted earlier: it has judged the lock dead, and is about to claim the right to break it. */
const safeEarlier: Maker = (between) =>
	safeWith(({ name, path: at }) => name === "open" && at.includes("break-"), between);

function safeWith(when: Parameters<typeof interrupted>[0], between: (() => void) | undefined): Contender {
	const library = freshLibrary();
	const disk = between === undefined ? realDisk() : interrupted(when, between);
	const ground = openGround(world.process(), world.root, { disk });
	const directory = openLockDirectory(ground, path, STALE_MS);
	return { take: () => library.lock(path, { ...common, lockfilePath: path, fs: directory.fs }) };
}

function leaveDeadLock(ageMs = 3_600_000): void {
	fs.mkdirSync(path, { recursive: true });
	const then = new Date(Date.now() - ageMs);
	fs.utimesSync(path, then, then);
}

const taken = async (attempt: Promise<unknown>) =>
	(await attempt.then(
		() => "held",
		() => "refused",
	)) as "held" | "refused";

describe("two that break one dead lock at the same moment", () => {
	async function both(make: Maker): Promise<readonly string[]> {
		leaveDeadLock();
		let second: Promise<unknown> = Promise.resolve();
		const first = make(() => {
			second = make().take();
			second.catch(() => {});
		}).take();
		return Promise.all([taken(first), taken(second)]);
	}

	test("both hold it with the library alone", async () => {
		expect(await both(plain)).toEqual(["held", "held"]);
	});

	test.each([safe, safeEarlier])("one holds it with the store's view of the disk", async (make) => {
		expect((await both(make)).filter((outcome) => outcome === "held")).toHaveLength(1);
	});
});

describe("a holder that was suspended, lost its lock and releases late", () => {
	async function lateRelease(make: Maker): Promise<boolean> {
		const release = await make().take();
		const then = new Date(Date.now() - 3_600_000);
		fs.utimesSync(path, then, then);
		await make().take();
		await release().catch(() => {});
		return fs.existsSync(path);
	}

	test("takes the new holder's lock away with the library alone", async () => {
		expect(await lateRelease(plain)).toBe(false);
	});

	test("leaves the new holder alone with the store's view of the disk", async () => {
		expect(await lateRelease(safe)).toBe(true);
	});
});

describe("a lock path that is no lock", () => {
	const cases = [
		["a file", () => fs.writeFileSync(path, "kept")],
		[
			"a dead lock with something in it",
			() => {
				leaveDeadLock();
				fs.writeFileSync(join(path, "stray"), "kept");
				const then = new Date(Date.now() - 3_600_000);
				fs.utimesSync(path, then, then);
			},
		],
	] as const;

	test.each(cases)("%s stands for ever with the library alone", async (_, plant) => {
		plant();
		fs.utimesSync(path, new Date(0), new Date(0));
		expect(await taken(plain().take())).toBe("refused");
		expect(await taken(plain().take())).toBe("refused");
	});

	test.each(cases)("%s is set aside and kept with the store's view of the disk", async (_, plant) => {
		plant();
		expect(await taken(safe().take())).toBe("held");
		const [kept = ""] = fs.readdirSync(join(world.root, "quarantine"));
		const aside = join(world.root, "quarantine", kept);
		expect(fs.readFileSync(fs.statSync(aside).isDirectory() ? join(aside, "stray") : aside, "utf8")).toBe("kept");
	});
});

describe("a dead lock stamped in the future", () => {
	function leave(): void {
		fs.mkdirSync(path);
		const later = new Date(Date.now() + 3_600_000);
		fs.utimesSync(path, later, later);
	}

	test("stands until then with the library alone", async () => {
		leave();
		expect(await taken(plain().take())).toBe("refused");
	});

	test("is broken once nobody renewed it for as long as a lock may stand", async () => {
		leave();
		const contender = safe();
		expect(await taken(contender.take())).toBe("refused");
		world.host.advance(STALE_MS - 1);
		expect(await taken(contender.take())).toBe("refused");
		world.host.advance(1);
		expect(await taken(contender.take())).toBe("held");
	});
});

describe("a breaker that died over its work", () => {
	test("is passed over by the next one, once it is as old as a dead lock", async () => {
		leaveDeadLock();
		const stat = fs.lstatSync(path, { bigint: true });
		const breaker = join(world.root, "tmp", `break-${stat.ino}-${stat.birthtimeNs}-${stat.mtimeNs}.0`);
		fs.writeFileSync(breaker, "", { mode: 0o600 });
		expect(await taken(safe().take())).toBe("refused");
		const then = new Date(world.host.now() - STALE_MS);
		fs.utimesSync(breaker, then, then);
		expect(await taken(safe().take())).toBe("held");
	});
});

test("a lock is private and waits long enough for a dead one", async () => {
	await safe().take();
	expect(fs.statSync(path).mode & 0o777).toBe(0o700);
	expect(limits.lockWaitMs).toBeGreaterThanOrEqual(limits.lockStaleMs + 5_000);
});
