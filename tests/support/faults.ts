// Stores that break on purpose: a process dies before its n-th call, or one kind of call fails. Wraps any store; counts what is called.

import { type Store, StoreError, type StoreErrorCode } from "../../src/core/store.ts";
import type { HandEnv } from "./env.ts";
import type { Backend } from "./world.ts";

/** What a call of a process throws that is dead: nobody catches it. */
export class Killed extends Error {}

export interface Faults extends Backend {
	/** The process dies before its n-th call from now on; 0 = before the next. */
	dieBefore(env: HandEnv, calls: number): void;
	/** Calls of these names fail with this code until it is called again with none. */
	fail(env: HandEnv, code: StoreErrorCode, names: readonly (keyof Store)[]): void;
	/** The next call of this name fails, and no other. */
	failOnce(env: HandEnv, code: StoreErrorCode, name: keyof Store): void;
	/** The n-th call from now on (0 = the next) goes wrong in this way; "struck" once it has. */
	strike(env: HandEnv, at: number, how: Blow): { struck(): boolean };
	/** Names of the calls of a process since the last time this was asked. */
	calls(env: HandEnv): readonly string[];
	/** Runs once, right before the next call of this name by this process: what another process does in between. */
	between(env: HandEnv, name: keyof Store, run: () => void | Promise<void>): void;
}

/** The process dies around a call, or the disk refuses it: what the system says, as the store names it. */
export type Blow = "kill before" | "kill after" | StoreErrorCode;

interface Plan {
	left: number;
	blow: { at: number; readonly how: Blow; struck: boolean } | undefined;
	code: StoreErrorCode;
	failing: readonly string[];
	calls: string[];
	readonly between: Map<string, () => void | Promise<void>>;
}

export function breakable(backend: Backend): Faults {
	const plans = new Map<number, Plan>();
	const planOf = (env: HandEnv): Plan => {
		let plan = plans.get(env.self.pid);
		if (plan === undefined) {
			const calm = { left: Number.POSITIVE_INFINITY, blow: undefined };
			plan = { ...calm, code: "io", failing: [], calls: [], between: new Map() };
			plans.set(env.self.pid, plan);
		}
		return plan;
	};
	return {
		disk: backend.disk,
		open: (env) => wrap(backend.open(env), planOf(env)),
		dieBefore(env, calls) {
			planOf(env).left = calls;
		},
		fail(env, code, names) {
			Object.assign(planOf(env), { code, failing: names });
		},
		failOnce(env, code, name) {
			planOf(env).between.set(name, () => {
				throw new StoreError(code, `/${name}`, "it was made to fail once");
			});
		},
		strike(env, at, how) {
			const blow = { at, how, struck: false };
			planOf(env).blow = blow;
			return { struck: () => blow.struck };
		},
		calls(env) {
			const plan = planOf(env);
			const { calls } = plan;
			plan.calls = [];
			return calls;
		},
		between: (env, name, run) => void planOf(env).between.set(name, run),
	};
}

const ASYNC: ReadonlySet<string> = new Set([
	"createTeam",
	"editDocument",
	"renameTeam",
	"deleteTeam",
	"takeLease",
	"publish",
	"putReceipt",
	"syncEvents",
]);

function wrap(store: Store, plan: Plan): Store {
	return new Proxy(store, {
		get(target, name: string) {
			const value = Reflect.get(target, name) as unknown;
			if (typeof value !== "function") return value;
			return (...args: unknown[]) => {
				const run = () => Reflect.apply(value, target, args);
				return ASYNC.has(name) ? stepLater(plan, name, run) : step(plan, name, run);
			};
		},
	});
}

function step(plan: Plan, name: string, run: () => unknown): unknown {
	const dies = enter(plan, name);
	const other = plan.between.get(name);
	plan.between.delete(name);
	void other?.();
	const value = run();
	if (dies === "after this") throw new Killed(name);
	return value;
}

async function stepLater(plan: Plan, name: string, run: () => unknown): Promise<unknown> {
	const dies = enter(plan, name);
	const other = plan.between.get(name);
	plan.between.delete(name);
	await other?.();
	const value = await run();
	if (dies === "after this") throw new Killed(name);
	return value;
}

function enter(plan: Plan, name: string): "after this" | "lives" {
	if (plan.left <= 0) throw new Killed(name);
	plan.left -= 1;
	plan.calls.push(name);
	if (plan.failing.includes(name)) throw new StoreError(plan.code, `/${name}`, "it was made to fail");
	return blowAt(plan, name);
}

function blowAt({ blow }: Plan, name: string): "after this" | "lives" {
	if (blow === undefined) return "lives";
	const isDead = blow.struck && (blow.how === "kill before" || blow.how === "kill after");
	if (isDead) throw new Killed(name);
	if (blow.at > 0 || blow.struck) {
		blow.at -= 1;
		return "lives";
	}
	blow.struck = true;
	if (blow.how === "kill after") return "after this";
	if (blow.how === "kill before") throw new Killed(name);
	throw new StoreError(blow.how, `/${name}`, "it was made to fail once");
}
