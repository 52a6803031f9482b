import { expect, test } from "vitest";
import { limits } from "../../../src/core/limits.ts";
import { quoteRequest } from "../../../src/core/quotes.ts";

const REQUEST = { id: "request-id", subject: "Add it", body: "Add the endpoint." };

test("a quote names the request and marks each line of its text", () => {
	expect(quoteRequest({ ...REQUEST, body: "one\ntwo" })).toBe("Request request-id: Add it\n> one\n> two");
	expect(quoteRequest({ id: "i", body: "x" } as typeof REQUEST)).toContain("Request i: (no subject)");
});

test("a long text is cut at a whole character, and the cut is stated", () => {
	const body = `line\n${"x".repeat(limits.quoteLength)}`;
	const quote = quoteRequest({ ...REQUEST, body });
	expect(quote).toContain("> line\n> xxx");
	expect(quote).toContain(`[cut: ${limits.quoteLength} of ${body.length} characters]`);
	const split = `${"x".repeat(limits.quoteLength - 1)}🙂`;
	expect(quoteRequest({ ...REQUEST, body: split })).toContain(`[cut: ${limits.quoteLength - 1} of`);
});
