// Whether a process may write: full and read-only disks, file systems that cannot carry a store.

import { describe, expect, test } from "vitest";
import { type Disk, isBefore, realDisk } from "../../../src/core/files/disk.ts";
import { judgeMounts, judgeType } from "../../../src/core/files/filesystems.ts";
import { limits } from "../../../src/core/limits.ts";
import { done, refuse } from "../../../src/core/refusal.ts";
import { recordedDisk, systemError } from "../../support/disk.ts";
import { documentOf, idle, messageOf, seated, surfaced } from "../../support/disk-records.ts";
import { cleanDisks, diskWorld } from "../../support/disk-world.ts";
import { teamIn } from "./operations.ts";

cleanDisks();

/** A disk whose writing calls fail with an error as long as there is one. */
function failing(state: { error: string | undefined }): Disk {
	const disk = realDisk();
	const fail = (name: "open" | "mkdir" | "link" | "rename", path: string) => {
		if (state.error !== undefined) throw systemError(state.error, { name, path });
	};
	return {
		...disk,
		open(path, flags, mode) {
			if (flags & 0o3) fail("open", path);
			return disk.open(path, flags, mode);
		},
		mkdir(path, mode) {
			fail("mkdir", path);
			disk.mkdir(path, mode);
		},
		link(from, to) {
			fail("link", to);
			disk.link(from, to);
		},
		rename(from, to) {
			fail("rename", to);
			disk.rename(from, to);
		},
	};
}

describe("a store that becomes read-only", () => {
	test.each(["EROFS", "EACCES", "EPERM"])(
		"on %s is said once, tries nothing for a while, and comes back by itself",
		async (code) => {
			const world = diskWorld();
			const team = await teamIn(world);
			const state = { error: undefined as string | undefined };
			const recorded = recordedDisk(failing(state));
			const env = world.process();
			const store = world.storeOf(env, { disk: recorded.disk });
			store.append(team.teamId, idle(team.from, 1));
			state.error = code;
			const message = messageOf(env, team.teamId, team.from, team.to);
			await expect(store.publish(message)).rejects.toMatchObject({ code: "read-only" });
			expect(store.access()).toMatchObject({ at: "read-only", reason: expect.stringMatching(/./) });
			recorded.calls.length = 0;
			await expect(store.publish(message)).rejects.toMatchObject({ code: "read-only" });
			expect(() => store.append(team.teamId, idle(team.from, 2))).toThrow(
				expect.objectContaining({ code: "read-only" }),
			);
			expect(recorded.calls).toEqual([]);
			expect(store.readDocument(team.teamId)?.name).toBe("shop");
			world.host.advance(limits.readOnlyProbeMs);
			expect(store.access().at).toBe("read-only");
			state.error = undefined;
			expect(store.access().at).toBe("read-only");
			world.host.advance(limits.readOnlyProbeMs);
			expect(store.access()).toEqual({ at: "writable" });
			await store.publish(message);
			expect(store.listInbox(team.teamId, team.to).waiting).toHaveLength(1);
		},
	);

	test("frees a seat in this process all the same", async () => {
		const world = diskWorld();
		const team = await teamIn(world);
		const disk = realDisk();
		const recorded = recordedDisk({
			...disk,
			futimes(fd, atMs) {
				if (atMs === 0) throw systemError("EROFS", { name: "futimes", path: undefined });
				disk.futimes(fd, atMs);
			},
		});
		const env = world.process();
		const store = world.storeOf(env, { disk: recorded.disk });
		const holding = await seated(env, store, team.teamId, team.to);
		expect(() => store.releaseLease(holding)).toThrow(expect.objectContaining({ code: "read-only" }));
		expect(recorded.open()).toBe(0);
		expect(store.access().at).toBe("read-only");
	});
});

describe("a disk that is almost full", () => {
	const free = (freeBytes: number, freeInodes = 1e6): Disk => {
		const disk = realDisk();
		return { ...disk, statfs: (path) => ({ ...disk.statfs(path), freeBytes, inodes: 2e6, freeInodes }) };
	};

	test.each([
		["little space", limits.lowSpaceBytes - 1, 1e6],
		["few inodes", 1e12, limits.lowInodes - 1],
	])("with %s takes no new team, but messages", async (_, freeBytes, freeInodes) => {
		const world = diskWorld();
		const team = await teamIn(world);
		const store = world.store({ disk: free(freeBytes, freeInodes) });
		const { revision: __, ...document } = documentOf(team.env.newToken(), "store");
		expect(await store.createTeam(document)).toEqual(refuse({ code: "low-space", freeBytes }));
		await store.publish(messageOf(team.env, team.teamId, team.from, team.to));
		expect(store.listTeams().teamIds).toEqual([team.teamId]);
	});

	test("with next to nothing takes receipts, leases and deletions only", async () => {
		const world = diskWorld();
		const team = await teamIn(world);
		const env = world.process();
		const store = world.storeOf(env, { disk: free(limits.noSpaceBytes - 1) });
		const message = messageOf(env, team.teamId, team.from, team.to);
		await expect(store.publish(message)).rejects.toMatchObject({ code: "full" });
		expect(store.listInbox(team.teamId, team.to).waiting).toEqual([]);
		await store.putReceipt(team.teamId, surfaced(message));
		await seated(env, store, team.teamId, team.to);
		expect(await store.deleteTeam(team.teamId, () => done(null))).toEqual(done(null));
	});

	test("of which not even a lock fits can still be freed", async () => {
		const world = diskWorld();
		const team = await teamIn(world);
		const disk = realDisk();
		const store = world.store({
			disk: {
				...disk,
				mkdir(path) {
					throw systemError("ENOSPC", { name: "mkdir", path });
				},
			},
		});
		await expect(store.editDocument(team.teamId, done)).rejects.toMatchObject({ code: "full" });
		expect(await store.deleteTeam(team.teamId, () => done(null))).toEqual(done(null));
		expect(store.listTeams().teamIds).toEqual([]);
	});
});

describe("a file system", () => {
	test.each([
		[0xef53, "good"],
		[0x9123683e, "good"],
		[-0x6edc97c2, "good"],
		[0x58465342, "good"],
		[0x794c7630, "good"],
		[0x01021994, "not-durable"],
		[0x6969, "refused"],
		[0xfe534d42, "refused"],
		[0xff534d42 | 0, "refused"],
		[0x01021997, "refused"],
		[0x65735546, "refused"],
		[0x12345678, "good"],
	])("of type %i is %s", (type, at) => {
		expect(judgeType(type).at).toBe(at);
	});

	test("of macOS is known by the mount the root lies under", () => {
		const mounts = [
			"/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)",
			"/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse)",
			"//me@server/share on /Users/me/share (smbfs, nodev, nosuid, mounted by me)",
			"server:/x on /Users/me/share and more (nfs)",
		].join("\n");
		expect(judgeMounts(mounts, "/Users/me/.pi/agent/teams")).toEqual({ at: "good" });
		expect(judgeMounts(mounts, "/Users/me/share/teams")).toEqual({ at: "refused", name: "smbfs" });
		expect(judgeMounts(mounts, "/Users/me/share and more/teams")).toEqual({ at: "refused", name: "nfs" });
		expect(judgeMounts(mounts, "/Users/me/shared")).toEqual({ at: "good" });
	});

	test("of another machine is read but not written, and the reason is said", async () => {
		const world = diskWorld();
		const team = await teamIn(world);
		const disk = realDisk();
		const store = world.store({ disk: { ...disk, statfs: (path) => ({ ...disk.statfs(path), type: 0x6969 }) } });
		expect(store.readDocument(team.teamId)?.name).toBe("shop");
		expect(store.access()).toMatchObject({ at: "read-only", reason: expect.stringContaining("NFS") });
		expect(() => store.append(team.teamId, idle(team.from, 1))).toThrow(expect.objectContaining({ code: "read-only" }));
		expect(store.inspect()).toMatchObject([{ code: "unsupported" }]);
	});

	test("of an old kernel has times that miss a second change in the same moment", () => {
		expect(
			["5.15.0-1", "6.8.0-45-generic", "6.12.9", "who knows"].map((kernel) => isBefore(kernel, [6, 13])),
		).not.toContain(false);
		expect(["6.13.0", "6.18.44-x", "7.0"].map((kernel) => isBefore(kernel, [6, 13]))).not.toContain(true);
	});

	test("with such times has change keys that are not trusted right after a change", async () => {
		const world = diskWorld();
		const team = await teamIn(world);
		const env = { ...world.process(), now: () => Date.now() };
		const coarse = world.storeOf(env, { disk: { ...realDisk(), coarseTimes: true } });
		const keys = () => [coarse.changeKey(team.teamId, "doc"), team.store.changeKey(team.teamId, "doc")];
		const [first, plain] = keys();
		expect(first).not.toBe(plain);
		expect(keys()).not.toEqual([first, plain]);
		const later = world.storeOf(
			{ ...env, now: () => Date.now() + 60_000 },
			{ disk: { ...realDisk(), coarseTimes: true } },
		);
		expect(later.changeKey(team.teamId, "doc")).toBe(plain);
	});
});
