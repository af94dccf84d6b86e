import { stringify } from "csv-stringify/sync";

/**
 * A line of comma-separated values (RFC 4180). Texts are quoted; those that spreadsheets would evaluate as a formula begin
 * with an apostrophe.
 */
export const csvLine = (values: (string | number | null | undefined)[]): string =>
  stringify([values], { record_delimiter: "windows", quoted_string: true, escape_formulas: true });
