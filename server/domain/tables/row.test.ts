import { type Format, isStorable, type Row, readTable, writeTable } from "@assay/spreadsheets";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue, VerificationInfo } from "@/db/json";
import { described, NO_DESCRIPTION } from "@/server/domain/shared/describable";
import { changeFrom, keyOf } from "./change";
import { type Column, columnOf, readColumns, type TableKind } from "./columns";
import { columnsOf, rowOf, type Thing } from "./row";

// Holds decision 0048.

const FORMATS: Format[] = ["csv", "xlsx", "jsonl"];
const KINDS: TableKind[] = ["items", "groups"];

const words = [
  "",
  " ",
  " a ",
  "007",
  "4006381333931",
  "1E+05",
  "1e-10",
  "=1+1",
  "'=1",
  '=HYPERLINK("x")',
  '""',
  '"quoted"',
  '"',
  "a\r\nb",
  "true",
  "null",
  "{}",
  "[1]",
  "😀",
  "שלום",
  "_x0041_",
  "\u0001",
  "\uFEFF",
  "ｘ＝",
];
// No item has a text that the database cannot store.
const anyText = (maxLength?: number) =>
  fc.string({ unit: "binary", ...(maxLength === undefined ? {} : { maxLength }) }).filter(isStorable);
const text = fc.oneof(
  fc.constantFrom(...words),
  fc.string({ unit: "grapheme" }).filter(isStorable),
  anyText(),
);
const name = fc.oneof(
  fc.constantFrom(
    ...words,
    ..."a b colour weight:number x:json x:boolean:json :json __proto__ constructor i18n a.b.c".split(" "),
    "a ",
    "k".repeat(201),
  ),
  anyText(5),
);
const scalar: fc.Arbitrary<JsonValue> = fc.oneof(
  text,
  fc.constantFrom(0, 1.5, 0.1 + 0.2, 1e21, 1e-10, 1.5e-7, 2 ** 53, 2 ** 70, Number.MAX_VALUE),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0 || 0),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom<JsonValue>([], {}, { a: [null, { b: "=" }] }),
);
const data = fc
  .array(fc.tuple(name, scalar), { maxLength: 8 })
  .map((fields): JsonObject => Object.fromEntries(fields));
const infos = fc.array(
  fc.constantFrom<VerificationInfo>(
    { label: "Colour", value: "red", pos: 1 },
    { label: "Colour", value: ["a\nb", ""] },
    { key: "k", visible: "producer" },
    {},
  ),
  { maxLength: 3 },
);
const thing = fc.record({
  key: text.filter((text) => text !== ""),
  group: fc.option(text.filter((text) => text !== "")),
  title: fc.option(text),
  image: fc.option(text),
  data,
  verificationinfos: infos,
  facts: fc.constant({ scans: 3, invalidated: true, created: "2026-01-02T03:04:05.006Z" }),
});

async function written(kind: TableKind, format: Format, things: Thing[], columns: Column[]) {
  const bytes = writeTable(
    format,
    columns.map(({ header }) => header),
    things.map((thing) => rowOf(thing, columns)),
  );
  const table = await readTable(bytes, { format });
  const rows: Row[] = [];
  for await (const row of table.rows) rows.push(row);
  const read = readColumns(kind, table.columns);
  expect(read).toMatchObject({ unknown: [], duplicates: [] });
  return { columns: read.columns, rows };
}

const wanted = (kind: TableKind, { key, group, ...thing }: Thing) => ({
  ...described(NO_DESCRIPTION, thing),
  key,
  group: kind === "items" ? (group ?? null) : undefined,
});

describe.each(FORMATS)("%s", (format) => {
  test.each(KINDS)("every table of %s is read as it was written", async (kind) => {
    const limits = fc.record({ maxColumns: fc.constantFrom(14, 200), isSample: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(thing, { minLength: 1, maxLength: 5 }), limits, async (things, limits) => {
        // Columns of a sample hold the fields of further things, too.
        const sample = limits.isSample ? things.slice(1) : things;
        const file = await written(kind, format, things, columnsOf(kind, sample, limits));
        for (const [at, thing] of things.entries()) {
          const cells = file.rows[at]?.cells ?? [];
          expect(file.rows[at]?.problem).toBeUndefined();
          expect(keyOf(cells, file.columns)).toBe(thing.key);
          const read = changeFrom(kind, cells, file.columns);
          if (!("change" in read)) throw new Error(JSON.stringify(read));
          const { key, group, ...change } = read.change;
          expect({ ...described(NO_DESCRIPTION, change), key, group }).toEqual(wanted(kind, thing));
          // A row changes nothing of the thing that it was made of.
          const again = changeFrom(kind, cells, file.columns, { before: thing });
          expect(again).toEqual(read);
        }
      }),
      { numRuns: 100 },
    );
  });

  const isSheet = format === "xlsx";

  test(`a text of ${isSheet ? "32,767 characters" : "a mebibyte"} is read as it was written, a longer one is a fault of its row`, async () => {
    const thing = {
      key: "1",
      group: null,
      ...NO_DESCRIPTION,
      title: "ü".repeat(isSheet ? 32_767 : 512 * 1024),
    };
    const longer = { ...thing, title: `${thing.title}x` };
    const { rows, columns } = await written("items", format, [thing, longer], columnsOf("items", [thing]));
    const [read, refused] = rows.map(({ cells }) => changeFrom("items", cells, columns));
    expect(read).toMatchObject({ change: { title: thing.title } });
    const reason = isSheet ? "formulaError" : "cellTooLong";
    expect(refused).toMatchObject({ faults: [{ column: "title", reason }] });
  });
});

const textCells = (...texts: string[]) =>
  texts.map((text) => ({ kind: text === "" ? ("empty" as const) : ("text" as const), text }));

const read = (row: Record<string, string>, before?: Pick<Thing, "data" | "verificationinfos">) =>
  changeFrom("items", textCells(...Object.values(row)), readColumns("items", Object.keys(row)).columns, {
    before,
  });

test("columns are named by their values", () => {
  const data = { colour: "red", weight: 1.5, sold: true, parts: [1], mixed: 1 };
  const things = [data, { mixed: "a", "a:json": "x" }].map((data) => ({ key: "1", ...NO_DESCRIPTION, data }));
  expect(columnsOf("items", things).map(({ header }) => header)).toEqual(
    "identifier title image group data.a:json:json data.colour data.mixed:json data.parts:json data.sold:boolean data.weight:number verificationinfos invalidated scans fakes created updated".split(
      " ",
    ),
  );
  expect(columnOf("groups", "identifier")).toBeUndefined();
  expect(columnOf("items", " Title ")).toMatchObject({ of: "title" });
});

test("unknown headers and those of one column are named", () => {
  expect(
    readColumns("items", ["identifier", "price", "data.a", "data.a:number", "Identifier"]),
  ).toMatchObject({
    unknown: ["price"],
    duplicates: ["data.a:number", "Identifier"],
  });
});

test("without a column a field is kept, an empty cell removes it", () => {
  const before = { data: { colour: "red", size: "M" }, verificationinfos: [] };
  expect(read({ identifier: "1", title: "", "data.colour": "" }, before)).toEqual({
    change: { key: "1", title: null, data: { size: "M" } },
  });
  expect(read({ identifier: "1", "data.colour": '""' }, before)).toMatchObject({
    change: { data: { colour: "", size: "M" } },
  });
});

test("the values of a label are lines, and a title has languages", () => {
  const before = {
    data: { i18n: { de_DE: { title: "Alt", other: "x" }, fr: { title: "Vieux" } } },
    verificationinfos: [
      { label: "Colour", value: "red", pos: 2 },
      { label: "Origin", value: "DE" },
    ],
  };
  const row = {
    identifier: "1",
    "info.Colour": "red\nblue",
    "info.Origin": "",
    "info.Size": "M",
    "title.de-DE": "Neu",
    "title.fr": "",
  };
  expect(read(row, before)).toEqual({
    change: {
      key: "1",
      data: { i18n: { de_DE: { title: "Neu", other: "x" } } },
      verificationinfos: [
        { label: "Colour", value: ["red", "blue"], pos: 2 },
        { label: "Size", value: "M" },
      ],
    },
  });
});

test("cells that cannot be read are named with column, text and reason", () => {
  const row = {
    identifier: "",
    "data.a:number": "1,5",
    "data.b:boolean": "yes",
    "data.c:json": "{",
    "data.d": "x",
    "data:json": '{"d":"y"}',
    verificationinfos: '[{"label":1}]',
  };
  expect(read(row)).toEqual({
    faults: [
      { column: "identifier", value: "", reason: "missing" },
      { column: "data.a:number", value: "1,5", reason: "notANumber" },
      { column: "data.b:boolean", value: "yes", reason: "notABoolean" },
      { column: "data.c:json", value: "{", reason: "invalidJson" },
      { column: "data.d", value: "x", reason: "fieldTwice" },
      {
        column: "verificationinfos",
        value: '[{"label":1}]',
        reason: "refused",
        detail: "0 label Invalid input: expected string, received number",
      },
    ],
  });
});
