// The version of this package, taken from its package.json so that it is written once. Never anything else of it.

import packageFile from "../../package.json" with { type: "json" };

export const appVersion: string = packageFile.version;
