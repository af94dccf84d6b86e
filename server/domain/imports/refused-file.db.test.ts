import { randomBytes } from "node:crypto";
import { readTable } from "@assay/spreadsheets";
import { and, eq, gt, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { importRows } from "@/db/schema/imports";
import type { Ctx } from "@/server/core/ctx";
import { MAX_PAGE_BYTES } from "@/server/data/weight";
import type { NewProducer } from "@/server/domain/producers/create";
import { runtime } from "@/server/runtime/runtime";
import { get } from "@/server/testing/api";
import { callProcedure, newSignedIn } from "@/server/testing/dashboard";
import { ctxOf, newProducer } from "@/server/testing/factories";
import { requestImport, setImport } from "./change";
import { refusedFile } from "./refused-file";
import { stageImport } from "./stage";

const { copyClient, db } = runtime().database;

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

const HEAVY_BYTES = 3 * 1024 ** 2;
const HEAVY_ROWS = Array.from({ length: 10 }, (_, n) => n + 2);

/** An import with ten refused rows; one of them fits into a page. */
async function importHeavyRows(ctx: Ctx) {
  const lines = HEAVY_ROWS.map((number) => `x${number},none`);
  const file = bytesOf(`identifier,data.a:number\n${lines.join("\n")}\n`);
  const { id } = await stageImport(ctx, copyClient, { kind: "items", name: "" }, file);
  await requestImport(ctx, { importId: id });
  const text = randomBytes((HEAVY_BYTES * 3) / 4).toString("base64");
  await db
    .update(importRows)
    .set({ cells: sql`jsonb_set(${importRows.cells}, '{1}', to_jsonb(${text}::text))` })
    .where(eq(importRows.importId, id));
  return id;
}

const Page = z.object({
  entries: z.array(z.object({ number: z.number() })),
  nextCursor: z.number().nullable(),
});

/** The numbers of the refused rows of an import as the dashboard loads them, page by page. */
async function loadPages(producer: NewProducer, id: string) {
  const viewer = await newSignedIn([{ producer, role: "viewer" }]);
  const pages: number[][] = [];
  for (let cursor: number | null = 0; cursor !== null; ) {
    const { value } = await callProcedure("imports.refused", { id, cursor }, viewer);
    const page: z.output<typeof Page> = Page.parse(value);
    pages.push(page.entries.map(({ number }) => number));
    cursor = page.nextCursor;
  }
  return pages;
}

test("refused rows of any size are all listed, in pages that are small enough for memory", async () => {
  const producer = await newProducer();
  const id = await importHeavyRows(ctxOf(producer));
  expect(await loadPages(producer, id)).toEqual(HEAVY_ROWS.map((number) => [number]));
  expect((await get(`/imports/${id}/refused`, { token: producer.token })).body).toMatchObject(
    HEAVY_ROWS.map((row) => ({ row, faults: [{ reason: "notANumber" }] })),
  );
});

test("pages of refused rows are small enough for memory where each reason repeats a long header", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const headers = Array.from({ length: 199 }, () => randomBytes(740).toString("base64"));
  const numbers = Array.from({ length: 50 }, (_, at) => at + 2);
  const lines = numbers.map((number) => [`x${number}`, ...headers.map(() => "none")].join());
  const file = bytesOf(`identifier,${headers.join()}\n${lines.join("\n")}\n`);
  const { id } = await stageImport(ctx, copyClient, { kind: "items", name: "" }, file);
  const mapping = ["identifier", ...headers.map((_, at) => `data.${at}:number`)];
  await setImport(ctx, { id, mode: "both", mapping });
  await requestImport(ctx, { importId: id });
  const pages = await loadPages(producer, id);
  expect(pages.flat()).toEqual(numbers);
  const heaviest = Math.max(...pages.map(({ length }) => length)) * headers.join("").length;
  expect(heaviest).toBeLessThanOrEqual(MAX_PAGE_BYTES);
});

test("a file of large refused rows has all of them, and is read while it is sent", async () => {
  const ctx = ctxOf(await newProducer());
  const id = await importHeavyRows(ctx);
  const written = async (meanwhile?: () => Promise<unknown>) => {
    const texts: string[] = [];
    for await (const chunk of await refusedFile(ctx, id, "jsonl")) {
      if (texts.length === 0) await meanwhile?.();
      texts.push(Buffer.from(chunk).toString());
    }
    return [...texts.join("").matchAll(/"x(\d+)"/g)].map(([, number]) => Number(number));
  };
  expect(await written()).toEqual(HEAVY_ROWS);
  const removeLater = () =>
    db.delete(importRows).where(and(eq(importRows.importId, id), gt(importRows.number, 6)));
  expect(await written(async () => removeLater())).toEqual(HEAVY_ROWS.filter((number) => number <= 6));
});
