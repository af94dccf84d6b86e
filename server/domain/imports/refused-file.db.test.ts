import { readTable } from "@assay/spreadsheets";
import { expect, test } from "vitest";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newProducer } from "@/server/testing/factories";
import { requestImport } from "./change";
import { refusedFile } from "./refused-file";
import { stageImport } from "./stage";

const { copyClient } = runtime().database;

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

test("the refused rows of a file with 200 columns are written with their reasons", async () => {
  const ctx = ctxOf(await newProducer());
  const headers = ["identifier", ...Array.from({ length: 199 }, (_, n) => `data.c${n}:number`)];
  const file = bytesOf(`${headers.join(",")}\nx1,none\n`);
  const { id } = await stageImport(ctx, copyClient, { kind: "items", name: "" }, file);
  await requestImport(ctx, { importId: id });
  const texts = [];
  for await (const chunk of await refusedFile(ctx, id, "jsonl")) texts.push(Buffer.from(chunk).toString());
  const row = Object.values<unknown>(JSON.parse(texts.join("")));
  expect([row.length, row[0], row[200]]).toEqual([201, "x1", "data.c0:number: none: notANumber"]);
  await expect(readTable(await refusedFile(ctx, id, "csv"))).rejects.toMatchObject({
    code: "tooManyColumns",
  });
});
