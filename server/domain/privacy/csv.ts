/** First characters that make spreadsheets evaluate a text as a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;

/** A text as a quoted cell that spreadsheets show but never evaluate. */
function textCell(text: string): string {
  const shown = FORMULA.test(text) ? `'${text}` : text;
  return `"${shown.replaceAll('"', '""')}"`;
}

const cellOf = (value: string | number | null | undefined): string => {
  if (value === null || value === undefined) return "";
  return typeof value === "number" ? String(value) : textCell(value);
};

/** A line of comma-separated values (RFC 4180). */
export const csvLine = (values: readonly (string | number | null | undefined)[]): string =>
  `${values.map(cellOf).join(",")}\r\n`;
