import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newProducer } from "@/server/testing/factories";
import { rowsRead, switchAutovacuumOff } from "@/server/testing/hot-item";
import { checkRows } from "./batches";
import { ownedImport } from "./read";
import { rowsAfter } from "./rows";
import { stageImport } from "./stage";

// Holds decision 0036.

const { db, ...database } = runtime().database;
const ROWS = 100;

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

test("rows of an import are looked up one by one among many identifiers without statistics", async () => {
  await switchAutovacuumOff("identifiers", "items");
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const mark = newId();
  await db.execute(sql`insert into identifiers (identifier, producer_id)
    select ${mark} || ' ' || n, ${producer.producerId}::uuid from generate_series(1, 20000) n`);
  const lines = Array.from({ length: ROWS }, (_, n) => `${mark}-new-${n}`);
  const staged = await stageImport(
    ctx,
    database.copyClient,
    { kind: "items", name: "file.csv" },
    bytesOf(`identifier\n${lines.join("\n")}\n`),
  );
  const of = await ownedImport(ctx, staged.id);
  const { rows } = await rowsAfter(ctx, of, { after: 0, limit: ROWS });
  for (const table of ["identifiers", "items"]) {
    const read = await rowsRead(table, (tx) => checkRows({ ...ctx, db: tx }, of, rows));
    expect(read, table).toBeLessThanOrEqual(ROWS);
  }
});
