/**
 * Distinct entries of a pasted list, separated by lines, semicolons or commas. If entries contain commas, such as the
 * phone model `iPhone8,1`, only a comma followed by a space separates them.
 */
export function entriesIn(text: string, { commasWithin = false } = {}): string[] {
  const entries = text.split(commasWithin ? /[\r\n;]|,\s/ : /[\r\n;,]/);
  return [...new Set(entries.map((entry) => entry.trim()).filter((entry) => entry !== ""))];
}
