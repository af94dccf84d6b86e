import type { Cell, CellKind, CellProblem, Row } from "@assay/spreadsheets";
import type { StoredCell } from "@/db/schema/imports";
import { beginningOf } from "@/server/domain/shared/characters";

/** Of a cell that is too long, its beginning is kept. */
const MAX_CUT_CHARACTERS = 1_000;

const storable = (text: string) => text.replaceAll("\0", "\uFFFD").toWellFormed();

/** A cell as the database stores it. */
export function storedCell({ kind, text, problem }: Cell): StoredCell {
  if (kind === "empty") return null;
  if (problem === undefined) return kind === "text" ? text : [kind, text];
  return [kind, storable(problem === "cellTooLong" ? beginningOf(MAX_CUT_CHARACTERS, text) : text), problem];
}

const KINDS = new Set<string>(["text", "number", "date", "boolean", "error"] satisfies CellKind[]);
const isKind = (text: string): text is CellKind => KINDS.has(text);
const PROBLEMS: Record<CellProblem, true> = {
  scientificNotation: true,
  inexactNumber: true,
  invalidDate: true,
  formulaError: true,
  notCalculated: true,
  invalidCharacter: true,
  cellTooLong: true,
  nestedValue: true,
};
const isProblem = (text: string): text is CellProblem => Object.hasOwn(PROBLEMS, text);

/** The cell that was stored. */
export function cellOf(stored: StoredCell | undefined): Cell {
  if (stored === null || stored === undefined) return { kind: "empty", text: "" };
  if (typeof stored === "string") return { kind: "text", text: stored };
  const [name, text, problem] = stored;
  const kind = isKind(name) ? name : "text";
  return problem !== undefined && isProblem(problem) ? { kind, text, problem } : { kind, text };
}

const ESCAPES: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
const escaped = (text: string) => text.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? character);

/** A row as a line of `COPY import_rows (import_id, number, cells, problem)`. */
export const copyLine = (importId: string, { number, cells, problem }: Row): string =>
  `${importId}\t${number}\t${escaped(JSON.stringify(cells.map(storedCell)))}\t${problem ?? "\\N"}\n`;
