import { isRecord } from "@/server/core/is-record";
/** A field whose saved value changed since the form opened. */
export interface Difference<Field extends string = string> {
  field: Field;
  /** The side that changed the field; `theirs` if the person did not edit it. */
  suggested: "mine" | "theirs";
}

/** Three states of a form's object. */
interface Sides<State> {
  /** When the form opened. */
  base: State;
  mine: State;
  /** As saved now. */
  theirs: State;
}

/** Serialise a value independently of the order of its keys. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  ) ?? "";

/** Fields in which the typed and the saved state differ. */
export const differencesOf = <State, Field extends string>(
  { base, mine, theirs }: Sides<State>,
  fields: readonly Field[],
  valueIn: (state: State, field: Field) => unknown,
): Difference<Field>[] =>
  fields.flatMap((field) => {
    const [was, typed, saved] = [base, mine, theirs].map((state) => textOf(valueIn(state, field)));
    if (typed === saved) return [];
    return [{ field, suggested: typed === was ? "theirs" : "mine" }];
  });

/** The typed state with the chosen fields replaced by their saved values. */
export const mergedOf = <State extends object, Field extends keyof State & string>(
  mine: State,
  theirs: Pick<State, Field>,
  fields: readonly Field[],
  taken: ReadonlySet<string>,
): State => {
  const saved = fields.filter((field) => taken.has(field)).map((field) => [field, theirs[field]]);
  return { ...mine, ...Object.fromEntries(saved) };
};
