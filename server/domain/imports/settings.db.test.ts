import { isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { jobs } from "@/db/schema/jobs";
import { runningJobs } from "@/server/background/run-jobs";
import type { Ctx } from "@/server/core/ctx";
import { cancelJob } from "@/server/domain/jobs/change";
import { retryJob } from "@/server/domain/jobs/retry";
import { runPass } from "@/server/loops/pass";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newProducer } from "@/server/testing/factories";
import { correctRow, requestCheck, requestImport, setImport } from "./change";
import { ownedImport } from "./read";
import { stageImport } from "./stage";

// Holds decision 0051.

const { database } = runtime();
const { db } = database;

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

/** A file of which each row is refused while its second column is read as a number. */
async function stage(ctx: Ctx, rows: number) {
  const lines = Array.from({ length: rows }, () => `${newId()},red`);
  const text = `identifier,colour\n${lines.join("\n")}\n`;
  const { id } = await stageImport(ctx, database.copyClient, { kind: "items", name: "f.csv" }, bytesOf(text));
  const set = (name: string) => setImport(ctx, { id, mode: "both", mapping: ["identifier", name] });
  await set("data.colour:number");
  return { id, correct: () => set("data.colour") };
}

async function finishJobs() {
  while ((await db.$count(jobs, isNull(jobs.endedAt))) > 0) await runPass(runningJobs(), database);
}

const STALE = { kind: "conflict", code: "import-not-checked" };

test("409: rows that were checked with other settings are not imported before they are checked again", async () => {
  const ctx = ctxOf(await newProducer());
  const { id, correct } = await stage(ctx, 2);
  await requestCheck(ctx, { importId: id });
  expect(await ownedImport(ctx, id)).toMatchObject({ refused: 2 });
  await correct();
  await expect(requestImport(ctx, { importId: id })).rejects.toMatchObject(STALE);
  await requestCheck(ctx, { importId: id });
  await requestImport(ctx, { importId: id });
  expect(await ownedImport(ctx, id)).toMatchObject({ created: 2, refused: 0 });
});

test("409: a check that was stopped is done again before the import, and a failed one does not go on with other settings", async () => {
  const ctx = ctxOf(await newProducer());
  const { id, correct } = await stage(ctx, 1_500);
  const stopped = await requestCheck(ctx, { importId: id });
  expect(stopped.state).toBe("running");
  await cancelJob(ctx, stopped.id);
  await expect(requestImport(ctx, { importId: id })).rejects.toMatchObject(STALE);
  const failed = await requestCheck(ctx, { importId: id });
  await db.update(jobs).set({ state: "failed", error: "x", errorCode: "internal", endedAt: new Date() });
  await correct();
  await expect(retryJob(ctx, failed.id)).rejects.toMatchObject({ code: "job-replaced" });
  await requestCheck(ctx, { importId: id });
  await finishJobs();
  await requestImport(ctx, { importId: id });
  await finishJobs();
  expect(await ownedImport(ctx, id)).toMatchObject({ created: 1_500, refused: 0 });
});

test("rows that an import without a check refused are corrected, and imported", async () => {
  const ctx = ctxOf(await newProducer());
  const { id } = await stage(ctx, 1);
  await requestImport(ctx, { importId: id });
  expect(await ownedImport(ctx, id)).toMatchObject({ created: 0, refused: 1 });
  await correctRow(ctx, { id, row: 2, cells: [{ column: 1, text: "7" }] });
  await requestImport(ctx, { importId: id });
  await finishJobs();
  expect(await ownedImport(ctx, id)).toMatchObject({ created: 1, refused: 0 });
});
