import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { importRows } from "@/db/schema/imports";
import { runningJobs } from "@/server/background/run-jobs";
import { runPass } from "@/server/loops/pass";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newProducer } from "@/server/testing/factories";
import { correctRow, requestCheck, requestImport } from "./change";
import { countRefused, ownedImport } from "./read";
import { stageImport } from "./stage";

// Holds decision 0051.

const { database } = runtime();
const { db } = database;

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

test("refused and corrected rows are counted as they change, so that reading an import counts none", async () => {
  const ctx = ctxOf(await newProducer());
  const lines = ["7", "no", "never", "8"].map((number) => `${newId()},${number}`);
  const { id } = await stageImport(
    ctx,
    database.copyClient,
    { kind: "items", name: "f.csv" },
    bytesOf(`identifier,data.n:number\n${lines.join("\n")}\n`),
  );
  const counts = async () => {
    const of = await ownedImport(ctx, id);
    const refused = and(eq(importRows.importId, id), eq(importRows.outcome, "refused"));
    expect(of.refused).toBe(await db.$count(importRows, refused));
    expect(of.corrected).toBe(await db.$count(importRows, and(refused, eq(importRows.corrected, true))));
    return countRefused(ctx, of);
  };
  expect(await counts()).toEqual({ refused: 0, corrected: 0 });
  await requestCheck(ctx, { importId: id });
  expect(await counts()).toEqual({ refused: 2, corrected: 0 });
  for (const text of ["5", "6"]) await correctRow(ctx, { id, row: 3, cells: [{ column: 1, text }] });
  expect(await counts()).toEqual({ refused: 2, corrected: 1 });
  await requestImport(ctx, { importId: id });
  await runPass(runningJobs(), database);
  expect(await counts()).toEqual({ refused: 1, corrected: 0 });
});
