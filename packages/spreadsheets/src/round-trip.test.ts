import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Format, type Value, writeTable } from "../index";
import { faultOf, inChunks, join, readAll } from "../testing/tables";

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

  test("cells of 1 MiB are read as they were written", async () => {
    const rows = [["a".repeat(1024 * 1024), "ü\r\n'=".repeat(100_000)]];
    const table = await readAll(writeTable(format, ["a", "b"], rows));
    expect(table.rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual(rows);
  });

  test.each(["a\0", "\uD800", "\uDC00x", Number.NaN, Number.POSITIVE_INFINITY, "x".repeat(1024 * 1024 + 1)])(
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

test("CSV protects what would be evaluated, and other formats hold it as it is", async () => {
  const rows = [["=1+1", "'=1", "it's", "+49", "＝x"]];
  const columns = ["a", "b", "c", "d", "e"];
  const csv = (await join(writeTable("csv", columns, rows))).toString();
  expect(csv).toBe(`\uFEFF"a","b","c","d","e"\r\n"'=1+1","''=1","it's","'+49","'＝x"\r\n`);
  const lines = (await join(writeTable("jsonl", ["a"], [["=1+1"]]))).toString();
  expect(lines).toBe('{"a":"=1+1"}\n');
});
