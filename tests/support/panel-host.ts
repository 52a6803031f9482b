// A host made of what open.ts uses of one: a tree of components, one of which has the keyboard, and widgets below the editor. Deaf when nobody has the keyboard, like the real one.

import type { Component, TUI } from "@earendil-works/pi-tui";
import type { PanelUi } from "../../src/panel/open.ts";
import { plainTheme, rawKey } from "./script-panel.ts";

interface Held extends Component {
	focused: boolean;
	children: Component[];
	text: string;
}

export interface FakeHost {
	readonly ui: PanelUi;
	readonly tui: TUI;
	readonly editor: Held;
	/** What the component with the keyboard gets; thrown away when nobody on the screen has it. */
	press(...keys: readonly string[]): void;
	resize(columns: number, rows: number): void;
	/** Puts a dialog in the editor's place, with the keyboard. */
	openDialog(): Held;
	closeDialog(): void;
	/** Takes all widgets away by itself, as a session replacement does. */
	clearWidgets(): void;
	replaceEditor(): Held;
	/** With the left button, on a row below the editor. */
	click(row: number): void;
	screen(): string;
	holder(): Component | null;
	/** The panel in the editor's place, where the host cannot dock. */
	inline(): Component | undefined;
}

export function held(kind: "editor" | "dialog"): Held {
	const held: Held = {
		focused: false,
		children: [],
		text: "",
		render: () => [held.text],
		invalidate: () => undefined,
		handleInput(data) {
			held.text += data;
		},
	};
	return kind === "dialog" ? held : Object.assign(held, { getText: () => held.text, setText: () => undefined });
}

/** `lacks` names what an older or other host does not have. */
export function fakeHost(lacks: "nothing" | "setWidget" | "setFocus" = "nothing"): FakeHost {
	let editor = held("editor");
	const editorSlot = { ...held("dialog"), focused: undefined as never, children: [editor] as Component[] };
	// A plain container says nothing of the keyboard.
	Reflect.deleteProperty(editorSlot, "focused");
	const below: Component & { children: Component[] } = { children: [], render: () => [], invalidate: () => undefined };
	const widgets = new Map<string, Component & { dispose?(): void }>();
	let holder: Component | null = null;
	let inline: Component | undefined;
	const setFocus = (component: Component | null) => {
		if (holder !== null && "focused" in holder) holder.focused = false;
		holder = component;
		if (component !== null && "focused" in component) component.focused = true;
	};
	const tui = {
		terminal: { columns: 100, rows: 40 },
		children: [editorSlot, below],
		requestRender: () => undefined,
		setFocus: lacks === "setFocus" ? undefined : setFocus,
	} as unknown as TUI;
	const remove = (key: string) => {
		widgets.get(key)?.dispose?.();
		widgets.delete(key);
		below.children = [...widgets.values()];
	};
	const setWidget = (key: string, content: unknown) => {
		remove(key);
		if (typeof content !== "function") return;
		widgets.set(key, content(tui, plainTheme));
		below.children = [...widgets.values()];
	};
	const custom = (factory: (tui: TUI, theme: unknown, keys: unknown, finish: (value: unknown) => void) => Component) =>
		new Promise((resolve) => {
			inline = factory(tui, plainTheme, undefined, (value) => {
				inline = undefined;
				setFocus(editor);
				resolve(value);
			});
			setFocus(inline);
		});
	setFocus(editor);
	const isThere = (component: Component) =>
		[...editorSlot.children, ...below.children, inline].some((each) => each === component);
	return {
		ui: { setWidget: lacks === "setWidget" ? undefined : setWidget, custom } as unknown as PanelUi,
		tui,
		get editor() {
			return editor;
		},
		resize(columns, rows) {
			Object.assign(tui.terminal, { columns, rows });
		},
		press(...keys) {
			for (const key of keys) if (holder !== null && isThere(holder)) holder.handleInput?.(rawKey(key));
		},
		openDialog() {
			const dialog = held("dialog");
			editorSlot.children = [dialog];
			setFocus(dialog);
			return dialog;
		},
		closeDialog() {
			editorSlot.children = [editor];
			setFocus(editor);
		},
		clearWidgets() {
			for (const key of [...widgets.keys()]) remove(key);
		},
		replaceEditor() {
			editor = held("editor");
			editorSlot.children = [editor];
			return editor;
		},
		click(row) {
			const at = { button: "left", x: 0, y: row, screenX: 0, screenY: row, width: 100, height: 0 } as const;
			const keys = { shift: false, alt: false, ctrl: false };
			for (const type of ["press", "release", "click"] as const) {
				for (const each of below.children) each.handleMouse?.({ type, ...at, ...keys });
			}
		},
		screen: () => below.children.flatMap((each) => each.render(100)).join("\n"),
		holder: () => holder,
		inline: () => inline,
	};
}
