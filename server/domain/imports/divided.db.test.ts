import { eq, isNull, sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { history } from "@/db/schema/history";
import { items } from "@/db/schema/items";
import { jobs } from "@/db/schema/jobs";
import { KINDS } from "@/server/background/job-kinds";
import { runningJobs } from "@/server/background/run-jobs";
import type { Ctx } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { cancelJob } from "@/server/domain/jobs/change";
import type { DividedBatch, Done, Part } from "@/server/domain/jobs/progress";
import { runPass } from "@/server/loops/pass";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newGroup, newProducer } from "@/server/testing/factories";
import { requestImport } from "./change";
import { listRefusedRows, ownedImport } from "./read";
import { stageImport } from "./stage";

// Holds decision 0051.

const { database } = runtime();
const { db } = database;
const divide = KINDS.import.divide;

/** The first batch of a job is done with its request. */
const FIRST_BATCH = 1_000;

/** Callers do not need the machine, so that batches are divided. */
const pass = () =>
  runPass(
    runningJobs(() => false),
    database,
  );

async function finishJobs() {
  while ((await db.$count(jobs, isNull(jobs.endedAt))) > 0) await pass();
}

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

/** Requests the import of a file. */
async function request(ctx: Ctx, lines: readonly string[]) {
  const file = `identifier,group,title\n${lines.join("\n")}\n`;
  const { id } = await stageImport(
    ctx,
    database.copyClient,
    { kind: "items", name: "file.csv" },
    bytesOf(file),
  );
  return { id, job: await requestImport(ctx, { importId: id }) };
}

const linesOf = (rows: number, mark = newId()) => Array.from({ length: rows }, (_, n) => `${mark}-${n},,`);

const jobOf = async ({ id }: { id: string }) => only(await db.select().from(jobs).where(eq(jobs.id, id)));

/** The number of history entries of each item of a producer. */
const entriesOf = (ctx: Ctx) =>
  db
    .select({ entries: sql<number>`count(*)::int` })
    .from(history)
    .innerJoin(items, eq(items.id, history.itemId))
    .where(eq(items.producerId, "producerId" in ctx.caller ? ctx.caller.producerId : ""))
    .groupBy(items.id);

/** Changes the parts of the next divided batch. */
function changeParts(change: (ctx: Ctx, part: number, work: () => Promise<Done>) => Promise<Done>) {
  async function* changed(parts: DividedBatch): AsyncGenerator<Part> {
    let number = 0;
    for await (const part of parts) {
      const own = number++;
      yield { ...part, work: (ctx) => change(ctx, own, () => part.work(ctx)) };
    }
  }
  vi.spyOn(KINDS.import, "divide").mockImplementationOnce(async (ctx, job) => {
    const found = await divide?.(ctx, job);
    return found && changed(found);
  });
}

afterEach(() => void vi.restoreAllMocks());

test("the parts of a batch are imported once; of rows with the same identifier in both, the first one counts", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const group = await newGroup(producer);
  const lines = linesOf(4_000).map((line) => line.replace(",,", `,${group},`));
  // Rows 1,102 and 2,902 of the file are in two parts of one batch.
  lines[2_900] = `${lines[1_100]}later`;
  const parts = new Set<number>();
  changeParts((_ctx, part, work) => {
    parts.add(part);
    return work();
  });
  const { id, job } = await request(ctx, lines);
  await finishJobs();
  expect([...parts]).toEqual([0, 1, 2]);
  expect(await jobOf(job)).toMatchObject({
    state: "done",
    done: 4_000,
    result: { new: 3_999, refused: 1, changed: 0, unchanged: 0 },
  });
  const of = await ownedImport(ctx, id);
  expect(of).toMatchObject({ created: 3_999, refused: 1 });
  expect(await listRefusedRows(ctx, of, 0)).toMatchObject([
    { number: 2_902, faults: [{ reason: "duplicate", detail: "1102" }] },
  ]);
  // Each entered its group.
  expect((await entriesOf(ctx)).filter(({ entries }) => entries !== 2)).toEqual([]);
});

test("a part stays where others are lost with their connections; the batch is repeated without its rows", async () => {
  const ctx = ctxOf(await newProducer());
  changeParts(async ({ db }, part, work) => {
    const done = await work();
    if (part === 0) return done;
    await db.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    throw new Error("unreachable");
  });
  const { id, job } = await request(ctx, linesOf(3_500));
  await expect(pass()).rejects.toThrow();
  const half = FIRST_BATCH + 1_000;
  expect(await jobOf(job)).toMatchObject({
    state: "running",
    done: half,
    cursor: { after: FIRST_BATCH + 1 },
  });
  expect(await entriesOf(ctx)).toHaveLength(half);
  await db.update(jobs).set({ lease: null, leasedUntil: null }).where(eq(jobs.id, job.id));
  await finishJobs();
  expect(await jobOf(job)).toMatchObject({
    state: "done",
    done: 3_500,
    result: { new: 3_500, unchanged: 0 },
  });
  expect(await ownedImport(ctx, id)).toMatchObject({ created: 3_500, unchanged: 0, refused: 0 });
  const entries = await entriesOf(ctx);
  expect(entries).toHaveLength(3_500);
  expect(entries.filter(({ entries }) => entries !== 1)).toEqual([]);
});

test("a job that is cancelled while its parts are written changes nothing more", async () => {
  const ctx = ctxOf(await newProducer());
  const written: number[] = [];
  let cancel = () => {};
  const cancelled = new Promise<void>((resolve) => {
    cancel = resolve;
  });
  const { id, job } = await request(ctx, linesOf(3_000));
  changeParts(async (_ctx, part, work) => {
    if (part === 1) await cancelJob(ctx, job.id).finally(cancel);
    await cancelled;
    const done = await work();
    written.push(part);
    return done;
  });
  await pass();
  expect(written.toSorted()).toEqual([0, 1]);
  expect(await jobOf(job)).toMatchObject({ state: "cancelled", done: FIRST_BATCH });
  expect(await entriesOf(ctx)).toHaveLength(FIRST_BATCH);
  expect(await ownedImport(ctx, id)).toMatchObject({ created: FIRST_BATCH, refused: 0 });
});
