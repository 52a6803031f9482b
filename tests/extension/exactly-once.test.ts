// Whatever happens to a terminal, each message enters its conversation exactly once: random steps of prompts, Escapes, dialogs, reloads, crashes.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import type { Brain } from "../support/pi-model.ts";
import { type PiSession, type PiVersion, piVersions } from "../support/pi-session.ts";
import { isJoined, shop } from "../support/pi-team.ts";
import { createPiWorld, type PiWorld } from "../support/pi-world.ts";

type Step = "tell" | "ask" | "send" | "prompt" | "answer" | "escape" | "reload" | "dialog" | "pause" | "crash" | "pass";

const steps: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 6, arbitrary: fc.constantFrom<Step>("tell", "ask", "send") },
	{ weight: 4, arbitrary: fc.constantFrom<Step>("prompt", "answer", "pass") },
	{ weight: 3, arbitrary: fc.constantFrom<Step>("escape", "dialog", "pause") },
	{ weight: 2, arbitrary: fc.constantFrom<Step>("reload", "crash") },
);

/** A model that waits until it is let on, or until the run is aborted. */
class Gate {
	#waiting: (() => void)[] = [];
	brain: Brain = ({ signal }) =>
		new Promise((resolve) => {
			const go = () => resolve("ok");
			this.#waiting.push(go);
			signal?.addEventListener("abort", go);
		});
	open(): void {
		for (const go of this.#waiting.splice(0)) go();
	}
}

class Play {
	readonly sent: string[] = [];
	readonly requests: string[] = [];
	readonly world: PiWorld;
	gate = new Gate();
	planner!: PiSession;
	backend!: PiSession;
	#dialog: "open" | "closed" = "closed";

	/** In RPC an abort leaves Pi's queue as it is; in the editor what is queued is taken out first. */
	readonly mode: "tui" | "rpc";

	constructor(version: PiVersion, mode: "tui" | "rpc") {
		this.world = createPiWorld(version);
		this.mode = mode;
	}

	async begin(): Promise<void> {
		[this.planner, this.backend] = await shop(this.world, ["planner", "backend"], {
			planner: { variables: { PI_TEAM_AUTO_TURNS: "0" } },
			backend: { mode: this.mode, keep: "disk", brain: this.gate.brain, variables: { PI_TEAM_AUTO_TURNS: "0" } },
		});
		this.backend.start("hello");
		await this.world.pass(limits.pollMs);
		this.gate.open();
		await this.world.pass(limits.pollMs);
	}

	async step(step: Step): Promise<void> {
		const { backend, planner, world } = this;
		switch (step) {
			case "tell":
			case "ask":
			case "send": {
				const text = `message ${this.sent.length}.`;
				this.sent.push(text);
				if (step === "send") this.requests.push(text);
				await planner.type(`/team ${step} backend ${text}`);
				return world.pass(limits.pollMs / 4);
			}
			case "prompt":
				if (!backend.session.isStreaming) backend.start("do something");
				return world.pass(limits.pollMs / 4);
			case "answer":
				this.gate.open();
				return world.pass(limits.pollMs / 4);
			case "escape":
				// Not waited for: what was said meanwhile may open the next turn at once.
				void (this.mode === "tui" ? backend.escape() : backend.session.abort());
				this.gate.open();
				return world.pass(limits.pollMs / 4);
			case "dialog": {
				this.#dialog = this.#dialog === "open" ? "closed" : "open";
				const type = this.#dialog === "open" ? "ui_prompt_start" : "ui_prompt_end";
				await backend.session.extensionRunner.emit({ type, reason: "ui_prompt", kind: "confirm" });
				return;
			}
			case "pause":
				await backend.type(backend.ui.widget("team-line")?.[0]?.includes("paused") ? "/team resume" : "/team pause");
				return;
			case "reload":
				// Pi refuses it while it works.
				if (!backend.session.isStreaming) await backend.reload();
				return;
			case "crash":
				return this.#crash();
			case "pass":
				return world.pass(limits.pollMs * 2);
			default:
				return step satisfies never;
		}
	}

	async #crash(): Promise<void> {
		const file = this.backend.session.sessionManager.getSessionFile() ?? "";
		this.backend.kill();
		// A killed model never answers: let on, it would go on writing into the session of its successor.
		this.gate = new Gate();
		this.#dialog = "closed";
		this.backend = await this.world.session("backend", {
			file,
			mode: this.mode,
			brain: this.gate.brain,
			variables: { PI_TEAM_AUTO_TURNS: "0" },
		});
		await this.world.until("it is joined again", () => isJoined(this.backend));
	}

	/** Nothing holds any more; everything that waits comes through. */
	async finish(): Promise<void> {
		if (this.#dialog === "open") await this.step("dialog");
		await this.backend.type("/team resume");
		const settled = () =>
			this.sent.every((text) => this.count(text) > 0) &&
			this.requests.every((text) => this.results(text) > 0) &&
			!this.backend.session.isStreaming;
		for (let round = 0; round < 60 && !settled(); round += 1) {
			this.gate.open();
			await this.world.pass(limits.pollMs);
			// What Pi kept in its queue through an abort comes with the next run.
			if (this.mode === "rpc" && !this.backend.session.isStreaming) this.backend.start("go on");
			if (this.backend.ui.widget("team-line")?.[0]?.includes("paused")) await this.backend.type("/team resume");
		}
		this.gate.open();
		await this.world.pass(limits.pollMs * 3);
	}

	results(text: string): number {
		return this.planner.delivered().filter((each) => each.includes("result from backend") && each.includes(`> ${text}`))
			.length;
	}

	count(text: string): number {
		return this.backend.delivered().join("\n").split(`]\n${text}`).length - 1;
	}
}

const places = piVersions.flatMap((version) => [[version, "tui"] as const, [version, "rpc"] as const]);

describe.each(places)("on Pi %s, mode %s", (version, mode) => {
	test("each message is in the conversation exactly once, each request has one result, and nothing of ours failed", async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 30 }), async (plan) => {
				const play = new Play(version, mode);
				try {
					await play.begin();
					for (const step of plan) await play.step(step);
					await play.finish();
					expect(play.sent.map((text) => [text, play.count(text)])).toEqual(play.sent.map((text) => [text, 1]));
					expect(play.requests.map((text) => [text, play.results(text)])).toEqual(
						play.requests.map((text) => [text, 1]),
					);
					expect([...play.planner.errors, ...play.backend.errors]).toEqual([]);
				} finally {
					play.gate.open();
					await play.world.close();
				}
			}),
			{ numRuns: Number(process.env.RUNS ?? 6) },
		);
	}, 120_000);
});
