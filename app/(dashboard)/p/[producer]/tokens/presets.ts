import { ALL_SCOPES, type Scope } from "@/server/core/scopes";

/** The scopes of common uses; `everything` is no list, so that it includes scopes of later versions. */
const SCOPES_OF = {
  everything: null,
  scannerApp: ["scans:record"],
  erpImport: [
    "items:read",
    "items:write",
    "groups:read",
    "groups:write",
    "files:read",
    "files:write",
    "jobs:read",
    "jobs:write",
  ],
  siem: ["audit:read"],
  readOnly: ["items:read", "groups:read", "scans:read", "files:read", "webhooks:read", "jobs:read"],
} as const satisfies Record<string, readonly Scope[] | null>;

export type Preset = keyof typeof SCOPES_OF;

export const PRESETS: readonly Preset[] = ["everything", "scannerApp", "erpImport", "siem", "readOnly"];

export const scopesOf = (preset: Preset): Scope[] | null => {
  const scopes = SCOPES_OF[preset];
  return scopes && [...scopes];
};

/** Scopes of a list in the order of the documentation; names that this version does not know are left out. */
export const inOrder = (scopes: readonly string[]): Scope[] =>
  ALL_SCOPES.filter((scope) => scopes.includes(scope));

/** The preset that has exactly these scopes. */
export const presetOf = (scopes: readonly string[] | null): Preset | undefined =>
  PRESETS.find((preset) => {
    const own = SCOPES_OF[preset];
    return own === null || scopes === null ? own === scopes : own.join() === inOrder(scopes).join();
  });
