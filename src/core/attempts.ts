// Goes on where one of several steps meets trouble of the disk, so that nothing stands in the way of its neighbours. Swallows nothing: the first trouble is told at the end.

import { StoreError } from "./store.ts";

/** Every item gets its step, one after the other; then the first trouble is thrown, if there was one. */
export async function eachAnyway<T>(items: Iterable<T>, step: (item: T) => Promise<void>): Promise<void> {
	const troubles: StoreError[] = [];
	for (const item of items) await noting(troubles, () => step(item));
	const [first] = troubles;
	if (first !== undefined) throw first;
}

/** Notes what the disk says and goes on. A bug is not noted but thrown. */
export async function noting(troubles: StoreError[], step: () => void | Promise<void>): Promise<void> {
	try {
		await step();
	} catch (error) {
		if (!(error instanceof StoreError)) throw error;
		troubles.push(error);
	}
}
