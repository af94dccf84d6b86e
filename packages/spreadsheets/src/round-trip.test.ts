import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Format, type Value, writeTable } from "../index";
import { faultOf, inChunks, join, readAll } from "../testing/tables";
import { writeXlsx } from "./xlsx/write";

const FORMATS: Format[] = ["csv", "xlsx", "jsonl"];

const awkward = fc.constantFrom(
  ..."= + - @ \t \r \n \r\n ' '' '= ''+1 ＝1 ＋ － ＠ \" , ; | 0 007 4006381333931 12345678901234567890 1E5".split(
    " ",
  ),
  ..."_x0041_ _x005F_ _xD83D_ \u0001 \u001F \uFFFE \uFFFF \uFEFF \u2028 😀 שלום مرحبا <b>&amp; ]]> {} [] true null".split(
    " ",
  ),
  " ",
  "  a ",
  '=HYPERLINK("x")',
);
const text = fc
  .array(fc.oneof(awkward, fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" })), { maxLength: 4 })
  .map((parts) => parts.join("").replaceAll("\0", ""));
const number = fc.oneof(fc.maxSafeInteger(), fc.constantFrom(0, -1, 0.1, 1e-7, 1234.5));
const value: fc.Arbitrary<Value> = fc.oneof(
  { weight: 5, arbitrary: text },
  number,
  fc.boolean(),
  fc.constant(null),
);

/** A cell as it must be read: CSV holds texts only. */
function expected(format: Format, value: Value | undefined) {
  if (value === null || value === undefined || value === "") return { kind: "empty", text: "" };
  return {
    kind: format === "csv" ? "text" : typeof value === "string" ? "text" : typeof value,
    text: String(value),
  };
}

describe.each(FORMATS)("%s", (format) => {
  test("every table is read as it was written", async () => {
    const columns = ["id", "=name", " b".trim(), "_x0041_"];
    const rows = fc.array(fc.array(value, { minLength: 1, maxLength: columns.length }), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 2000 }), async (rows, size) => {
        const marked = rows.map((row, at) => [`r${at}`, ...row.slice(1)]);
        const bytes = await join(writeTable(format, columns, marked));
        const table = await readAll(inChunks(bytes, size));
        expect(table.columns).toEqual(columns);
        const cells = table.rows.map((row) => row.cells.map(({ kind, text }) => ({ kind, text })));
        expect(cells).toEqual(marked.map((row) => columns.map((_, at) => expected(format, row[at]))));
        const first = format === "jsonl" ? 1 : 2;
        expect(table.rows.map(({ number }) => number)).toEqual(marked.map((_, at) => at + first));
        expect(table.rows.map(({ problem }) => problem)).toEqual(marked.map(() => undefined));
      }),
      { numRuns: 300 },
    );
  });

  const isSheet = format === "xlsx";
  const longest = isSheet ? 32_767 : 1024 * 1024;

  test(`texts of ${longest} characters are read as they were written, longer ones are a problem`, async () => {
    const rows = [
      ["a".repeat(longest), "ü\r\n'=".repeat(longest / 12)],
      ["b", "a".repeat(longest + 1)],
    ];
    const table = await readAll(writeTable(format, ["a", "b"], rows));
    const [fitting, longer] = table.rows.map(({ cells }) => cells);
    expect(fitting?.map(({ text }) => text)).toEqual(rows[0]);
    expect(longer?.[0]).toEqual({ kind: "text", text: "b" });
    expect(longer?.[1]).toEqual(
      isSheet
        ? { kind: "error", text: "#N/A", problem: "formulaError" }
        : { kind: "text", text: rows[1]?.[1], problem: "cellTooLong" },
    );
  });

  test.each(["a\0", "\uD800", "\uDC00x", Number.NaN, Number.POSITIVE_INFINITY])(
    "a value that no format can hold is refused with its place: %.10j",
    async (value) => {
      const written = join(
        writeTable(
          format,
          ["a", "b"],
          [
            ["1", "2"],
            ["3", value],
          ],
        ),
      );
      const row = format === "jsonl" ? 2 : 3;
      expect(await faultOf(written)).toEqual({ code: "invalidValue", row, column: 2, name: "b" });
    },
  );

  test("invalid columns and long rows are refused", async () => {
    expect(() => writeTable(format, [], [])).toThrow(expect.objectContaining({ code: "noHeader" }));
    expect(() => writeTable(format, ["a", "a"], [])).toThrow(
      expect.objectContaining({ code: "duplicateColumn" }),
    );
    expect(() => writeTable(format, ["a\0"], [])).toThrow(expect.objectContaining({ code: "invalidValue" }));
    expect(await faultOf(join(writeTable(format, ["a"], [["1", "2"]])))).toMatchObject({
      code: "tooManyCells",
    });
  });

  test("rows are drawn as bytes are read, and released when reading stops", async () => {
    let drawn = 0;
    let isReleased = false;
    async function* rows() {
      try {
        for (;;) yield [String(drawn++), Math.random()];
      } finally {
        isReleased = true;
      }
    }
    for await (const chunk of writeTable(format, ["a", "b"], rows())) if (chunk.length > 0) break;
    expect(drawn).toBeLessThan(50_000);
    await expect.poll(() => isReleased).toBe(true);
  });
});

test("rows beyond a sheet follow in further sheets, each with the header", async () => {
  async function* rows() {
    for (const n of [1, 2, 3, 4, 5]) yield [`row ${n}`, n];
  }
  const workbook = await join(writeXlsx(["name", "n"], rows(), "items", 3));
  const read = async (sheet?: string) => {
    const { columns, rows } = await readAll(inChunks(workbook), sheet === undefined ? {} : { sheet });
    return [columns, ...rows.map(({ cells }) => cells.map(({ text }) => text))];
  };
  const header = ["name", "n"];
  expect(await read()).toEqual([header, ["row 1", "1"], ["row 2", "2"]]);
  expect(await read("items")).toEqual(await read());
  expect(await read("items_2")).toEqual([header, ["row 3", "3"], ["row 4", "4"]]);
  expect(await read("items_3")).toEqual([header, ["row 5", "5"]]);
  expect(await faultOf(read("items_4"))).toMatchObject({ code: "noSheet" });
});

test("CSV protects what would be evaluated, and other formats hold it as it is", async () => {
  const rows = [["=1+1", "'=1", "it's", "+49", "＝x"]];
  const columns = ["a", "b", "c", "d", "e"];
  const csv = (await join(writeTable("csv", columns, rows))).toString();
  expect(csv).toBe(`\uFEFF"a","b","c","d","e"\r\n"'=1+1","''=1","it's","'+49","'＝x"\r\n`);
  const lines = (await join(writeTable("jsonl", ["a"], [["=1+1"]]))).toString();
  expect(lines).toBe('{"a":"=1+1"}\n');
});
