import { describe, expect, it } from "vitest";
import { call } from "../support/cli/call.ts";
import { read, send, shop, world } from "../support/cli/world.ts";

describe("a verb that acts as a member", () => {
	it.each(["tell", "ask", "handoff", "send", "note"])("%s without --as is refused and names the flag", async (verb) => {
		const { root } = await shop();
		const ended = await call(root, [verb, "backend", "hello"]);
		expect(ended.code).toBe(3);
		expect(ended.err).toBe(`pi-team-dash ${verb}: This acts as a member of the team. Add \`--as <role>\`.\n`);
	});

	it("becomes a member under a new role, and gives the seat back", async () => {
		const { root, backend } = await shop();
		expect((await call(root, ["tell", "backend", "hello", "--as", "nightly"])).code).toBe(0);
		const [message] = await backend.receive(() => false);
		expect(message).toMatchObject({ fromRole: "nightly", message: { origin: "script", body: "hello" } });
		const members = (await call(root, ["members", "--json"])).json.members as Record<string, unknown>[];
		expect(members.find((member) => member.role === "nightly")).toMatchObject({ state: "offline", client: "cli" });
	});

	it("takes a seat back that a command held last", async () => {
		const { root } = await shop();
		await call(root, ["note", "backend", "one", "--as", "nightly"]);
		expect((await call(root, ["note", "backend", "two", "--as", "nightly"])).code).toBe(0);
		expect((await call(root, ["members", "--json"])).json.members).toHaveLength(4);
	});

	it("takes an offline seat of a terminal only with --yes", async () => {
		const { root } = await shop();
		const refused = await call(root, ["note", "backend", "hello", "--as", "frontend"]);
		expect(refused.code).toBe(3);
		expect(refused.err).toMatch(/frontend is offline.* was another session's.*--yes/);
		expect((await call(root, ["note", "backend", "hello", "--as", "frontend", "--yes"])).code).toBe(0);
	});

	it("leaves a living terminal its seat, also with --yes", async () => {
		const { root, planner } = await shop();
		const ended = await call(root, ["tell", "backend", "hello", "--as", "planner", "--yes", "--json"]);
		expect(ended.code).toBe(3);
		expect(ended.json).toMatchObject({ code: "role-live" });
		expect(planner.beat()).toEqual({ at: "kept" });
	});

	it.each([
		["an unknown recipient", ["tell", "bakend", "hello"], 4],
		["an empty text", ["tell", "backend", "  "], 3],
		["a text that is too long", ["note", "backend", "x".repeat(20_000)], 3],
		["an answer to an unknown message", ["tell", "backend", "hello", "--reply-to", "12345678"], 4],
	])("makes no member of a command with %s", async (_what, argv, code) => {
		const { root } = await shop();
		expect((await call(root, [...argv, "--as", "nightly"])).code).toBe(code);
		expect((await call(root, ["members", "--json"])).json.members).toHaveLength(3);
	});

	it("is refused on the live lane by who is offline, and is told how to queue it", async () => {
		const { root } = await shop();
		const ended = await call(root, ["ask", "frontend", "there?", "--as", "nightly"]);
		expect(ended.code).toBe(3);
		expect(ended.err).toContain("`pi-team-dash send frontend … --as <role>` (kind request) queues it.");
		expect((await call(root, ["send", "frontend", "later", "--as", "nightly"])).out).toMatch(
			/request to frontend: submitted/,
		);
	});

	it("claims nothing that waits for its seat", async () => {
		const { root, planner, backend } = await shop();
		await call(root, ["note", "backend", "one", "--as", "nightly"]);
		const team = (await call(root, ["members", "--json"])).json.members as { role: string; id: string }[];
		const nightly = team.find((member) => member.role === "nightly");
		const sent = await planner.send({
			to: nightly?.id ?? "",
			kind: "request",
			body: "for later",
			subject: "later",
			replyTo: undefined,
			parentId: undefined,
			origin: "agent",
		});
		expect(sent.ok).toBe(true);
		await call(root, ["note", "backend", "two", "--as", "nightly"]);
		const again = (await call(root, ["members", "--json"])).json.members as { role: string; openTo: number }[];
		expect(again.find((member) => member.role === "nightly")).toMatchObject({ openTo: 1 });
		await read(backend);
	});

	it("answers a message with --reply-to", async () => {
		const { root, planner, backend } = await shop();
		await call(root, ["note", "planner", "here", "--as", "nightly"]);
		const question = await send(planner, backend, "question", "Which code?");
		const stranger = await call(root, ["tell", "planner", "402", "--as", "nightly", "--reply-to", question, "--json"]);
		expect(stranger.json).toMatchObject({ code: "unknown-parent" });
		await backend.end("closed");
		const ended = await call(root, ["tell", "planner", "402", "--as", "backend", "--yes", "--reply-to", question]);
		expect(ended.code).toBe(0);
		const shown = await call(root, ["show", question, "--json"]);
		expect(shown.json).toMatchObject({ message: { state: "answered" } });
	});

	it("sends standard input byte for byte for a text that is -", async () => {
		const { root, backend } = await shop();
		const input = "# Title\n\n\tcode  \nlast line without a break";
		expect((await call(root, ["tell", "backend", "-", "--as", "nightly"], { input })).code).toBe(0);
		const [message] = await backend.receive(() => false);
		expect(message?.message.body).toBe(input);
	});

	it("still finds a member under the name it had", async () => {
		const { root } = await shop();
		await call(root, ["note", "backend", "hello", "--as", "nightly"]);
		await call(root, ["rename-role", "nightly", "weekly", "--as", "nightly", "--yes"]);
		const ended = await call(root, ["send", "nightly", "hello", "--as", "bot", "--json"]);
		expect(ended.json).toMatchObject({ ok: true, to: "weekly", was: "nightly" });
	});

	it("wakes everybody else and says whom", async () => {
		const { root } = await shop();
		const ended = await call(root, ["wake", "hurry", "--as", "planner2"]);
		expect(ended.out).toBe("Check-in submitted to planner, backend, frontend.\n");
	});
});

describe("a verb that administers", () => {
	it("asks for a yes with the question a person would be asked, and changes nothing", async () => {
		const { root } = await shop();
		const ended = await call(root, ["remove", "frontend"]);
		expect(ended.code).toBe(3);
		expect(ended.err).toBe(
			"pi-team-dash remove: Remove frontend from shop? Its role becomes free. Nothing was changed; `--yes` says yes.\n",
		);
		expect((await call(root, ["members", "--json"])).json.members).toHaveLength(3);
	});

	it("does as nobody what anyone may", async () => {
		const { root } = world();
		expect((await call(root, ["create", "Night-Shift"])).out).toBe("There is a team night-shift now.\n");
		expect((await call(root, ["rename", "day-shift", "--yes"])).out).toBe("night-shift is now called day-shift.\n");
		expect((await call(root, ["delete", "day-shift", "--yes"])).out).toBe("The team day-shift was deleted.\n");
		expect((await call(root, ["teams", "--json"])).json.teams).toEqual([]);
	});

	it("says why when somebody is online", async () => {
		const { root } = await shop();
		const ended = await call(root, ["delete", "shop", "--yes"]);
		expect(ended).toMatchObject({ code: 3, out: "" });
		expect(ended.err).toMatch(/planner, backend are online in shop\. Add `--as <role>` with the admin's role/);
	});

	it("acts as the admin where its seat is free", async () => {
		const { root, planner, backend } = await shop();
		await planner.end("closed");
		const as = ["--as", "planner", "--yes"];
		expect((await call(root, ["rename-role", "backend", "api", ...as])).out).toBe("backend is now called api.\n");
		expect((await call(root, ["rename", "store", ...as])).out).toBe("shop is now called store.\n");
		expect((await call(root, ["admin", "api", ...as])).out).toBe("api is the admin of store now.\n");
		const after = await call(root, ["delete", "store", ...as]);
		expect(after.err).toContain("Only the admin may delete the team; that is api.");
		expect(backend.beat()).toEqual({ at: "kept" });
	});

	it("deletes the team it acts in, as its admin", async () => {
		const { root, planner, backend } = await shop();
		await planner.end("closed");
		expect((await call(root, ["delete", "shop", "--as", "planner", "--yes"])).out).toBe("The team shop was deleted.\n");
		// A member looks for its team with every fourth beat.
		const fates = Array.from({ length: 4 }, () => backend.beat());
		expect(fates).toContainEqual({ at: "team-deleted", team: "shop" });
	});

	it("refuses to claim the admin while the admin is there", async () => {
		const { root } = await shop();
		const ended = await call(root, ["admin", "frontend", "--as", "frontend", "--yes", "--json"]);
		expect(ended.code).toBe(3);
		expect(ended.json).toMatchObject({ code: "admin-online" });
	});

	it("does not make a member of an unknown --as", async () => {
		const { root } = await shop();
		expect((await call(root, ["remove", "frontend", "--as", "nobody", "--yes"])).code).toBe(4);
		expect((await call(root, ["members", "--json"])).json.members).toHaveLength(3);
	});
});
