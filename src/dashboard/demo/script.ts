// The words of the demo team: what its members say to each other. Data only; which of it happens when is story.ts's.

import type { Role } from "./cast.ts";

export interface Exchange {
	readonly from: Role;
	readonly to: Role;
	readonly ask: string;
	readonly answer: string;
}

export const questions = [
	{
		from: "frontend",
		to: "backend",
		ask: "Which status does a declined card have: 402 or 422?",
		answer: "402, with `code: card_declined` in the body. 422 is for a malformed request only.",
	},
	{
		from: "backend",
		to: "planner",
		ask: "Is the idempotency key per customer or global?",
		answer: "Per customer. The mobile client already sends one per cart.",
	},
	{
		from: "tester",
		to: "frontend",
		ask: "Does the pay button stay disabled until the server has answered?",
		answer: "Yes, since this morning; it carries `aria-busy` meanwhile, so you can wait for that.",
	},
	{
		from: "writer",
		to: "backend",
		ask: "How long is an idempotency key remembered?",
		answer: "24 hours, then the same key starts a new payment.",
	},
	{
		from: "reviewer",
		to: "backend",
		ask: "What happens when the provider answers after our timeout?",
		answer: "The webhook settles it; the order stays `pending` until then. There is a test named after it.",
	},
	{
		from: "planner",
		to: "tester",
		ask: "How sure are we about the flaky checkout test?",
		answer: "It is the clock of the fake provider, not the shop. A fix is on my branch.",
	},
] as const satisfies readonly Exchange[];

export interface Job {
	readonly from: Role;
	readonly to: Role;
	readonly subject: string;
	readonly body: string;
	readonly result: string;
	readonly outcome: "completed" | "failed";
}

export const jobs = [
	{
		from: "planner",
		to: "reviewer",
		subject: "Review the payment retry",
		body: "Please review branch payment-retry against main.\nLook at timeouts and at double charging; style can wait.",
		result:
			"Read payment-retry at its head.\nNo double charge found. One finding: the retry ignores Retry-After (api/payments.ts, line 88).\nNot run: the provider's sandbox.",
		outcome: "completed",
	},
	{
		from: "planner",
		to: "backend",
		subject: "Add idempotency keys to POST /payments",
		body: "Store the key with the payment, answer a repeated key with the first answer, keep keys for 24 h.",
		result: "Done with a migration and a contract test; 214 tests pass. Nothing else was touched.",
		outcome: "completed",
	},
	{
		from: "reviewer",
		to: "tester",
		subject: "Run the checkout suite twenty times",
		body: "Twenty runs of e2e/checkout.spec.ts on the current main, with the slow provider.",
		result: "Nineteen passed. Run 7 failed: the browser did not start. The shop itself never failed.",
		outcome: "failed",
	},
	{
		from: "backend",
		to: "writer",
		subject: "Document card_declined",
		body: "The API answers 402 with code card_declined now. It belongs into the error table and the payment guide.",
		result: "Error table and guide are updated; the example was taken from the contract test.",
		outcome: "completed",
	},
	{
		from: "planner",
		to: "frontend",
		subject: "Keep the form when a payment is declined",
		body: "All fields but the card number should survive. See the comments in the design file.",
		result: "The values survive; the card number is cleared on purpose. Component tests pass, no browser run yet.",
		outcome: "completed",
	},
] as const satisfies readonly Job[];

export interface Remark {
	readonly from: Role;
	readonly to: Role;
	readonly text: string;
}

export const handoffs = [
	{
		from: "planner",
		to: "backend",
		text: "The payment steps are yours now: 1 idempotency key, 2 retry, 3 webhook. Plan and acceptance in docs/plan.md; nothing is started.",
	},
	{
		from: "backend",
		to: "frontend",
		text: "The declined-card answer is on main. What is left is the form: show the message, keep the values.",
	},
	{
		from: "frontend",
		to: "tester",
		text: "The checkout form is ready for end-to-end tests; test ids are pay, retry and card-error.",
	},
] as const satisfies readonly Remark[];

export const remarks = [
	{
		from: "reviewer",
		to: "backend",
		text: "The migration locks payments for about 40 ms on the big copy. Fine by me.",
	},
	{ from: "backend", to: "frontend", text: "main has the new error codes; regenerate the client before you go on." },
	{ from: "tester", to: "planner", text: "All green on the last build, 61 tests in 3 minutes." },
	{
		from: "frontend",
		to: "reviewer",
		text: "I pushed the form in two commits so that the move can be read apart from the change.",
	},
	{ from: "writer", to: "planner", text: "The payment guide needs one decision from you: do we name the provider?" },
	{ from: "planner", to: "reviewer", text: "The release candidate is cut tomorrow; the retry has to be in." },
] as const satisfies readonly Remark[];

export const notes = [
	{ from: "tester", to: "frontend", text: "For you at the terminal: the staging certificate runs out on Friday." },
	{ from: "planner", to: "backend", text: "Release notes need one line about the new key; no hurry." },
] as const satisfies readonly Remark[];
