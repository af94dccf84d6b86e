/** A character has at most two UTF-16 units. */
const MAX_UNITS = 2;

/** Whether a text has at most `max` characters. Does not split a long text into characters. */
export const hasAtMost = (max: number, text: string): boolean =>
  text.length <= max || (text.length <= MAX_UNITS * max && [...text].length <= max);

/** The first `max` characters of a text. */
export const beginningOf = (max: number, text: string): string =>
  text.length <= max ? text : [...text.slice(0, MAX_UNITS * max)].slice(0, max).join("");

/** The starts of a text that have `min` to `max` characters. */
export function startsOf(text: string, min: number, max: number): string[] {
  let end = 0;
  const starts = Array.from(beginningOf(max, text), (character) => {
    end += character.length;
    return text.slice(0, end);
  });
  return ["", ...starts].slice(min);
}

/** A text without one of its characters, for each of them. */
export function withoutEach(text: string): string[] {
  let at = 0;
  return Array.from(text, (character) => {
    const before = text.slice(0, at);
    at += character.length;
    return before + text.slice(at);
  });
}
