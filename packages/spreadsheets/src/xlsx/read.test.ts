import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Cell, problemsOf, readTable } from "../../index";
import { inChunks, join, readAll, texts } from "../../testing/tables";
import { relations, workbook, workbookParts, zip } from "../../testing/workbook";

const HEADER = '<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c></row>';

/** The cell that a stored cell is read as. */
async function cellOf(
  stored: string,
  pieces: Partial<Parameters<typeof workbook>[0]> = {},
): Promise<Cell | undefined> {
  const { rows } = await readAll(workbook({ sheet: `${HEADER}<row r="2">${stored}</row>`, ...pieces }));
  return rows[0]?.cells[0];
}

test("a workbook as Excel writes it is read: shared strings, styles, gaps, hidden rows, merged cells", async () => {
  const sheet = `<row r="2" spans="1:3" x14ac:dyDescent="0.25" xmlns:x14ac="x"><c r="A2" s="1" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="C2" t="s"><v>2</v></c></row>
    <row r="4" hidden="1"><c r="A4" t="s"><v>3</v></c><c r="C4" s="1"><v>45366</v></c></row>
    <row r="5"><c r="A5" s="1"/><c r="B5"/></row>
    <row r="7"><c r="B7"><f>SUM(1,2)</f><v>3</v></c><c r="F7" s="1"/></row>`;
  const strings =
    '<si><t>code</t></si><si><t xml:space="preserve"> name</t></si><si><r><rPr><b/></rPr><t>da</t></r><r><t>te</t></r></si>' +
    '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>';
  const { columns, rows } = await readAll(workbook({ sheet, strings, formats: [14] }));
  expect(columns).toEqual(["code", "name", "date"]);
  expect(rows.map(({ number }) => number)).toEqual([4, 7]);
  expect(texts(rows)).toEqual([
    ["東京", "", "2024-03-15"],
    ["", "3", ""],
  ]);
  expect(rows.flatMap(problemsOf)).toEqual([]);
});

test("a workbook as LibreOffice and Google Sheets write it is read: prefixes, no references, no styles", async () => {
  const parts = workbookParts({
    sheet: "",
    workbook:
      '<x:workbook xmlns:x="m" xmlns:rel="r"><x:sheets><x:sheet name="One" rel:id="rId9"/><x:sheet name="Two &amp; 3" rel:id="rId1"/></x:sheets></x:workbook>',
  });
  const sheet =
    '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="str"><x:f>A()</x:f><x:v>id</x:v></x:c><x:c t="inlineStr"><x:is><x:t><![CDATA[n<]]></x:t></x:is></x:c></x:row><x:row><x:c><x:v>7</x:v></x:c><x:c t="b"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>';
  parts["xl/worksheets/sheet1.xml"] = sheet;
  delete parts["xl/styles.xml"];
  const { columns, rows } = await readAll(zip(parts), { sheet: "Two & 3" });
  expect(columns).toEqual(["id", "n<"]);
  expect(rows).toMatchObject([
    {
      number: 2,
      cells: [
        { kind: "number", text: "7" },
        { kind: "boolean", text: "true" },
      ],
    },
  ]);
});

test("the first worksheet is read, not a chart before it", async () => {
  const parts = workbookParts({
    sheet: HEADER,
    workbook:
      '<workbook xmlns:r="r"><sheets><sheet name="C" r:id="rId7"/><sheet name="A" r:id="rId1"/></sheets></workbook>',
  });
  parts["xl/_rels/workbook.xml.rels"] = relations([
    ["rId7", "chartsheet", "chartsheets/sheet1.xml"],
    ["rId1", "worksheet", "/xl/worksheets/sheet1.xml"],
  ]);
  expect((await readAll(zip(parts))).columns).toEqual(["id"]);
});

test.each<[string, Cell]>([
  ["<c><v>4006381333931</v></c>", { kind: "number", text: "4006381333931" }],
  ["<c><v>4.006381333931E+12</v></c>", { kind: "number", text: "4006381333931" }],
  ["<c><v>9007199254740991</v></c>", { kind: "number", text: "9007199254740991" }],
  [
    "<c><v>12345678901234567890</v></c>",
    { kind: "number", text: "12345678901234567890", problem: "inexactNumber" },
  ],
  ["<c><v>0.30000000000000004</v></c>", { kind: "number", text: "0.3" }],
  ['<c t="n"><v>abc</v></c>', { kind: "number", text: "abc", problem: "inexactNumber" }],
  ['<c t="inlineStr"><is><t>00421</t></is></c>', { kind: "text", text: "00421" }],
  [
    '<c t="inlineStr"><is><t>4.00638E+12</t></is></c>',
    { kind: "text", text: "4.00638E+12", problem: "scientificNotation" },
  ],
  ['<c t="inlineStr"><is><t>a_x000D_\nb_x005F_x000D_</t></is></c>', { kind: "text", text: "a\r\nb_x000D_" }],
  [
    '<c t="inlineStr"><is><t>a_x0000_</t></is></c>',
    { kind: "text", text: "a\0", problem: "invalidCharacter" },
  ],
  ['<c t="b"><v>0</v></c>', { kind: "boolean", text: "false" }],
  ['<c t="e"><v>#N/A</v></c>', { kind: "error", text: "#N/A", problem: "formulaError" }],
  ['<c t="d"><v>2024-03-15</v></c>', { kind: "date", text: "2024-03-15" }],
  ["<c><f>NOW()</f></c>", { kind: "error", text: "", problem: "notCalculated" }],
  ["<c><f>NOW()</f><v></v></c>", { kind: "error", text: "", problem: "notCalculated" }],
  ['<c t="str"><f>A1</f><v>x</v></c>', { kind: "text", text: "x" }],
])("a cell is read by its type: %s", async (stored, cell) => {
  expect(await cellOf(stored)).toEqual(cell);
});

describe("dates follow their number format", () => {
  test.each<[string | number, string, string]>([
    [14, "45366", "2024-03-15"],
    [22, "45366.604166666664", "2024-03-15T14:30:00"],
    [20, "0.604166666666667", "14:30:00"],
    ["dd.mm.yyyy", "45366.99", "2024-03-15"],
    ["yyyy\\-mm\\-dd hh:mm:ss", "45366.5", "2024-03-15T12:00:00"],
    ['[$-409]d" of "mmmm', "45366", "2024-03-15"],
    ["mmm", "1", "1900-01-01"],
    ["h:mm AM/PM", "1.25", "06:00:00"],
    ["[h]:mm", "1.5", "PT36H0M0S"],
    ["d/m/yy", "59", "1900-02-28"],
    ["d/m/yy", "61", "1900-03-01"],
    ["d/m/yy", "2958465", "9999-12-31"],
  ])("%s: %s", async (format, stored, text) => {
    expect(await cellOf(`<c s="1"><v>${stored}</v></c>`, { formats: [format] })).toEqual({
      kind: "date",
      text,
    });
  });

  test.each(["0", "60", "-1", "2958466"])("%s days are no date", async (days) => {
    const cell = await cellOf(`<c s="1"><v>${days}</v></c>`, { formats: [14] });
    expect(cell).toEqual({ kind: "number", text: days, problem: "invalidDate" });
  });

  test.each(['#,##0.00 "day"', "0.00E+00", "[Red]0", '_-* #,##0\\ "€"_-', "General", "0%", "@", "[<100]0;h"])(
    "%s is no date",
    async (format) => {
      expect(await cellOf('<c s="1"><v>5</v></c>', { formats: [format] })).toEqual({
        kind: "number",
        text: "5",
      });
    },
  );

  test("days count from 1904 where the workbook says so", async () => {
    const workbook =
      '<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>';
    const cell = await cellOf('<c s="1"><v>43904</v></c>', { formats: [14], workbook });
    expect(cell).toEqual({ kind: "date", text: "2024-03-15" });
  });
});

test("many shared strings are found in any order", async () => {
  const total = 20_000;
  function* strings() {
    for (let at = 0; at < total; at++)
      yield `<si><t>s${at}${at % 1000 === 0 ? "x".repeat(100_000) : ""}</t></si>`;
  }
  const order = Array.from({ length: total }, (_, at) => (at * 7919) % total);
  function* sheet() {
    yield HEADER;
    for (const at of order) yield `<row><c t="s"><v>${at}</v></c></row>`;
  }
  const { rows } = await readAll(workbook({ sheet: sheet(), strings: strings() }));
  expect(texts(rows).map(([text]) => text?.slice(0, 7).replace(/x+$/, ""))).toEqual(
    order.map((at) => `s${at}`),
  );
});

test("a file is read in place, and nothing stays open or on disk", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "spreadsheets-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "table");
  writeFileSync(file, await join(workbook({ sheet: `${HEADER}<row><c><v>1</v></c></row>`, strings: "" })));
  expect(texts((await readAll(file)).rows)).toEqual([["1"]]);
  const table = await readTable(file);
  await table.close();
  expect(await table.rows.next()).toEqual({ done: true, value: undefined });
  writeFileSync(file, "a;b\n1;2");
  expect(texts((await readAll(file)).rows)).toEqual([["1", "2"]]);
  writeFileSync(file, '{"a":1}\n');
  expect(texts((await readAll(file)).rows)).toEqual([["1"]]);
});

test("surplus cells are a problem of the row, wherever they are", async () => {
  const sheet = `${HEADER}<row><c r="A2"><v>1</v></c><c r="XFD2"><v>2</v></c></row><row><c r="B3"/><c r="A3"><v>3</v></c></row>`;
  const { rows } = await readAll(inChunks(await join(workbook({ sheet })), 100));
  expect(texts(rows)).toEqual([["1"], ["3"]]);
  expect(rows.flatMap(problemsOf)).toEqual([{ code: "tooManyCells", row: 2 }]);
});
