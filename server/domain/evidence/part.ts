import type { Block } from "@assay/evidence/document";
import type { Words } from "./words";

/** A heading with a table, and where the rest of it is; nothing without rows. */
export function part(
  words: Words,
  heading: string,
  {
    columns,
    rows,
    all,
    where,
  }: { columns: [string, number][]; rows: string[][]; all: number; where: string },
): Block[] {
  if (rows.length === 0) return [];
  return [
    { kind: "heading", text: heading },
    ...(all > rows.length ? [{ kind: "paragraph" as const, text: words.more(rows.length, all, where) }] : []),
    { kind: "table", columns: columns.map(([name, share]) => ({ heading: name, share })), rows },
  ];
}
