// The conformance suite on plain files, and on the store in memory that other tests use in their place.

import { join } from "node:path";
import { cleanDisks, diskWorld, temporary } from "../../support/disk-world.ts";
import { machine } from "../../support/env.ts";
import { MemoryDisk } from "../../support/memory-disk.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { storeSuite } from "./suite.ts";

cleanDisks();

storeSuite("on plain files", () => {
	const world = diskWorld();
	return { host: world.host, open: world.storeOf };
});

storeSuite("on plain files that are synced", () => {
	const world = diskWorld(join(temporary(), "teams"));
	return { host: world.host, open: (env) => world.storeOf(env, { format: { sync: true } }) };
});

storeSuite("in memory", () => {
	const disk = new MemoryDisk();
	return { host: machine(), open: (env) => memoryStore(env, disk) };
});
