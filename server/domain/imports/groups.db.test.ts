import { eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { groups } from "@/db/schema/groups";
import { jobs } from "@/db/schema/jobs";
import { runningJobs } from "@/server/background/run-jobs";
import type { Ctx } from "@/server/core/ctx";
import { runPass } from "@/server/loops/pass";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newProducer } from "@/server/testing/factories";
import { requestImport } from "./change";
import { listRefusedRows, ownedImport } from "./read";
import { stageImport } from "./stage";

const { database } = runtime();
const { db } = database;

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

const stage = (ctx: Ctx, text: string) =>
  stageImport(ctx, database.copyClient, { kind: "groups", name: "" }, bytesOf(text));

async function finishJobs() {
  while ((await db.$count(jobs, isNull(jobs.endedAt))) > 0) await runPass(runningJobs(), database);
}

test("two imports of the same groups at once create each group once", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const text = `title\n${Array.from({ length: 100 }, (_, n) => `Group ${n}`).join("\n")}\n`;
  const files = [await stage(ctx, text), await stage(ctx, text)];
  await Promise.all(files.map(({ id }) => requestImport(ctx, { importId: id })));
  await finishJobs();
  expect(await db.$count(groups, eq(groups.producerId, producer.producerId))).toBe(100);
});

test("a title names its group however it is written, and one that is too long to do so is refused", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const text = `title,data.a\n${"T".repeat(200)},1\n"""+Spring""",1\n${"T".repeat(201)},1\n`;
  for (const outcome of [{ created: 2 }, { created: 0, unchanged: 2 }]) {
    const { id } = await stage(ctx, text);
    await requestImport(ctx, { importId: id });
    await finishJobs();
    const of = await ownedImport(ctx, id);
    expect(of).toMatchObject(outcome);
    const refused = await listRefusedRows(ctx, of, 0);
    expect(refused.map(({ number, faults }) => [number, faults])).toEqual([
      [4, [{ column: "title", reason: "longTitle" }]],
    ]);
  }
  expect(await db.$count(groups, eq(groups.producerId, producer.producerId))).toBe(2);
});
