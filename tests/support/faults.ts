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
	/** Names of the calls of a process since the last time this was asked. */
	calls(env: HandEnv): readonly string[];
	/** Runs once, right before the next call of this name by this process: what another process does in between. */
	between(env: HandEnv, name: keyof Store, run: () => void | Promise<void>): void;
}

interface Plan {
	left: number;
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
			plan = { left: Number.POSITIVE_INFINITY, code: "io", failing: [], calls: [], between: new Map() };
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
	enter(plan, name);
	const other = plan.between.get(name);
	plan.between.delete(name);
	void other?.();
	return run();
}

async function stepLater(plan: Plan, name: string, run: () => unknown): Promise<unknown> {
	enter(plan, name);
	const other = plan.between.get(name);
	plan.between.delete(name);
	await other?.();
	return run();
}

function enter(plan: Plan, name: string): void {
	if (plan.left <= 0) throw new Killed(name);
	plan.left -= 1;
	plan.calls.push(name);
	if (plan.failing.includes(name)) throw new StoreError(plan.code, `/${name}`, "it was made to fail");
}
