// A Pi extension that gets in the way of whole-terminal tests: opens a dialog, or never lets a run start or settle. Knows nothing of teams.

import { fileURLToPath } from "node:url";
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";

/** For Pi's `-e`; given before ours, its handlers run first. */
export const stubborn = fileURLToPath(import.meta.url);

// biome-ignore lint/style/noDefaultExport: Pi takes the default export for the extension
export default function install(pi: ExtensionAPI): void {
	let holding = "nothing";
	const hold = (point: string, { ui }: ExtensionContext): Promise<never> | undefined => {
		if (holding !== point) return undefined;
		ui.setStatus("stubborn", `held at the ${point}`);
		return new Promise<never>(() => {});
	};
	pi.registerCommand("confirm", {
		description: "Opens a dialog",
		handler: async (title, { ui }) => {
			ui.notify((await ui.confirm(title, "Think about it.")) ? "confirmed" : "declined");
		},
	});
	pi.registerCommand("hold", {
		description: "Stops the next run for good: at its start, or at its end once everything was said",
		handler: async (point, { ui }) => {
			holding = point;
			ui.setStatus("stubborn", `will hold at the ${point}`);
		},
	});
	pi.on("before_agent_start", (_event, context) => hold("start", context));
	pi.on("agent_settled", (_event, context) => hold("end", context));
}
