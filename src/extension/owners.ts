// Whether somebody else answers to our names: two programs behind one `/team` would send into two stores. Looks; never changes anything.

import { type Pi, toolNames } from "./host.ts";
import { COMMAND, COMMAND_HELP } from "./names.ts";
import { descriptionOf } from "./tools.ts";

/** What to say about it, or undefined when the names are ours alone. Asked while not joined. */
export function foreignOwner(pi: Pick<Pi, "getCommands" | "getAllTools">): string | undefined {
	const commands = pi.getCommands().filter(({ name, source }) => source === "extension" && isOurName(name));
	const ours = commands.filter((command) => command.description === COMMAND_HELP);
	const [foreign] = commands.filter((command) => command.description !== COMMAND_HELP);
	if (foreign !== undefined) {
		const own = ours[0]?.name ?? COMMAND;
		return `Another extension has \`/${COMMAND}\` too: ${place(foreign.sourceInfo)}. ${remedy(foreign.sourceInfo)} Until then this one is \`/${own}\` and joins no team.`;
	}
	const [, second] = ours;
	if (second !== undefined) {
		return `This extension is loaded twice, also from ${place(second.sourceInfo)}. ${remedy(second.sourceInfo)} Until then it joins no team.`;
	}
	const tool = pi
		.getAllTools()
		.find((each) => isToolName(each.name) && each.description !== descriptionOf(each.name, undefined));
	if (tool === undefined) return undefined;
	return `Another extension has a tool called ${tool.name}: ${place(tool.sourceInfo)}. ${remedy(tool.sourceInfo)} Until then this one joins no team.`;
}

interface SourceInfo {
	readonly path: string;
	readonly source: string;
}

function isOurName(name: string): boolean {
	return name === COMMAND || new RegExp(`^${COMMAND}:\\d+$`).test(name);
}

function isToolName(name: string): name is (typeof toolNames)[number] {
	return (toolNames as readonly string[]).includes(name);
}

function place({ path }: SourceInfo): string {
	return path;
}

/** Packages are removed by their source; what was given on the command line or found in a folder has none. */
function remedy({ source, path }: SourceInfo): string {
	const isPackage = /^(npm:|git:|https?:|\.{0,2}\/)/.test(source);
	return isPackage ? `Remove it with \`pi remove ${source}\` and start again.` : `Take ${path} away and start again.`;
}
