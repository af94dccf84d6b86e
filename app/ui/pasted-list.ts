/**
 * The entries of a pasted list, each once: a line each, or with semicolons or commas between them. Where entries have
 * commas of their own, as models of phones do (`iPhone8,1`), only a comma with a space behind it parts them.
 */
export function entriesIn(text: string, { commasWithin = false } = {}): string[] {
  const entries = text.split(commasWithin ? /[\r\n;]|,\s/ : /[\r\n;,]/);
  return [...new Set(entries.map((entry) => entry.trim()).filter((entry) => entry !== ""))];
}
