// Opens the panel under the editor, and every way out of it. The one file that knows how the host hands the keyboard on: a focused
// component that is removed, or a focus on nothing, leaves the host deaf, so the keyboard goes back before the panel goes.

import type { ExtensionUIContext } from "@earendil-works/pi-coding-agent";
import type { Component, TUI } from "@earendil-works/pi-tui";
import type { RequestedRow } from "../core/view/state.ts";
import { tooLow } from "./frame.ts";
import { Panel } from "./panel.ts";
import type { PanelSource } from "./source.ts";

export type PanelUi = Pick<ExtensionUIContext, "setWidget" | "custom">;

export interface TeamPanel {
	/** Opens it, or shows it again, and takes the keyboard. */
	open(ui: PanelUi, requested?: RequestedRow): void;
	/** The shortcut: opens, takes the keyboard, or gives it back and leaves a live view. */
	toggle(ui: PanelUi): void;
	/** Before the session ends, and on leaving for good. Does nothing when it is not open. */
	close(): void;
	readonly isOpen: boolean;
}

interface Docked {
	readonly panel: Panel;
	readonly tui: TUI;
	/** Where the keyboard came from. */
	back: Component | undefined;
	remove(): void;
	readonly at: "below-editor" | "instead-of-editor";
}

const WIDGET = "pi-team-dash";

export function teamPanel(source: PanelSource): TeamPanel {
	let docked: Docked | undefined;

	function release(): void {
		if (docked === undefined) return;
		if (docked.at === "instead-of-editor") close();
		else giveBack(docked);
	}

	function close(): void {
		const closing = docked;
		if (closing === undefined) return;
		giveBack(closing);
		docked = undefined;
		closing.remove();
	}

	/** The host removes it: the last moment to give the keyboard back. */
	function gone(): void {
		if (docked === undefined) return;
		giveBack(docked);
		docked = undefined;
	}

	/** A click on the panel. */
	function take(): void {
		if (docked !== undefined) takeKeyboard(docked, source);
	}

	const exits = { take, release, close, gone };

	function dock(ui: PanelUi, requested: RequestedRow | undefined): void {
		if (typeof ui.setWidget !== "function") {
			dockInstead(ui, requested);
			return;
		}
		let lacking = false;
		ui.setWidget(
			WIDGET,
			(tui, theme) => {
				if (!canHandOn(tui)) {
					lacking = true;
					return { render: () => [], invalidate: () => undefined };
				}
				const panel = new Panel(tui, theme, source, exits, requested);
				const remove = () => ui.setWidget(WIDGET, undefined);
				docked = { panel, tui, back: undefined, remove, at: "below-editor" };
				return panel;
			},
			{ placement: "belowEditor" },
		);
		if (!lacking) return;
		ui.setWidget(WIDGET, undefined);
		dockInstead(ui, requested);
	}

	/** Where the host lacks what the docked panel needs, it takes the editor's place; the host moves the keyboard itself. */
	function dockInstead(ui: PanelUi, requested: RequestedRow | undefined): void {
		const shown = ui.custom<undefined>((tui, theme, _keys, finish) => {
			const panel = new Panel(tui, theme, source, exits, requested);
			docked = { panel, tui, back: undefined, remove: () => finish(undefined), at: "instead-of-editor" };
			return panel;
		});
		// Never awaited: the host holds back what is typed until a command handler is done.
		shown.catch((error: unknown) => source.report(error));
	}

	function open(ui: PanelUi, requested?: RequestedRow): void {
		if (docked === undefined) dock(ui, requested);
		else if (requested !== undefined) docked.panel.show(requested);
		if (docked !== undefined) takeKeyboard(docked, source);
	}

	return {
		open,
		toggle(ui) {
			if (docked?.panel.focused === true) release();
			else open(ui);
		},
		close,
		get isOpen() {
			return docked !== undefined;
		},
	};
}

function takeKeyboard(docked: Docked, source: PanelSource): void {
	if (docked.panel.focused || docked.at === "instead-of-editor") return;
	const low = tooLow(docked.tui.terminal.rows);
	if (low !== undefined) {
		source.say(low);
		return;
	}
	const holder = keyboardHolder(docked.tui, docked.panel);
	if (holder === undefined || !isEditor(holder)) {
		docked.panel.warn("A dialog has the keyboard: answer it first.");
		return;
	}
	docked.back = holder;
	docked.tui.setFocus(docked.panel);
	docked.tui.requestRender();
}

function giveBack(docked: Docked): void {
	const { panel, tui, back, at } = docked;
	if (!panel.focused || at === "instead-of-editor") return;
	// The editor may have been replaced meanwhile; one that is no longer on the screen hears nothing.
	const isThere = back !== undefined && components(tui.children, []).some(({ component }) => component === back);
	const target = isThere
		? back
		: components(tui.children, [])
				.map(({ component }) => component)
				.find(isEditor);
	const heir = target ?? back;
	if (heir === undefined) return;
	tui.setFocus(heir);
	tui.requestRender();
}

/** Whoever has the keyboard, as the public `focused` of the components on the screen says; a dialog's inner editor counts as the dialog. */
function keyboardHolder(tui: TUI, panel: Panel): Component | undefined {
	const holder = components(tui.children, []).find(({ component }) => component !== panel && isFocused(component));
	return holder?.parents.find((parent) => "focused" in parent) ?? holder?.component;
}

interface Placed {
	readonly component: Component;
	readonly parents: readonly Component[];
}

function components(children: readonly Component[], parents: readonly Component[]): readonly Placed[] {
	return children.flatMap((component) => {
		const inside = "children" in component && Array.isArray(component.children) ? component.children : [];
		return [{ component, parents }, ...components(inside, [...parents, component])];
	});
}

function isFocused(component: Component): boolean {
	return "focused" in component && component.focused === true;
}

/** The host's editor and those that replace it can be written to; dialogs cannot. */
function isEditor(component: Component): boolean {
	return "getText" in component && "setText" in component;
}

function canHandOn(tui: TUI): boolean {
	return typeof tui.setFocus === "function" && Array.isArray(tui.children);
}
