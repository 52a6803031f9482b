// Which file systems the store can be written on: links, renames and appends must be atomic between processes of this machine. Pure.

export type Verdict =
	| { readonly at: "good" }
	| { readonly at: "not-durable"; readonly name: string }
	| { readonly at: "refused"; readonly name: string };

const MAGIC = {
	ext: 0xef53,
	btrfs: 0x9123683e,
	xfs: 0x58465342,
	tmpfs: 0x01021994,
	overlay: 0x794c7630,
	nfs: 0x6969,
	smb2: 0xfe534d42,
	cifs: 0xff534d42,
	smb: 0x517b,
	ninep: 0x01021997,
	fuse: 0x65735546,
	afs: 0x5346414f,
	ceph: 0x00c36400,
} as const;

const REFUSED: ReadonlyMap<number, string> = new Map([
	[MAGIC.nfs, "NFS"],
	[MAGIC.smb2, "SMB"],
	[MAGIC.cifs, "SMB"],
	[MAGIC.smb, "SMB"],
	[MAGIC.ninep, "9p"],
	[MAGIC.fuse, "FUSE"],
	[MAGIC.afs, "AFS"],
	[MAGIC.ceph, "Ceph"],
]);
const REFUSED_NAMES: ReadonlySet<string> = new Set(["nfs", "smbfs", "afpfs", "webdav", "macfuse", "osxfuse", "fusefs"]);

/** Unknown numbers are good: refusing what nobody has measured would lock people out of sound systems. */
export function judgeType(type: number): Verdict {
	const name = REFUSED.get(type >>> 0);
	if (name !== undefined) return { at: "refused", name };
	return type >>> 0 === MAGIC.tmpfs ? { at: "not-durable", name: "tmpfs" } : { at: "good" };
}

/** macOS numbers its file systems anew at each start, so the output of mount(8) is asked for the longest mount point above `path`. */
export function judgeMounts(mounts: string, path: string): Verdict {
	let best: { readonly point: string; readonly type: string } | undefined;
	for (const [, point, type] of mounts.matchAll(/^.* on (.+) \((\w+)[,)]/gm)) {
		if (point === undefined || type === undefined) continue;
		const above = point === "/" || path === point || path.startsWith(`${point}/`);
		if (above && point.length >= (best?.point.length ?? 0)) best = { point, type };
	}
	return best !== undefined && REFUSED_NAMES.has(best.type) ? { at: "refused", name: best.type } : { at: "good" };
}
