import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { importRows } from "@/db/schema/imports";
import { only } from "@/server/data/only";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newProducer } from "@/server/testing/factories";
import { stageImport } from "./stage";

const { db, copyClient } = runtime().database;

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

test("the room of imports counts what rows take, empty cells too", async () => {
  const ctx = ctxOf(await newProducer());
  const headers = ["identifier", ...Array.from({ length: 199 }, (_, n) => `c${n}`)];
  const text = `${headers.join(",")}\n${"é\n".repeat(300)}`;
  const { id, bytes } = await stageImport(ctx, copyClient, { kind: "items", name: "" }, bytesOf(text));
  const stored = await db
    .select({ bytes: sql<number>`sum(pg_column_size(${importRows}.*))::float8` })
    .from(importRows)
    .where(eq(importRows.importId, id));
  expect(bytes).toBeGreaterThanOrEqual(only(stored).bytes);
});
