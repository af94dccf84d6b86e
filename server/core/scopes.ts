import type { Caller } from "./caller";

/** What a token may do, and what each scope allows, as the API describes it. An endpoint names one of them. */
export const SCOPES = {
  "items:read": "Read items and their history.",
  "items:write": "Create, update, invalidate and delete items.",
  "groups:read": "Read groups and list their items.",
  "groups:write": "Create, update and delete groups, add items to them and remove items.",
  "scans:record": "Record scans in the name of the producer.",
  "scans:read": "Read scans, their maps, figures, findings and alerts.",
  "files:read": "List files.",
  "files:write": "Store and delete files.",
  "webhooks:read": "List webhooks.",
  "webhooks:write": "Create and delete webhooks, which receive all events of their items.",
  "jobs:read": "Read jobs and imports.",
  "jobs:write": "Start and stop jobs and imports, which change many items, groups and files.",
  "alerts:read": "Receive alerts by webhooks.",
  "cases:read": "Receive changes of cases by webhooks.",
  "audit:read": "Read the audit log, also by webhooks.",
  "assistants:write":
    "Let assistants change, by the tools of `/mcp`, what the other scopes allow. Only tokens that name this scope have it.",
} as const;

export type Scope = keyof typeof SCOPES;

const isScope = (name: string): name is Scope => Object.hasOwn(SCOPES, name);

/** All scopes, in the order of the documentation. */
export const ALL_SCOPES: readonly Scope[] = Object.keys(SCOPES).filter(isScope);

/** Scopes that a token has only where its list names them: one without a list has all others. */
export const NAMED_SCOPES: ReadonlySet<Scope> = new Set<Scope>(["assistants:write"]);

/** Whether a caller may do what a scope allows. Only tokens can have fewer scopes than all. */
export const hasScope = (caller: Caller, scope: Scope): boolean => {
  if (caller.kind !== "producer") return true;
  return caller.scopes === undefined ? !NAMED_SCOPES.has(scope) : caller.scopes.includes(scope);
};
