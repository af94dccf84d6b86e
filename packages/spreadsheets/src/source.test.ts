import { expect, test } from "vitest";
import { readTable, writeTable } from "../index";
import { faultOf, inChunks, join, readAll, readText } from "../testing/tables";

test("an error of the source reaches the caller as it is, and ends a written table", async () => {
  async function* failing() {
    yield Buffer.from("a,b\n1,2\n".repeat(20_000));
    throw new TypeError("Connection lost");
  }
  await expect(readAll(failing())).rejects.toThrow(new TypeError("Connection lost"));
  await expect(join(writeTable("xlsx", ["a"], rowsThenError()))).rejects.toThrow("Query failed");
});

async function* rowsThenError() {
  yield ["1"];
  throw new Error("Query failed");
}

test("a source is released when its rows are not read to the end", async () => {
  for (const start of ["a,b\n1,2\n", '{"a":1}\n']) {
    let isReleased = false;
    async function* endless() {
      try {
        for (;;) yield Buffer.from(start.padEnd(8192, start));
      } finally {
        isReleased = true;
      }
    }
    const table = await readTable(endless());
    await table.close();
    await expect.poll(() => isReleased).toBe(true);
  }
});

test("the format follows the content unless it is named", async () => {
  expect((await readText('\uFEFF{"a":1}')).columns).toEqual(["a"]);
  expect((await readText('{"a":1}', { format: "csv" })).columns).toEqual(['{"a":1}']);
  expect(await faultOf(readTable(inChunks(Buffer.from("a,b")), { format: "xlsx" }))).toEqual({
    code: "damagedFile",
  });
});
