import type { LastChange } from "@/server/domain/audit-log/last-change";
import { StaleVersion } from "@/server/domain/shared/version";

/** What there is instead of what a form was opened with. */
export interface Present<State> extends LastChange {
  state: State;
  version: string;
}

/** A save that was made, or the present state where it would have gone over a newer one: then nothing was written. */
export type Outcome<Saved, State> = { saved: Saved } | { present: Present<State> };

/** `save` answers something: JSON has no word for nothing. */
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
