import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { problemsOf } from "../../index";
import { faultOf, inChunks, readAll, readText, texts } from "../../testing/tables";

test("quotes may hold delimiters, quotes and line breaks; all line endings are read", async () => {
  const { columns, rows } = await readText('id,name\r\n1,"a, ""b""\r\nc"\n2,plain\r3,"x"');
  expect(columns).toEqual(["id", "name"]);
  expect(texts(rows)).toEqual([
    ["1", 'a, "b"\r\nc'],
    ["2", "plain"],
    ["3", "x"],
  ]);
  expect(rows.map(({ number }) => number)).toEqual([2, 3, 4]);
});

test("quotes inside of a text without quotes are text", async () => {
  expect(texts((await readText('size\n12" pipe\n"a"b')).rows)).toEqual([['12" pipe'], ['"a"b']]);
});

test.each([",", ";", "\t", "|"])(
  "the delimiter %j is recognised, also beside others and in quotes",
  async (mark) => {
    const text = `id${mark}"a,b;c|d"\n1${mark}1,5\n2${mark}"x;y;z"\n3${mark}"multi\nline"`;
    const { columns, rows } = await readText(text);
    expect(columns).toEqual(["id", "a,b;c|d"]);
    expect(texts(rows)).toEqual([
      ["1", mark === "," ? "1" : "1,5"],
      ["2", "x;y;z"],
      ["3", "multi\nline"],
    ]);
    expect(rows[0]?.problem).toBe(mark === "," ? "tooManyCells" : undefined);
  },
);

test("a comma in all names and texts is no delimiter beside a semicolon; without delimiters there is one column", async () => {
  expect((await readText("Name, Vorname;Alter\nMüller, Jan;5\n")).columns).toEqual([
    "Name, Vorname",
    "Alter",
  ]);
  expect((await readText("id\n1\n2\n")).columns).toEqual(["id"]);
});

test("a sep= line names the delimiter and does not count as a row", async () => {
  const { columns, rows } = await readText("sep=;\r\na,b;c\r\n1;2");
  expect(columns).toEqual(["a,b", "c"]);
  expect(rows).toMatchObject([{ number: 2, cells: [{ text: "1" }, { text: "2" }] }]);
});

test("blank rows are skipped and counted; short rows end with empty cells; long rows are a problem", async () => {
  const { columns, rows } = await readText("\n\na,b,,\n1\n\n,,\n1,2,,\n1,2,3\n");
  expect(columns).toEqual(["a", "b"]);
  expect(texts(rows)).toEqual([
    ["1", ""],
    ["1", "2"],
    ["1", "2"],
  ]);
  expect(rows.map(({ number }) => number)).toEqual([4, 7, 8]);
  expect(rows.flatMap(problemsOf)).toEqual([{ code: "tooManyCells", row: 8 }]);
});

describe("encodings", () => {
  const text = "Größe;Preis\r\nübergroß;5 €\r\n😀;שלום";
  const utf16be = Buffer.from(`\uFEFF${text}`, "utf16le").swap16();
  test.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a mark", Buffer.from(`\uFEFF${text}`)],
    ["UTF-16 LE", Buffer.from(`\uFEFF${text}`, "utf16le")],
    ["UTF-16 BE", utf16be],
  ])("%s is read, in chunks of any size", async (_, bytes) => {
    for (const size of [1, 3, 8192]) {
      const { columns, rows } = await readAll(inChunks(bytes, size));
      expect(columns).toEqual(["Größe", "Preis"]);
      expect(texts(rows)).toEqual([
        ["übergroß", "5 €"],
        ["😀", "שלום"],
      ]);
    }
  });

  test("Windows-1252 is read where bytes are not valid UTF-8, even late", async () => {
    const ascii = "a;b\r\n".padEnd(300_000, "x;y\r\n");
    for (const start of ["a;b\r\n", ascii]) {
      const { rows } = await readAll(
        inChunks(iconv.encode(`${start}Größe;5 €\r\nx;é`, "windows-1252"), 1000),
      );
      expect(texts(rows).slice(-2)).toEqual([
        ["Größe", "5 €"],
        ["x", "é"],
      ]);
    }
  });

  test("bytes that contradict the start are a fault with the row", async () => {
    const start = "a,b\n".padEnd(100_000, "ü,y\n");
    const bytes = Buffer.concat([Buffer.from(start), Buffer.from([0xfc, 0x2c, 0x0a])]);
    expect(await faultOf(readAll(inChunks(bytes, 5000)))).toMatchObject({
      code: "invalidEncoding",
      row: expect.any(Number),
    });
    expect(
      await faultOf(readAll(inChunks(Buffer.from([0xff, 0xfe, 0x41, 0x00, 0x00, 0xd8, 0x41, 0x00])))),
    ).toMatchObject({ code: "invalidEncoding" });
  });
});

test.each([
  ["4.00638E+12", "scientificNotation"],
  ["4,00638E+12", "scientificNotation"],
  ["-1E-05", "scientificNotation"],
  ["1E5", undefined],
  ["12E+05", undefined],
  ["a\0b", "invalidCharacter"],
  ["x".repeat(1024 * 1024), undefined],
  ["x".repeat(1024 * 1024 + 1), "cellTooLong"],
  ["ü".repeat(512 * 1024 + 1), "cellTooLong"],
])("a damaged text is a problem of its cell: %.20s", async (text, code) => {
  const { rows } = await readText(`id,b\n7,"${text}"`);
  expect(rows[0]?.cells[1]).toEqual({ kind: "text", text, ...(code && { problem: code }) });
  expect(rows.flatMap(problemsOf)).toEqual(code ? [{ code, row: 2, column: 2 }] : []);
});

test.each([
  ["", { code: "noHeader" }],
  ["\n \n".trim(), { code: "noHeader" }],
  [",,\n\n", { code: "noHeader" }],
  ["a,,c", { code: "emptyColumnName", row: 1, column: 2, name: "" }],
  ["\na, a ", { code: "duplicateColumn", row: 2, column: 2, name: "a" }],
  [Array.from({ length: 201 }, (_, at) => `c${at}`).join(","), { code: "tooManyColumns", row: 1 }],
  [`a,${"x".repeat(1_001)}`, { code: "longColumnName", row: 1, column: 2 }],
  ["a\0,b", { code: "notASpreadsheet" }],
  ["<html><table><tr><td>1", { code: "notASpreadsheet" }],
  ['a,b\n1,2\n3,"4\n5,6', { code: "unclosedQuote", row: 3 }],
  [`a,b\n1,2\n3,"${"x\n".repeat(4.5 * 1024 * 1024)}`, { code: "rowTooLong", row: 3 }],
])("an unreadable file is a fault with its place: %.20j", async (text, fault) => {
  expect(await faultOf(readText(text))).toEqual(fault);
});

test("200 columns are read", async () => {
  const names = Array.from({ length: 200 }, (_, at) => `c${at}`);
  expect((await readText(names.join(";"))).columns).toEqual(names);
});

test("a row of millions of empty cells is a row, and a value among them a problem", async () => {
  const commas = ",".repeat(2_000_000);
  const { rows } = await readText(`a,b\n1,2${commas}\n1,2${commas}x\n`);
  expect(texts(rows)).toEqual([
    ["1", "2"],
    ["1", "2"],
  ]);
  expect(rows.flatMap(problemsOf)).toEqual([{ code: "tooManyCells", row: 3 }]);
});
