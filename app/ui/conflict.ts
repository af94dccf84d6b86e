import { isRecord } from "@/server/core/is-record";
/** One field that was saved otherwise since the form was opened. */
export interface Difference<Field extends string = string> {
  field: Field;
  /** Which side changed it: of a field that the person left alone, the saved value is the newer one. */
  suggested: "mine" | "theirs";
}

/** Three states of what a form edits. */
interface Sides<State> {
  /** As the form was opened. */
  base: State;
  mine: State;
  /** As it is saved now. */
  theirs: State;
}

/** A value as text, whatever the order of its keys. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  ) ?? "";

/** The fields in which what is typed and what is saved differ. */
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

/** What was typed, with the saved values of the fields that were taken. */
export const mergedOf = <State extends object, Field extends keyof State & string>(
  mine: State,
  theirs: Pick<State, Field>,
  fields: readonly Field[],
  taken: ReadonlySet<string>,
): State => {
  const saved = fields.filter((field) => taken.has(field)).map((field) => [field, theirs[field]]);
  return { ...mine, ...Object.fromEntries(saved) };
};
