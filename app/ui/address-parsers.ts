import { createParser } from "nuqs";
import { isDay } from "./day";

/** Parser for text that passes a test; other values are unknown. */
const fitting = (fits: (text: string) => boolean) =>
  createParser<string>({ parse: (text) => (fits(text) ? text : null), serialize: String });

/** Parser for text that matches a pattern. */
export const matching = (pattern: RegExp) => fitting((text) => pattern.test(text));

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Parser for an id, case-insensitive. */
export const parseAsId = createParser<string>({
  parse: (text) => {
    const id = text.toLowerCase();
    return ID.test(id) ? id : null;
  },
  serialize: String,
});

/** Parser for an id or the word for none. */
export const parseAsIdOr = (none: string) =>
  createParser<string>({
    parse: (text) => (text === none ? none : parseAsId.parse(text)),
    serialize: String,
  });

/** Parser for a calendar day such as `2026-01-31`. */
export const parseAsDay = fitting(isDay);

/** Parser for `true` and `false`; other words are unknown, unlike in `parseAsBoolean`, where they mean `false`. */
export const parseAsFlag = createParser<boolean>({
  parse: (text) => (text === "true" ? true : text === "false" ? false : null),
  serialize: String,
});

/** Parser for a value that other pages use and this one does not: always unknown. */
export const parseAsNothing = createParser<string>({ parse: () => null, serialize: String });
