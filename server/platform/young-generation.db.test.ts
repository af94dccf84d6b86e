// Holds decision 0089.

import v8 from "node:v8";
import { runInNewContext } from "node:vm";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { runtime } from "@/server/runtime/runtime";

const { db } = runtime().database;
const inShare = runtime().connectionOf({ tenant: "young generation", member: "test" });
const QUERIES = 100;
const ROWS_BYTES = 200_000;
const manyRows = sql`select repeat('a', 150) || n as text from generate_series(1, 1000) n`;

let collectYoung: () => void;

beforeAll(() => {
  v8.setFlagsFromString("--expose-gc");
  const gc: (options: { type: "minor" }) => void = runInNewContext("gc");
  v8.setFlagsFromString("--no-expose-gc");
  collectYoung = () => gc({ type: "minor" });
});

const oldBytes = () =>
  v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space")?.space_used_size ?? 0;

/** Bytes that move to the old generation in a number of rounds. */
async function moved(round: () => Promise<number>): Promise<number> {
  const before = oldBytes();
  for (let n = 0; n < QUERIES; n++) {
    await round();
    collectYoung();
  }
  return oldBytes() - before;
}

test.each([
  ["a query", async () => (await db.execute(manyRows)).length],
  ["a query in a share", async () => (await inShare.execute(manyRows)).length],
  ["a query of a transaction", () => db.transaction(async (tx) => (await tx.execute(manyRows)).length)],
])("the rows of %s do not outlive it in the old generation", async (_, round) => {
  await moved(round);
  expect(await moved(round)).toBeLessThan((QUERIES * ROWS_BYTES) / 10);
});
