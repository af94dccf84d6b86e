/**
 * Texts that a spreadsheet program would evaluate, behind any number of apostrophes: the characters of a formula, in full
 * width too, and white space that is skipped before them.
 */
const FORMULA = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Prefixes a text that would be evaluated with an apostrophe. `restoreText` undoes it exactly. */
export const protectText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Removes the apostrophe of `protectText`. */
export const restoreText = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
