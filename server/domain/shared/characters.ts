/** A character takes two units of text at most. */
const MAX_UNITS = 2;

/** Whether a text has at most so many characters; a long text is not taken to pieces for that. */
export const hasAtMost = (max: number, text: string): boolean =>
  text.length <= max || (text.length <= MAX_UNITS * max && [...text].length <= max);

/** The beginning of a text, of at most so many characters. */
export const beginningOf = (max: number, text: string): string =>
  text.length <= max ? text : [...text.slice(0, MAX_UNITS * max)].slice(0, max).join("");
