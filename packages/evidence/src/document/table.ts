import type { Column } from "./block";
import { COLOURS, LINE_HEIGHT, type Sheet, setAttributes } from "./sheet";

const STYLE = { size: 7.5 };
const PADDING = { x: 4, y: 3 };
/** A cell shows this many lines; the data of the pack has the whole text. */
const MAX_LINES = 12;

interface Row {
  cells: string[][];
  height: number;
}

function measured(sheet: Sheet, texts: readonly string[], widths: readonly number[]): Row {
  const cells = texts.map((text, i) => {
    const lines = sheet.broken(text, (widths[i] ?? 0) - 2 * PADDING.x, STYLE);
    return lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES - 1), "…"] : lines;
  });
  const lines = Math.max(1, ...cells.map((cell) => cell.length));
  return { cells, height: lines * LINE_HEIGHT * STYLE.size + 2 * PADDING.y };
}

/** Draws the cells of a row; `mark` makes each one part of the structure, or none where the row is repeated. */
function drawCells(
  sheet: Sheet,
  { cells, height }: Row,
  widths: readonly number[],
  mark: (column: number, draw: () => void) => void,
): void {
  let x = sheet.left;
  for (const [i, lines] of cells.entries()) {
    const [left, top] = [x + PADDING.x, sheet.y + PADDING.y];
    mark(i, () => sheet.lines(lines, left, top, STYLE));
    x += widths[i] ?? 0;
  }
  sheet.artifact(() => {
    const bottom = sheet.y + height;
    sheet.pdf.lineWidth(0.5).strokeColor(COLOURS.line);
    sheet.pdf
      .moveTo(sheet.left, bottom)
      .lineTo(sheet.left + sheet.width, bottom)
      .stroke();
  });
  sheet.y += height;
}

const fillHead = (sheet: Sheet, height: number) =>
  sheet.artifact(() =>
    sheet.pdf.rect(sheet.left, sheet.y, sheet.width, height).fillColor(COLOURS.head).fill(),
  );

interface Parts {
  /** Undefined for a table whose rows begin with their headings. */
  columns: readonly Column[] | undefined;
  shares: readonly number[];
  rows: readonly (readonly string[])[];
}

/** Draws a table. On each further page its headings are drawn again; readers of the structure meet them once. */
function drawParts(sheet: Sheet, { columns, shares, rows }: Parts): void {
  const { pdf } = sheet;
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const widths = shares.map((share) => (share / whole) * sheet.width);
  const table = pdf.struct("Table");
  pdf.addStructure(table);
  const head =
    columns &&
    measured(
      sheet,
      columns.map(({ heading }) => heading),
      widths,
    );
  const drawRow = (row: Row, isHeading: (column: number) => boolean) => {
    const tr = pdf.struct("TR");
    table.add(tr);
    drawCells(sheet, row, widths, (column, draw) => {
      const cell = pdf.struct(isHeading(column) ? "TH" : "TD", {});
      if (isHeading(column)) setAttributes(cell, { O: "Table", Scope: columns ? "Column" : "Row" });
      tr.add(cell);
      cell.add(draw);
      cell.end();
    });
    tr.end();
  };
  if (head) {
    if (sheet.room < head.height * 3) sheet.startPage();
    fillHead(sheet, head.height);
    drawRow(head, () => true);
  }
  for (const texts of rows) {
    const row = measured(sheet, texts, widths);
    if (row.height > sheet.room) {
      sheet.startPage();
      if (head) {
        fillHead(sheet, head.height);
        drawCells(sheet, head, widths, (_, draw) => sheet.artifact(draw));
      }
    }
    drawRow(row, (column) => !columns && column === 0);
  }
  table.end();
  sheet.y += 10;
}

export const drawTable = (
  sheet: Sheet,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): void => drawParts(sheet, { columns, shares: columns.map(({ share }) => share), rows });

export const drawFacts = (sheet: Sheet, facts: readonly (readonly [string, string])[]): void =>
  drawParts(sheet, { columns: undefined, shares: [1, 4], rows: facts });
