import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Env } from "../../src/core/env.ts";
import { shortId } from "../../src/core/view/scene.ts";
import { call } from "../support/cli/call.ts";
import { env, read, type Shop, send, shop } from "../support/cli/world.ts";

const hasty: Env = { ...env, after: (_ms, run) => env.after(1, run) };

/** The recipient works the oldest waiting request off. */
async function workOff({ backend }: Shop, outcome: "completed" | "failed", body: string): Promise<void> {
	const [name] = backend.pendingWork();
	const incoming = name === undefined ? undefined : await backend.claimWork(name);
	if (incoming === undefined) throw new Error("no request");
	await backend.surfaced([incoming]);
	await backend.settle(incoming, { outcome, files: ["/home/a.ts"], filesOmitted: 0, textCut: false }, body);
}

describe("wait", () => {
	it("prints the answer to a question once it is there", async () => {
		const { root, planner, backend } = await shop();
		const id = await send(planner, backend, "question", "Which code?");
		const waiting = call(root, ["wait", shortId(id)], { env: hasty });
		await read(backend);
		await send(backend, planner, "info", "402\nand 422");
		expect(await waiting).toMatchObject({ code: 0, out: "402\nand 422\n", err: "" });
	});

	it("prints the result of a request", async () => {
		const here = await shop();
		const id = await send(here.planner, here.backend, "request", "Do it", "Work");
		const waiting = call(here.root, ["wait", id, "--json"], { env: hasty });
		await workOff(here, "completed", "Done.");
		const ended = await waiting;
		expect(ended.code).toBe(0);
		expect(ended.json).toMatchObject({
			state: "settled",
			answer: { from: "backend", outcome: "completed", body: "Done.", files: ["/home/a.ts"] },
		});
	});

	it("ends with 3 when the request did not complete, and says where the result is", async () => {
		const here = await shop();
		const id = await send(here.planner, here.backend, "request", "Do it", "Work");
		await workOff(here, "failed", "Could not.");
		const ended = await call(here.root, ["wait", id]);
		expect(ended.code).toBe(3);
		expect(ended.err).toContain(`did not complete: failed. \`pi-team-dash show ${shortId(id)}\``);
	});

	it("waits for what needs no answer until it was read", async () => {
		const { root, planner, backend } = await shop();
		const id = await send(planner, backend, "info", "for you");
		expect((await call(root, ["wait", id, "--timeout", "0s"])).code).toBe(5);
		await read(backend);
		expect(await call(root, ["wait", id])).toMatchObject({ code: 0, out: `${shortId(id)} is surfaced.\n` });
	});

	it("ends with 3 when a message expired", async () => {
		const { root, planner, backend } = await shop();
		const id = await send(planner, backend, "question", "Which code?");
		const later: Env = { ...hasty, now: () => env.now() + 11 * 60_000 };
		const ended = await call(root, ["wait", id, "--json"], { env: later });
		expect(ended.code).toBe(3);
		expect(ended.json).toMatchObject({
			code: "no-answer",
			message: `No answer will come to ${shortId(id)}: it is expired.`,
		});
	});

	it("ends with 3 when nothing is left of a message but its line in the timeline", async () => {
		const { root, planner, backend, teamId } = await shop();
		const id = await send(planner, backend, "info", "read and pruned");
		await read(backend);
		for (const part of ["receipts", "inbox"]) rmSync(join(root, `t-${teamId}`, part), { recursive: true });
		const ended = await call(root, ["wait", shortId(id), "--json"], { env: hasty });
		expect(ended.code).toBe(3);
		expect(ended.json).toMatchObject({
			code: "no-answer",
			message: expect.stringContaining("no longer known: pruned"),
		});
		const shown = await call(root, ["show", shortId(id)]);
		expect(shown.out).toMatch(/state +no longer known: pruned\nsteps +[\d:]{8} submitted\n +no longer known: pruned\n/);
	});

	it("gives up at once when a signal asks it to", async () => {
		const { root, planner, backend } = await shop();
		const id = await send(planner, backend, "question", "Which code?");
		let interrupt = (_signal: number) => {};
		const patient: Env = {
			...env,
			after(ms, run) {
				interrupt(15);
				return env.after(ms, run);
			},
		};
		const ended = await call(root, ["wait", id], {
			env: patient,
			signals: (caught) => {
				interrupt = caught;
			},
		});
		expect(ended).toMatchObject({ code: 143, out: "", err: "" });
	});
});
