// The child's side of a test with real processes: answers what the parent asks, and ends with it.

/** Answers each message with what `answer` makes of it, until the parent goes. */
export function answering(answer: (message: never) => unknown): void {
	process.on("message", (message) => {
		void (async () => {
			const reply = await answer(message as never);
			process.send?.(reply ?? null);
		})();
	});
	process.on("disconnect", () => process.exit(0));
}
