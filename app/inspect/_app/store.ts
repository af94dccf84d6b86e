import { useSyncExternalStore } from "react";
import { database, type Kit, type Profile, type SavedInspection } from "./database";

/** Why nothing is sent at the moment. */
export type Hold = "offline" | "signedOut" | "otherPerson" | "secondFactor" | "suspended" | "notAnswering";

/** What the pages show. */
export interface State {
  isLoaded: boolean;
  /** Whether the service was asked who is signed in: before, nothing of the last person is shown. */
  isMet: boolean;
  profile: Profile | null;
  /** The inspections of this person, newest first. */
  inspections: SavedInspection[];
  kits: Record<string, Kit>;
  /** When the service last took something. */
  sentAt: number | null;
  hold: Hold | null;
  isSending: boolean;
  /** The name of another person who is signed in. */
  other: string | null;
}

let state: State = {
  isLoaded: false,
  isMet: false,
  profile: null,
  inspections: [],
  kits: {},
  sentAt: null,
  hold: null,
  isSending: false,
  other: null,
};
const listeners = new Set<() => void>();

/** Changes what the pages show. */
export function show(change: Partial<State>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

export const current = (): State => state;

/** Reads what this device has of its person. */
export async function reload(): Promise<void> {
  const db = await database();
  const profile = (await db.get("profile", "profile")) ?? null;
  const inspections = profile ? await db.getAllFromIndex("inspections", "person", profile.personId) : [];
  const kits: Record<string, Kit> = {};
  for (const { id } of profile?.producers ?? []) {
    const kit = await db.get("kits", id);
    if (kit) kits[id] = kit;
  }
  const sentAt = (await db.get("times", "sent")) ?? null;
  inspections.sort((a, b) => b.at - a.at);
  show({ isLoaded: true, profile, inspections, kits, sentAt });
}

let isStale = false;

/** Shows a change of the database, soon and once for many. */
export function noteChange(): void {
  if (isStale) return;
  isStale = true;
  queueMicrotask(() => {
    isStale = false;
    reload().catch(() => {});
  });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What the pages show, kept up to date. */
export const useStore = (): State => useSyncExternalStore(subscribe, current, current);

/** Inspections of which something is not sent yet, also because it was refused. */
export const unsentIn = ({ inspections }: State) => inspections.filter(({ state }) => state !== "sent");
