import { createParser } from "nuqs";
import { isDay } from "./day";

/** Text that passes a test: any other value of an address is unknown. */
export const fitting = (fits: (text: string) => boolean) =>
  createParser<string>({ parse: (text) => (fits(text) ? text : null), serialize: String });

/** Text that matches a pattern. */
export const matching = (pattern: RegExp) => fitting((text) => pattern.test(text));

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An id that the service has given, in upper or lower case. */
export const parseAsId = createParser<string>({
  parse: (text) => {
    const id = text.toLowerCase();
    return ID.test(id) ? id : null;
  },
  serialize: String,
});

/** An id, or the word for having none. */
export const parseAsIdOr = (none: string) =>
  createParser<string>({
    parse: (text) => (text === none ? none : parseAsId.parse(text)),
    serialize: String,
  });

/** A day of the calendar, such as `2026-01-31`. */
export const parseAsDay = fitting(isDay);

/** `true` or `false`; other words are unknown, where `parseAsBoolean` takes them for `false`. */
export const parseAsFlag = createParser<boolean>({
  parse: (text) => (text === "true" ? true : text === "false" ? false : null),
  serialize: String,
});

/** For a value that has no meaning on a page, though it has one on others: it is always unknown. */
export const parseAsNothing = createParser<string>({ parse: () => null, serialize: String });
