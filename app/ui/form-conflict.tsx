import type { Present } from "@/server/trpc/unless-stale";
import { differencesOf } from "./conflict";
import { ConflictDialog } from "./conflict-dialog";

/** A form whose object was saved by another person meanwhile. */
export interface Conflict<State> {
  /** The state when the form opened. */
  base: State;
  mine: State;
  present: Present<State>;
}

export interface FormConflictProps<State extends object, Field extends keyof State & string> {
  conflict: Conflict<State>;
  fields: readonly Field[];
  labels: Record<Field, string>;
  /** The values of a state, as the form shows them. */
  say: (state: State) => Record<Field, string>;
  onClose: () => void;
  onChoose: (taken: ReadonlySet<string>) => void;
}

/** Conflict dialog of a form: its values beside the values saved meanwhile, field by field. */
export function FormConflict<State extends object, Field extends keyof State & string>({
  conflict: { base, mine, present },
  fields,
  labels,
  say,
  onClose,
  onChoose,
}: FormConflictProps<State, Field>) {
  const said = { mine: say(mine), theirs: say(present.state) };
  return (
    <ConflictDialog
      saved={present}
      differences={differencesOf(
        { base, mine, theirs: present.state },
        fields,
        (state, field) => state[field],
      )}
      show={(field) => ({ label: labels[field], mine: said.mine[field], theirs: said.theirs[field] })}
      onClose={onClose}
      onChoose={onChoose}
    />
  );
}
