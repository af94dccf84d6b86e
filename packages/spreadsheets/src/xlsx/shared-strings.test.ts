import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { faultOf, join } from "../../testing/tables";
import { workbook } from "../../testing/workbook";
import { openScratch } from "../source";
import { openArchive } from "./archive";
import { readSharedStrings } from "./shared-strings";

/** Reads shared strings of which the table may have 1,000 elements, and returns the last one. */
async function lastOf(strings: string[]) {
  const scratch = await openScratch();
  const file = path.join(scratch.folder, "workbook");
  await writeFile(file, await join(workbook({ sheet: "", strings })));
  const archive = await openArchive(file);
  try {
    const shared = await readSharedStrings(archive, "xl/sharedStrings.xml", scratch, 1_000);
    const last = shared.get(strings.length - 1);
    shared.close();
    return last;
  } finally {
    archive.close();
    await scratch.remove();
  }
}

const many = (text: string, count: number) => Array.from({ length: count }, () => text);

test.each([
  ["plain", many("<si><t>x</t></si>", 501)],
  ["empty", many("<si/>", 1_001)],
  ["of many parts", [`<si>${"<r><t>x</t></r>".repeat(501)}</si>`]],
])("shared strings beyond the number of elements are refused: %s", async (_, strings) => {
  expect(await faultOf(lastOf(strings))).toMatchObject({ code: "zipBomb" });
});

test("shared strings within the number of elements are read", async () => {
  expect(await lastOf(many("<si><t>x</t></si>", 499))).toBe("x");
});
