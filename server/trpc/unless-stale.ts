import type { LastChange } from "@/server/domain/audit-log/last-change";
import { StaleVersion } from "@/server/domain/shared/version";

/** The current state, which differs from the version that a form was opened with. */
export interface Present<State> extends LastChange {
  state: State;
  version: string;
}

/** The result of a save: saved, or the current state of a newer version, with nothing written. */
export type Outcome<Saved, State> = { saved: Saved } | { present: Present<State> };

/** Runs a save; returns the current state if it is stale. `save` returns an object because JSON has no undefined. */
export async function unlessStale<Saved extends object, State>(
  save: () => Promise<Saved>,
  readPresent: () => Promise<Present<State>>,
): Promise<Outcome<Saved, State>> {
  try {
    return { saved: await save() };
  } catch (thrown) {
    if (!(thrown instanceof StaleVersion)) throw thrown;
    return { present: await readPresent() };
  }
}
