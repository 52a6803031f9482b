// Which tests run together: the quick ones, then those with whole terminals, two files at a time, so that load cannot make them late.

import { defineConfig } from "vitest/config";

const whole = ["tests/e2e/**/*.test.ts", "tests/packages.test.ts"];
const report = process.env.TEST_REPORT;
const timeouts = { testTimeout: 30_000, hookTimeout: 30_000 };

export default defineConfig({
	test: {
		reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]],
		projects: [
			{
				test: {
					name: "quick",
					include: ["tests/**/*.test.ts"],
					exclude: whole,
					sequence: { groupOrder: 0 },
					...timeouts,
				},
			},
			{
				test: {
					name: "whole",
					include: whole,
					maxWorkers: 2,
					sequence: { groupOrder: 1 },
					testTimeout: 90_000,
					hookTimeout: 90_000,
				},
			},
		],
	},
});
