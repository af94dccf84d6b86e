/** A filter of a list: one of the values, or none of them. */
export type Choice<Value extends string> = { is: Value[] } | { isNot: Value[] };

/** A single value is a choice of it alone. */
export type Chosen<Value extends string> = Value | Choice<Value>;

/** Values in one choice. */
export const MAX_CHOSEN = 20;

/** As the service compares systems: only ASCII letters have a case. */
const folded = (value: string) => value.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** A choice with each value once; values that differ only by case are one. */
export function choiceIn<Value extends string>(chosen: Chosen<Value>): Choice<Value> {
  if (typeof chosen === "string") return { is: [chosen] };
  const once = (values: Value[]) => [...new Map(values.map((value) => [folded(value), value])).values()];
  return "is" in chosen ? { is: once(chosen.is) } : { isNot: once(chosen.isNot) };
}

/** Whether a choice lets a value pass; all do without a choice. */
export function isLetBy<Value extends string>(chosen: Chosen<Value> | undefined, value: Value): boolean {
  if (chosen === undefined) return true;
  const choice = choiceIn(chosen);
  return "is" in choice ? choice.is.includes(value) : !choice.isNot.includes(value);
}

/** The value of a choice that lets only one pass. */
export function onlyChosen<Value extends string>(chosen: Chosen<Value> | undefined): Value | undefined {
  if (chosen === undefined) return undefined;
  const choice = choiceIn(chosen);
  return "is" in choice && choice.is.length === 1 ? choice.is[0] : undefined;
}
