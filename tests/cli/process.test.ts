import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { brokenPipe, call } from "../support/cli/call.ts";
import { start } from "../support/cli/child.ts";
import { send, shop } from "../support/cli/world.ts";

const program = fileURLToPath(new URL("../../src/dashboard/main.ts", import.meta.url));

describe("a verb as a process", () => {
	it("ends with 0 and says nothing when the reader of its output goes away", async () => {
		const { root, planner, backend } = await shop();
		for (let count = 0; count < 30; count += 1) await send(planner, backend, "info", `${count} ${"x".repeat(4_000)}`);
		const shell = `${process.execPath} ${program} export --json --root ${root} | head -n 1; echo "\${PIPESTATUS[0]}"`;
		const bash = spawn("bash", ["-c", shell]);
		let text = "";
		bash.stdout.on("data", (chunk) => {
			text += chunk;
		});
		bash.stderr.on("data", (chunk) => {
			text += chunk;
		});
		await new Promise((resolve) => bash.on("close", resolve));
		expect(text).toMatch(/^\{"v":1,"ok":true[^\n]*\n0\n$/);
	});

	it("keeps its exit code when nobody can read why it refused", async () => {
		const { root } = await shop();
		const ended = await call(root, ["show", "12345678", "--json"], { stdout: brokenPipe() });
		expect(ended.code).toBe(4);
	});

	it("still did what it was asked when nobody reads its answer", async () => {
		const { root, backend } = await shop();
		const ended = await call(root, ["tell", "backend", "hello", "--as", "bot"], { stdout: brokenPipe() });
		expect(ended.code).toBe(0);
		expect(await backend.receive(() => false)).toHaveLength(1);
	});

	it("follows what happens until a signal ends it, with 128 and the signal's number", async () => {
		const { root, planner, backend } = await shop();
		const child = start(["tail", "-f", "-n", "1", "--root", root, "--json"]);
		await child.says(/"type":"closed"/);
		await send(planner, backend, "question", "Which code?");
		await child.says(/Which code\?/);
		child.process.kill("SIGTERM");
		expect(await child.ended).toBe(143);
		expect(child.err()).toBe("");
	});

	it("ends with 0 when the reader of a stream goes away", async () => {
		const { root, planner, backend } = await shop();
		const child = start(["tail", "-f", "--root", root]);
		await child.says(/frontend closed/);
		child.process.stdout.destroy();
		await send(planner, backend, "info", "nobody reads this");
		expect(await child.ended).toBe(0);
		expect(child.err()).toBe("");
	});

	it("takes a text from standard input", async () => {
		const { root, backend } = await shop();
		const child = start(["tell", "backend", "-", "--as", "bot", "--root", root]);
		child.process.stdin.end("two\nlines\n");
		expect(await child.ended).toBe(0);
		const [message] = await backend.receive(() => false);
		expect(message?.message.body).toBe("two\nlines\n");
	});

	it("finds no store where the variables point and says so with 0", async () => {
		const child = start(["teams"]);
		expect(await child.ended).toBe(0);
		expect(child.out()).toContain("No team in /nonexistent/pi-team-dash yet.");
	});
});
