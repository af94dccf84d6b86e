import { randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { importRows } from "@/db/schema/imports";
import { jobs } from "@/db/schema/jobs";
import { runningJobs } from "@/server/background/run-jobs";
import type { Ctx } from "@/server/core/ctx";
import { deleteGroup } from "@/server/domain/groups/delete";
import { requestItemChange } from "@/server/domain/item-changes/change";
import { createItems } from "@/server/domain/items/create";
import { runPass } from "@/server/loops/pass";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newGroup, newProducer } from "@/server/testing/factories";
import { requestCheck, requestImport } from "./change";
import { ownedImport } from "./read";
import { stageImport } from "./stage";

// Holds decision 0051.

const { database } = runtime();
const { db } = database;

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

const stage = (ctx: Ctx, text: string) =>
  stageImport(ctx, database.copyClient, { kind: "items", name: "file.csv" }, bytesOf(text));

async function finishJobs() {
  while ((await db.$count(jobs, isNull(jobs.endedAt))) > 0) await runPass(runningJobs(), database);
}

const refusedOf = (id: string) =>
  db.$count(importRows, and(eq(importRows.importId, id), eq(importRows.outcome, "refused")));

test("two files with the same new identifiers in opposite order are imported, none waits for the other forever", async () => {
  const ctx = ctxOf(await newProducer());
  const prefix = newId();
  const names = Array.from({ length: 3_000 }, (_, n) => `${prefix}-${n}`);
  const files = [
    await stage(ctx, `identifier\n${names.join("\n")}\n`),
    await stage(ctx, `identifier\n${names.toReversed().join("\n")}\n`),
  ];
  await Promise.all(files.map(({ id }) => requestImport(ctx, { importId: id })));
  await finishJobs();
  const done = await Promise.all(files.map(({ id }) => ownedImport(ctx, id)));
  expect(done.reduce((sum, { created }) => sum + created, 0)).toBe(3_000);
  expect(done.reduce((sum, { unchanged }) => sum + unchanged, 0)).toBe(3_000);
});

test("an import, a bulk change of the same items and the deletion of their group do not refuse each other", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const group = await newGroup(producer, { title: "Autumn" });
  const names = Array.from({ length: 1_000 }, () => newId());
  await createItems(
    ctx,
    names.map((identifier) => ({ identifier })),
  );
  const rows = names.toReversed().map((name) => `${name},new,Autumn`);
  const { id } = await stage(ctx, `identifier,title,group\n${rows.join("\n")}\n`);
  const change = (from: number) =>
    requestItemChange(ctx, {
      selection: { identifiers: names.slice(from, from + 500) },
      change: { action: "setData", key: "size", value: from },
    });
  await Promise.all([requestImport(ctx, { importId: id }), change(0), change(500)]);
  await Promise.all([finishJobs(), deleteGroup(ctx, group)]);
  await finishJobs();
  const faults = await db
    .select({ faults: importRows.faults })
    .from(importRows)
    .where(and(eq(importRows.importId, id), eq(importRows.outcome, "refused")));
  // Only rows that came after the deletion, because there is no such group any more.
  expect(
    faults.flatMap(({ faults }) => faults ?? []).filter(({ reason }) => reason !== "unknownGroup"),
  ).toEqual([]);
});

test("a batch reads as many rows as are light enough, at least one", async () => {
  const ctx = ctxOf(await newProducer());
  const big = () => randomBytes(450_000).toString("base64");
  const rows = Array.from({ length: 12 }, () => `${newId()},${big()}`);
  const { id } = await stage(ctx, `identifier,data.a\n${rows.join("\n")}\n`);
  const job = await requestCheck(ctx, { importId: id });
  expect(job.state).toBe("running");
  expect(job.done).toBeGreaterThan(0);
  expect(job.done).toBeLessThan(12);
  await finishJobs();
  expect((await ownedImport(ctx, id)).checkedAt).not.toBeNull();
  expect(await refusedOf(id)).toBe(0);
});
