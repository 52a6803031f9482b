// What is said when a lock cannot be had or was lost: who seems to hold it, and since when.

import { expect, test } from "vitest";
import { refusalOfStore } from "../../../src/core/perform.ts";
import { sentence } from "../../../src/core/refusal.ts";
import { StoreError } from "../../../src/core/store.ts";

test.each([
	[4242, 12_000, "The store is busy (held by process 4242, last renewed 12s ago). Try again."],
	[4242, null, "The store is busy (held by process 4242). Try again."],
	[null, 61_000, "The store is busy (last renewed 1m ago). Try again."],
	[null, null, "The store is busy. Try again."],
])("held by %s, renewed %s ms ago: %s", (holderPid, ageMs, words) => {
	expect(sentence({ code: "busy", holderPid, ageMs })).toBe(words);
	const lost = new StoreError("lock-lost", "/locks/store", "it was lost", undefined, { holderPid, ageMs });
	expect(sentence(refusalOfStore(lost))).toBe(words);
});

test("a lost lock of which nothing is known is busy all the same", () => {
	expect(sentence(refusalOfStore(new StoreError("lock-lost", "/locks/store", "it was lost")))).toBe(
		"The store is busy. Try again.",
	);
});
