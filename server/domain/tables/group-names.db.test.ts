import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { groups } from "@/db/schema/groups";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newGroup, newProducer } from "@/server/testing/factories";
import { rowsRead, switchAutovacuumOff } from "@/server/testing/hot-item";
import { findNamedGroups, type NamedGroup } from "./group-names";

// Holds decision 0036.

const { db } = runtime().database;

test("a title that thousands of groups have is found ambiguous, and few of them are read", async () => {
  await switchAutovacuumOff("groups");
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  await db.execute(sql`insert into ${groups} (id, producer_id, title, created_at, updated_at)
    select gen_random_uuid(), ${producer.producerId}::uuid, 'Twins', now(), now() from generate_series(1, 5000)`);
  const [single, other] = [
    await newGroup(producer, { title: "Single" }),
    await newGroup(producer, { title: "" }),
  ];
  const foreign = await newGroup(await newProducer(), { title: "Foreign" });
  const absent = newId();
  const names = ["Twins", "Single", other.toUpperCase(), "Foreign", foreign, "single", absent];
  for (const lock of ["key share", "update"] as const) {
    const read = await rowsRead("groups", async (tx) => {
      expect(await findNamedGroups({ ...ctx, db: tx }, names, lock)).toEqual(
        new Map<string, NamedGroup>([
          ["Twins", "ambiguous"],
          ["Single", { id: single }],
          [other.toUpperCase(), { id: other }],
          ["Foreign", "unknown"],
          [foreign, "unknown"],
          ["single", "unknown"],
          [absent, "unknown"],
        ]),
      );
    });
    expect(read).toBeLessThanOrEqual(names.length);
  }
});
