// Who is in the demo teams and what each works on by itself. Data only; what they say to each other is in script.ts.

export const teamName = "shop";
export const quietTeamName = "website";

export interface Part {
	readonly role: string;
	readonly cwd: string;
	readonly sessionName: string;
	/** What it works on by itself, as a person would have typed it. */
	readonly tasks: readonly string[];
	/** Files it edits while it works. */
	readonly files: readonly string[];
	/** What it says to a question nobody wrote an answer for: one that comes from outside the story. */
	readonly reply: string;
}

export const parts = {
	planner: {
		role: "planner",
		cwd: "/home/shop",
		sessionName: "Checkout plan",
		tasks: [
			"Split the checkout rewrite into steps that can be merged one by one",
			"Go through the open issues and pick what belongs into this release",
			"Write down what is left before the release candidate",
		],
		files: ["docs/plan.md"],
		reply: "The plan is in docs/plan.md; the next open step there is yours if nobody has taken it.",
	},
	backend: {
		role: "backend",
		cwd: "/home/shop-backend",
		sessionName: "Payment API",
		tasks: [
			"Make POST /payments safe to repeat with an idempotency key",
			"Move the stock check into the order transaction",
			"Find out why GET /orders does one query per line item",
		],
		files: ["api/payments.ts", "api/orders.ts", "db/migrations/0042_payment_key.sql"],
		reply: "Looked into it: the API answers as documented, and the contract test covers that case.",
	},
	frontend: {
		role: "frontend",
		cwd: "/home/shop-frontend",
		sessionName: "Checkout form",
		tasks: [
			"Show the remaining stock next to the quantity field",
			"Keep the checkout form's values when the payment is declined",
			"Replace the hand-made date field with the native one",
		],
		files: ["web/checkout/form.tsx", "web/checkout/errors.ts"],
		reply: "That part of the form is done; the error text is the only thing still open.",
	},
	reviewer: {
		role: "reviewer",
		cwd: "/home/shop-review",
		sessionName: "Reviews",
		tasks: [
			"Read the payment changes for what happens when the provider times out",
			"Check the migration against a copy with ten million rows",
		],
		files: [],
		reply: "I have read it once: no blocker so far, details when I am through.",
	},
	tester: {
		role: "tester",
		cwd: "/home/shop-e2e",
		sessionName: "End-to-end tests",
		tasks: [
			"Find out why the checkout test fails one time in twenty",
			"Cover the declined card with an end-to-end test",
		],
		files: ["e2e/checkout.spec.ts"],
		reply: "The whole suite was green on the last run; I am repeating it with the new build.",
	},
	writer: {
		role: "writer",
		cwd: "/home/shop-docs",
		sessionName: "API guide",
		tasks: ["Describe idempotency keys in the payment guide", "Bring the error table of the API guide up to date"],
		files: ["docs/payments.md"],
		reply: "The guide says so already; I can add an example if that helps.",
	},
} as const satisfies Record<string, Part>;

export type Role = keyof typeof parts;
export const roles = Object.keys(parts) as readonly Role[];

/** Members of the second team: one of them is there now and then, so that a list with several teams has something to say. */
export const quietParts: readonly Part[] = [
	{
		role: "editor",
		cwd: "/home/website",
		sessionName: "Landing page",
		tasks: ["Shorten the landing page to one screen"],
		files: ["pages/index.md"],
		reply: "The text is ready for a look.",
	},
	{
		role: "designer",
		cwd: "/home/website",
		sessionName: "Icons",
		tasks: ["Draw the icon set again on a 16 pixel grid"],
		files: [],
		reply: "Two icons are left.",
	},
];
