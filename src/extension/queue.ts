// One serial queue of short steps per terminal: ticks, tool calls and commands never run inside each other. A failure stays with its own step.

export interface Queue {
	/** Runs after everything asked for before; the promise is the step's own. After close() it is refused. */
	run<T>(step: () => T | Promise<T>): Promise<T>;
	/** Resolves once all steps asked for so far have ended. */
	drained(): Promise<void>;
	close(): void;
}

/** What run() rejects with once the queue is closed. */
export class QueueClosed extends Error {
	override readonly name = "QueueClosed";
}

/** For steps nobody needs any more once the terminal has left. */
export function unlessClosed(error: unknown): void {
	if (!(error instanceof QueueClosed)) throw error;
}

export function createQueue(): Queue {
	let last: Promise<unknown> = Promise.resolve();
	let open = true;
	return {
		run(step) {
			if (!open) return Promise.reject(new QueueClosed("this terminal has left the team"));
			const result = last.then(step);
			last = result.catch(() => undefined);
			return result;
		},
		drained: () => last.then(() => undefined),
		close: () => {
			open = false;
		},
	};
}
