import { describe, expect, it } from "vitest";
import type { Env } from "../../src/core/env.ts";
import { limits } from "../../src/core/limits.ts";
import { writerAs } from "../../src/core/timeline.ts";
import { shortId } from "../../src/core/view/scene.ts";
import type { Stream } from "../../src/dashboard/cli/io.ts";
import { call, type Ended } from "../support/cli/call.ts";
import { env, read, send, shop } from "../support/cli/world.ts";

/** Looks again at once instead of each second. */
const hasty: Env = { ...env, after: (_ms, run) => env.after(1, run) };
const SIGINT = 2;

interface Following {
	readonly text: () => string;
	says(pattern: RegExp): Promise<void>;
	interrupt(): Promise<Ended>;
}

function follow(root: string, argv: readonly string[]): Following {
	let text = "";
	let heard = (_more: string) => {};
	let interrupt = (_signal: number) => {};
	const stdout: Stream = {
		write(more, written) {
			text += more;
			written();
			heard(more);
		},
	};
	const ended = call(root, argv, {
		env: hasty,
		stdout,
		signals: (caught) => {
			interrupt = caught;
		},
	});
	return {
		text: () => text,
		says: (pattern) =>
			new Promise((resolve) => {
				heard = (more) => {
					if (pattern.test(more)) resolve();
				};
				heard(text);
			}),
		interrupt() {
			interrupt(SIGINT);
			return ended;
		},
	};
}

describe("tail", () => {
	it("shows the latest lines with the date, and the id of each message", async () => {
		const { root, planner, backend } = await shop();
		const id = await send(planner, backend, "question", "Which code?");
		const ended = await call(root, ["tail", "-n", "2"]);
		expect(ended.out).toMatch(
			new RegExp(
				`^\\w{3} \\d{1,2} \\w{3} \\d{4}\\n\\d\\d:\\d\\d:\\d\\d  frontend closed\\n\\d\\d:\\d\\d:\\d\\d  planner → backend  question  Which code\\?  #${shortId(id)}\\n$`,
			),
		);
	});

	it("leaves out what the flags leave out", async () => {
		const { root, planner, backend } = await shop();
		await send(planner, backend, "question", "Which code?");
		await send(backend, planner, "info", "402");
		await send(planner, backend, "request", "Write it down", "Docs");
		const lines = async (...flags: readonly string[]) => (await call(root, ["tail", "--json", ...flags])).lines;
		expect((await lines("--kind", "ask")).map((line) => line.words)).toEqual([
			"planner → backend  question  Which code?",
		]);
		expect(await lines("--kind", "request")).toHaveLength(1);
		expect(await lines("--text", "DOCS down")).toHaveLength(1);
		expect(await lines("--member", "frontend")).toHaveLength(2);
		expect(await lines("--since", "1h")).toHaveLength((await lines("-n", "100")).length);
		expect(await lines("--since", "2999-01-01")).toEqual([]);
		expect(await lines("-n", "0")).toEqual([]);
		expect(await lines("--kind", "request", "--text", "!docs")).toEqual([]);
		expect(await lines("--kind", "ask", "--text", "which !docs")).toHaveLength(1);
	});

	it("shows one thread, by any message of it", async () => {
		const { root, planner, backend } = await shop();
		const asked = await send(planner, backend, "question", "Which code?");
		await send(planner, backend, "info", "Something else");
		const draft = { to: planner.member, kind: "info", body: "402", subject: undefined, parentId: undefined } as const;
		const answer = await backend.send({ ...draft, replyTo: asked, origin: "agent" });
		if (!answer.ok) throw new Error(answer.refusal.code);
		for (const id of [asked, answer.value.id]) {
			const { lines } = await call(root, ["tail", "--json", "--thread", shortId(id)]);
			expect(lines.map((line) => line.words)).toEqual([
				"planner → backend  question  Which code?",
				"backend → planner  info  402",
			]);
		}
		expect((await call(root, ["tail", "--thread", "00000000"])).code).toBe(4);
	});

	it("goes on over the end of a segment, in order and without a gap", async () => {
		const { root, store, teamId, planner } = await shop();
		const child = follow(root, ["tail", "-f", "-n", "1", "--json"]);
		await child.says(/"closed"/);
		const writer = writerAs(env, store, teamId, { member: planner.member, generation: planner.generation }, 1_000);
		const text = "x".repeat(limits.eventLineBytes - 1_000);
		const enough = Math.ceil(limits.segmentBytes / text.length) + 5;
		for (let count = 0; count < enough; count += 1) {
			writer.trace({ type: "refused", toName: `number-${count}`, kind: "info", code: "unknown-role", text });
		}
		await child.says(new RegExp(`number-${enough - 1}"`));
		const ended = await child.interrupt();
		expect(ended.code).toBe(130);
		const lines = child
			.text()
			.trim()
			.split("\n")
			.slice(1)
			.map((line) => JSON.parse(line));
		expect(lines.map((line) => line.event.toName)).toEqual(
			Array.from({ length: enough }, (_, count) => `number-${count}`),
		);
		expect(new Set(lines.map((line) => line.position.segment)).size).toBe(2);
	});

	it("shows what comes under the names members have by then", async () => {
		const { root, planner, backend } = await shop();
		const child = follow(root, ["tail", "-f", "-n", "1"]);
		await child.says(/frontend closed/);
		await send(planner, backend, "info", "first");
		await child.says(/first/);
		await planner.end("closed");
		await call(root, ["rename-role", "backend", "api", "--as", "planner", "--yes"]);
		await child.says(/renamed backend → api/);
		expect((await child.interrupt()).code).toBe(130);
		expect(child.text().match(/frontend closed/g)).toHaveLength(1);
	});

	it("ends with 4 when the team it follows is deleted", async () => {
		const { root, planner, backend } = await shop();
		const child = follow(root, ["tail", "-f", "-n", "1", "--json"]);
		await child.says(/closed/);
		await planner.end("closed");
		await backend.end("closed");
		await call(root, ["delete", "shop", "--yes"]);
		await child.says(/"code":"team-deleted"/);
		expect((await child.interrupt()).code).toBe(130);
	});

	it("takes controls out of texts on a terminal, and fits the lines there", async () => {
		const { root, planner, backend } = await shop();
		await send(planner, backend, "info", `\x1b[2Jgone \x1b]0;title\x07${"word ".repeat(40)}`);
		await read(backend);
		const ended = await call(root, ["tail", "-n", "1"], { columns: 60 });
		expect(ended.out).not.toMatch(/[\x00-\x09\x0b-\x1f]/);
		for (const line of ended.out.split("\n")) expect(line.length).toBeLessThanOrEqual(60);
	});
});
