import { expect, test } from "vitest";
import { problemsOf, readTable } from "../../index";
import { faultOf, readText, texts } from "../../testing/tables";

test("the keys of the first rows are the columns; values keep their kind", async () => {
  const { columns, rows } = await readText('{"id":"007","n":7}\r\n\n{"ok":true,"id":null,"n":0.5}');
  expect(columns).toEqual(["id", "n", "ok"]);
  expect(rows.map(({ number }) => number)).toEqual([1, 3]);
  expect(rows.map(({ cells }) => cells.map(({ kind, text }) => `${kind} ${text}`))).toEqual([
    ["text 007", "number 7", "empty "],
    ["empty ", "number 0.5", "boolean true"],
  ]);
});

test.each([
  ['{"a":12345678901234567890}', { code: "inexactNumber", row: 2, column: 1 }],
  ['{"a":[1]}', { code: "nestedValue", row: 2, column: 1 }],
  ['{"a":"x\\u0000"}', { code: "invalidCharacter", row: 2, column: 1 }],
  ['{"a":"\\ud800"}', { code: "invalidCharacter", row: 2, column: 1 }],
  ['{"a":1', { code: "invalidJson", row: 2 }],
  ["[1]", { code: "invalidJson", row: 2 }],
])("a damaged line is a problem with its place: %s", async (line, problem) => {
  const { rows } = await readText(`{"a":1}\n${line}\n{"a":2}`);
  expect(rows.flatMap(problemsOf)).toEqual([problem]);
  expect(texts(rows).at(-1)).toEqual(["2"]);
});

test("a key that the first rows do not have is a problem of its row", async () => {
  const { columns, rows } = await readText(`${'{"a":1}\n'.repeat(100)}{"b":2}`);
  expect(columns).toEqual(["a"]);
  expect(rows.flatMap(problemsOf)).toEqual([{ code: "unknownColumn", row: 101 }]);
});

test("rows that add columns are few and short: reading them stops at too many names, and after 1 MiB", async () => {
  let read = 0;
  async function* lines(line: (n: number) => string) {
    for (let n = 0; n < 100; n++) {
      read++;
      yield Buffer.from(`${line(n)}\n`);
    }
  }
  const names = (n: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`${n}-${at}`, 1])));
  expect(await faultOf(readTable(lines(names)))).toEqual({ code: "tooManyColumns" });
  expect(read).toBeLessThan(20);
  read = 0;
  const table = await readTable(lines(() => `{"a":"${"x".repeat(600_000)}"}`));
  expect(read).toBeLessThan(20);
  await table.close();
});

test("a value that is nested too deeply makes its row invalid, and no other", async () => {
  const deep = `${"[".repeat(8_000)}${"]".repeat(8_000)}`;
  const { rows } = await readText(`{"a":"x"}\n{"a":${deep}}\n{"a":"y"}`);
  expect(rows.map(({ problem }) => problem)).toEqual([undefined, "invalidJson", undefined]);
});

test("any key may be a column, and invalid ones are a fault", async () => {
  expect((await readText('{"__proto__":"x","constructor":"y"}')).columns).toEqual([
    "__proto__",
    "constructor",
  ]);
  expect(await faultOf(readText('{"":1}'))).toEqual({ code: "emptyColumnName", column: 1, name: "" });
  expect(await faultOf(readText("{}\n{}"))).toEqual({ code: "noHeader" });
  expect(await faultOf(readText("[]\n", { format: "jsonl" }))).toEqual({ code: "noHeader" });
  const long = `{"a":"${"x".repeat(9 * 1024 * 1024)}`;
  expect(await faultOf(readText(long))).toEqual({ code: "rowTooLong", row: 1 });
});
