// Reads one source file into the facts that architecture rules ask for. Parses, never guesses from text; never decides what is allowed.

import { readdirSync, readFileSync } from "node:fs";
import { join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "vite";

export interface Import {
	/** A path in the repository ("src/core/model.ts"), or a package ("node:fs", "blessed"). */
	readonly to: string;
	/** "type" is erased; "lazy" is an import() that runs when reached. */
	readonly how: "static" | "type" | "lazy";
}

export interface Source {
	readonly path: string;
	readonly text: string;
	readonly lines: number;
	readonly imports: readonly Import[];
	/** Decimal integers as written, without their sign. `constant` is the name when the number is all of a constant. */
	readonly integers: readonly {
		readonly value: number;
		readonly line: number;
		readonly constant: string | undefined;
	}[];
	/** What is called, as written: "Date.now", "setTimeout", "new Date" (without an argument). */
	readonly calls: readonly { readonly name: string; readonly line: number }[];
	/** `a.b === "word"` (also `!==` and switch cases): the property and the word. */
	readonly comparisons: readonly { readonly property: string; readonly word: string; readonly line: number }[];
	/** What the module keeps while it lives: its variables and classes, by name. */
	readonly keeps: readonly string[];
	readonly defaultExport: boolean;
	/** Exports names of another file of the project. */
	readonly passesOn: boolean;
}

export const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** Every hand-written TypeScript file below these folders. */
export function readTree(folders: readonly string[]): readonly Source[] {
	return folders.flatMap((folder) =>
		readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile() && /\.ts$/.test(entry.name) && !/\.generated\.ts$/.test(entry.name))
			.map((entry) => relative(repository, join(entry.parentPath, entry.name)))
			.map((path) => readSource(path, readFileSync(join(repository, path), "utf8"))),
	);
}

interface Node {
	readonly type: string;
	readonly start: number;
	readonly [field: string]: unknown;
}

export function readSource(path: string, text: string): Source {
	const imports: Import[] = [];
	const integers: { value: number; line: number; constant: string | undefined }[] = [];
	const constants = new Map<Node, string>();
	const calls: { name: string; line: number }[] = [];
	const comparisons: { property: string; word: string; line: number }[] = [];
	let defaultExport = false;
	let passesOn = false;
	const lineAt = (node: Node) => text.slice(0, node.start).split("\n").length;
	const add = (from: unknown, how: Import["how"]) => imports.push({ to: target(path, String(from)), how });
	const compare = (left: Node, right: Node | null) => {
		if (left.type !== "MemberExpression" || right?.type !== "Literal" || typeof right.value !== "string") return;
		comparisons.push({ property: nameOf(left.property as Node), word: right.value, line: lineAt(left) });
	};

	const program = parseAst(text, { lang: "ts" }) as unknown as Node;
	walk(program, (node) => {
		switch (node.type) {
			case "ImportDeclaration":
			case "ExportAllDeclaration":
			case "ExportNamedDeclaration": {
				const source = node.source as Node | null;
				if (source === null) break;
				if (node.type !== "ImportDeclaration" && String(source.value).startsWith(".")) passesOn = true;
				add(source.value, isErased(node) ? "type" : "static");
				break;
			}
			case "ImportExpression":
				add((node.source as Node).value, "lazy");
				break;
			case "TSImportType":
				add((node.source as Node).value, "type");
				break;
			case "ExportDefaultDeclaration":
				defaultExport = true;
				break;
			case "VariableDeclarator":
				if (node.init !== null) constants.set(node.init as Node, nameOf(node.id as Node));
				break;
			case "Literal":
				if (typeof node.value === "number" && /^[\d_]+$/.test(String(node.raw)))
					integers.push({ value: node.value, line: lineAt(node), constant: constants.get(node) });
				break;
			case "CallExpression":
				calls.push({ name: nameOf(node.callee as Node), line: lineAt(node) });
				break;
			case "NewExpression":
				if ((node.arguments as readonly Node[]).length === 0)
					calls.push({ name: `new ${nameOf(node.callee as Node)}`, line: lineAt(node) });
				break;
			case "BinaryExpression":
				if (/^[!=]==?$/.test(String(node.operator))) compare(node.left as Node, node.right as Node);
				break;
			case "SwitchStatement":
				for (const { test } of node.cases as readonly { test: Node | null }[]) compare(node.discriminant as Node, test);
				break;
		}
	});
	const lines = text.endsWith("\n") ? text.split("\n").length - 1 : text.split("\n").length;
	return { path, text, lines, imports, integers, calls, comparisons, keeps: kept(program), defaultExport, passesOn };
}

function kept(program: Node): readonly string[] {
	return (program.body as readonly Node[]).flatMap((statement) => {
		const declared = (statement.declaration ?? statement) as Node;
		if (declared.type === "ClassDeclaration") return [nameOf(declared.id as Node)];
		if (declared.type !== "VariableDeclaration" || declared.kind === "const") return [];
		return (declared.declarations as readonly Node[]).map(({ id }) => nameOf(id as Node));
	});
}

/** `import type …`, or one of types only. `import {}` and `import "x"` run the file. */
function isErased(node: Node): boolean {
	if (node.importKind === "type" || node.exportKind === "type") return true;
	const names = (node.specifiers ?? []) as readonly Node[];
	return names.length > 0 && names.every((name) => name.importKind === "type" || name.exportKind === "type");
}

function target(from: string, to: string): string {
	return to.startsWith(".") ? posix.normalize(posix.join(posix.dirname(from), to)) : to;
}

/** "a.b.c" for a chain of plain names; "…" for what is not one. */
function nameOf(node: Node): string {
	if (node.type === "Identifier") return String(node.name);
	if (node.type === "ThisExpression") return "this";
	if (node.type !== "MemberExpression") return "…";
	return `${nameOf(node.object as Node)}.${node.computed === true ? "…" : nameOf(node.property as Node)}`;
}

function walk(node: Node, visit: (node: Node) => void): void {
	visit(node);
	for (const child of Object.values(node)) {
		for (const each of Array.isArray(child) ? child : [child]) {
			if (typeof each === "object" && each !== null && typeof (each as Node).type === "string")
				walk(each as Node, visit);
		}
	}
}
