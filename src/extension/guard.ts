// The one guard around every callback of ours: Pi ends on an uncaught error in a timer, a promise or a render. Never decides what a failure means.

export interface Guard {
	/**
	 * A callback for Pi or for a timer that never throws and never rejects: what goes wrong is reported and `otherwise` is the
	 * answer. After close() it does nothing at all, since contexts and the API of a replaced session throw on every use.
	 */
	wrap<Arguments extends readonly unknown[], Result>(
		what: string,
		run: (...given: Arguments) => Result,
		otherwise: Awaited<Result>,
	): (...given: Arguments) => Result | Awaited<Result>;
	/** Starts something nobody waits for. */
	start(what: string, run: () => unknown): void;
	isOpen(): boolean;
	close(): void;
}

/** `report` is told once per text of one source, until another text comes from there. */
export function createGuard(report: (text: string) => void): Guard {
	let open = true;
	const lastTexts = new Map<string, string>();

	const failed = (what: string, error: unknown) => {
		if (!open) return;
		const text = `${what}: ${wordsOf(error)}`;
		if (lastTexts.get(what) === text) return;
		lastTexts.set(what, text);
		try {
			report(text);
		} catch {
			// The way to the person is broken as well; there is nowhere left to say so, and throwing would end Pi.
		}
	};

	const wrap: Guard["wrap"] = (what, run, otherwise) => {
		const answer = otherwise as Awaited<ReturnType<typeof run>>;
		return (...given) => {
			if (!open) return answer;
			try {
				const result = run(...given);
				if (!(result instanceof Promise)) return result;
				return result.catch((error: unknown) => {
					failed(what, error);
					return answer;
				}) as typeof result;
			} catch (error) {
				failed(what, error);
				return answer;
			}
		};
	};

	return {
		wrap,
		start: (what, run) => void wrap(what, run, undefined)(),
		isOpen: () => open,
		close: () => {
			open = false;
		},
	};
}

/** What a person reads about a failure. Told by its fields: the entry and the rest are two files, each with a class of its own. */
export function wordsOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const { code, hint, path } = error as Partial<Record<"code" | "hint" | "path", unknown>>;
	return typeof hint === "string" ? `${hint} (${code}, ${path})` : error.message;
}
