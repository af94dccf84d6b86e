import { createParser } from "nuqs";
import { type Choice, type Chosen, choiceIn, MAX_CHOSEN } from "@/server/core/choice";

/** A choice in an address: `fake,error`, or `!fake,error` for all others. */
export function choiceText(chosen: Chosen<string>): string {
  const choice = choiceIn(chosen);
  return "is" in choice ? choice.is.join(",") : `!${choice.isNot.join(",")}`;
}

/** Parser for one or several values of a filter, after `!` for all others. One unknown value makes the choice unknown. */
export const parseAsChoice = <Value extends string>({ parse }: { parse(text: string): Value | null }) =>
  createParser<Choice<Value>>({
    parse: (text) => {
      const isNot = text.startsWith("!");
      const read = text
        .slice(isNot ? 1 : 0)
        .split(",")
        .map((one) => parse(one));
      const values = read.filter((value) => value !== null);
      if (values.length < read.length || values.length > MAX_CHOSEN) return null;
      return choiceIn(isNot ? { isNot: values } : { is: values });
    },
    serialize: choiceText,
    eq: (one, other) => choiceText(one) === choiceText(other),
  });
