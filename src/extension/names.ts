// The name people type, and the text it goes by in Pi's list: how we tell our own command from another extension's.

export const COMMAND = "team";
export const COMMAND_HELP = "Teams of Pi terminals: the panel, or `/team help`";
