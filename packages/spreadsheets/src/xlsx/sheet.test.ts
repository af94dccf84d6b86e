import { expect, test } from "vitest";
import { faultOf } from "../../testing/tables";
import { readSheet } from "./sheet";

const MAX_EMPTY = 1_000;

/** Reads a sheet in which only so many elements may hold no value. */
async function read(...pieces: string[]) {
  async function* chunks() {
    yield* ["<sheetData>", ...pieces, "</sheetData>"];
  }
  const rows = [];
  for await (const row of readSheet(chunks(), MAX_EMPTY)) rows.push(row);
  return rows;
}

const VALUE = '<c t="str"><v>x</v></c>';

test.each([
  ["empty cells of a row", ["<row>", "<c/>".repeat(MAX_EMPTY), "</row>"]],
  ["blank rows", ["<row/>".repeat(MAX_EMPTY)]],
  ["unknown elements", ["<x/>".repeat(MAX_EMPTY)]],
  ["unknown elements of a cell", ["<row><c>", "<x/>".repeat(MAX_EMPTY), "<v>x</v></c></row>"]],
  ["empty cells beside values", [`<row>${VALUE}${"<c/>".repeat(400)}</row>`.repeat(10)]],
  ["values beyond the columns", ["<row>", VALUE.repeat(MAX_EMPTY), "</row>"]],
])("a sheet of nothing is refused before it costs time: %s", async (_, pieces) => {
  expect(await faultOf(read(...pieces))).toMatchObject({ code: "zipBomb" });
});

test("rows with values may have as many styled empty cells as a table has columns", async () => {
  const row = `<row>${VALUE}${'<c s="1"/>'.repeat(199)}</row>`;
  expect(await read(row.repeat(500))).toHaveLength(500);
});
