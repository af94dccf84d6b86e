import { createParser } from "nuqs";
import { type Choice, type Chosen, choiceIn, MAX_CHOSEN } from "@/server/core/choice";

const escaped = (value: string) => value.replaceAll(/[\\,]|^!/g, "\\$&");

/** A choice in an address: `fake,error`, or `!fake,error` for all others. A backslash stands before commas of values. */
export function choiceText(chosen: Chosen<string>): string {
  const choice = choiceIn(chosen);
  return "is" in choice ? choice.is.map(escaped).join(",") : `!${choice.isNot.map(escaped).join(",")}`;
}

/** The values of a text, between commas. */
const valuesIn = (text: string): string[] =>
  [...text.matchAll(/(?:\\.|[^\\,])+/gsu)].map(([value]) => value.replaceAll(/\\(.)/gsu, "$1"));

/** Parser for one or several values of a filter, after `!` for all others. One unknown value makes the choice unknown. */
export const parseAsChoice = <Value extends string>({ parse }: { parse(text: string): Value | null }) =>
  createParser<Choice<Value>>({
    parse: (text) => {
      const isNot = text.startsWith("!");
      const read = valuesIn(isNot ? text.slice(1) : text).map((one) => parse(one));
      const values = read.filter((value) => value !== null);
      if (values.length === 0 || values.length < read.length || values.length > MAX_CHOSEN) return null;
      return choiceIn(isNot ? { isNot: values } : { is: values });
    },
    serialize: choiceText,
    eq: (one, other) => choiceText(one) === choiceText(other),
  });
