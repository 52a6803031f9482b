// The person's side of a Pi session in this process: records what is shown, answers dialogs as a test says. No terminal.

import type { ExtensionUIContext, Theme } from "@earendil-works/pi-coding-agent";
import type { Component, TUI } from "@earendil-works/pi-tui";

export interface Dialog {
	readonly kind: "confirm" | "select" | "input";
	readonly title: string;
	readonly more: string;
}

export interface RecordedUi {
	readonly context: ExtensionUIContext;
	readonly notices: { readonly text: string; readonly tone: string }[];
	readonly dialogs: Dialog[];
	/** Answers the next dialogs; undefined = cancelled. A function decides. */
	answer: ((dialog: Dialog, options: readonly string[]) => unknown) | undefined;
	draft: string;
	/** How often the line or the panel was set. */
	widgetCalls: number;
	widgets(): readonly string[];
	/** The lines of a widget, drawn at a width. */
	widget(key: string, width?: number): readonly string[] | undefined;
}

type WidgetContent = string[] | ((tui: TUI, theme: Theme) => Component & { dispose?(): void }) | undefined;

/** Colours nothing, so that texts can be compared. */
export const plainTheme = {
	name: "plain",
	appearance: "dark",
	fg: (_token: string, text: string) => text,
	bg: (_token: string, text: string) => text,
	bold: (text: string) => text,
	italic: (text: string) => text,
} as unknown as Theme;

export function recordedUi(): RecordedUi {
	const widgets = new Map<string, { readonly content: WidgetContent; readonly component: Component | undefined }>();
	const tui = {
		terminal: { columns: 100, rows: 30 },
		children: [],
		requestRender() {},
		setFocus() {},
	} as unknown as TUI;

	const ask = async (dialog: Dialog, options: readonly string[], otherwise: unknown): Promise<never> => {
		ui.dialogs.push(dialog);
		return (ui.answer === undefined ? otherwise : await ui.answer(dialog, options)) as never;
	};

	const context = {
		select: (title: string, options: string[]) =>
			ask({ kind: "select", title, more: options.join("|") }, options, undefined),
		confirm: (title: string, message: string) => ask({ kind: "confirm", title, more: message }, [], false),
		input: (title: string, placeholder?: string) =>
			ask({ kind: "input", title, more: placeholder ?? "" }, [], undefined),
		notify: (text: string, tone = "info") => void ui.notices.push({ text, tone }),
		setWidget(key: string, content: WidgetContent) {
			ui.widgetCalls += 1;
			if (content === undefined) widgets.delete(key);
			else
				widgets.set(key, { content, component: typeof content === "function" ? content(tui, plainTheme) : undefined });
		},
		getEditorText: () => ui.draft,
		setEditorText(text: string) {
			ui.draft = text;
		},
		onTerminalInput: () => () => {},
		setStatus() {},
		setTitle() {},
		theme: plainTheme,
	} as unknown as ExtensionUIContext;

	const ui: RecordedUi = {
		context,
		notices: [],
		dialogs: [],
		answer: undefined,
		draft: "",
		widgetCalls: 0,
		widgets: () => [...widgets.keys()],
		widget(key, width = 100) {
			const widget = widgets.get(key);
			if (widget === undefined) return undefined;
			return Array.isArray(widget.content) ? widget.content : widget.component?.render(width);
		},
	};
	return ui;
}
