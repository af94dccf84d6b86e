import { and, eq, inArray, isNull, notInArray, sql } from "drizzle-orm";
import { type Erasure, erasures } from "@/db/schema/erasures";
import { scans } from "@/db/schema/scans";
import { sightings } from "@/db/schema/sightings";
import { type Ctx, inTransaction, systemCtx } from "@/server/core/ctx";
import type { Loop, Run } from "@/server/loops/loop";
import { runPass } from "@/server/loops/pass";
import { restAfter } from "@/server/loops/rest";
import { retellAnswers } from "./answers";
import { deleteImages, type Files, forgetFiles } from "./images";
import { eraseInspectionsOf } from "./inspections";
import { retellScans } from "./redact";
import { forgetReportersOf } from "./relieve";
import type { Subject } from "./schema";
import { sightingsOf, someScansOf } from "./subject";

const BATCH_SIZE = 200;

/** Empty personal fields of a scan. Item, verdict, country and time remain. */
const EMPTY_PERSONAL_FIELDS = {
  latitude: null,
  longitude: null,
  coarse: false,
  data: {},
  softwareInfo: null,
  deviceInfo: null,
  os: null,
  device: null,
  softwareversion: null,
};

const subjectOf = ({ scanId, device }: Erasure): Subject => {
  if (scanId !== null) return { scan: scanId };
  if (device !== null) return { device };
  throw new Error("An open erasure has neither a scan nor a device.");
};

/** Erases one batch of scans in all tables, in the caller's transaction. */
async function eraseScanBatch(ctx: Ctx, { subject, producerId }: Scope): Promise<Files> {
  const found = await ctx.db
    .select({ id: scans.id })
    .from(scans)
    .where(sql`${scans.id} in (${someScansOf(subject, producerId, BATCH_SIZE)}) and erased_at is null`)
    .orderBy(scans.id)
    .for("update");
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return { images: [], scans: [] };
  const erased = await ctx.db
    .update(scans)
    .set({ ...EMPTY_PERSONAL_FIELDS, erasedAt: new Date() })
    .where(inArray(scans.id, ids))
    .returning();
  await retellScans(ctx, ids);
  await retellAnswers(ctx, erased);
  await forgetReportersOf(ctx, ids);
  const photos = await eraseInspectionsOf(ctx, ids);
  return { images: [...(await deleteImages(ctx, ids)), ...photos], scans: ids };
}

/** Erases one batch of sightings and the inspections behind them, in the caller's transaction. */
async function eraseSightingBatch(ctx: Ctx, { subject, producerId }: Scope): Promise<Sighted> {
  const rows = await ctx.db.execute<{ id: string }>(sql`
    update ${sightings} set latitude = null, longitude = null, os = null, device = null, softwareversion = null
    where id in (select id from ${sightings} where ${sightingsOf(subject, producerId)} order by id limit ${BATCH_SIZE} for update)
    returning id`);
  const photos = await eraseInspectionsOf(
    ctx,
    rows.map(({ id }) => id),
  );
  return { count: rows.length, photos };
}

interface Sighted {
  count: number;
  /** The ids of deleted files. */
  photos: string[];
}

interface Scope {
  subject: Subject;
  producerId: string | null;
}

/**
 * Whether an erasure has something left to erase. Read anew after a batch, which lacks rows that another erasure took while
 * the batch waited for them.
 */
async function isLeft({ db }: Ctx, { subject, producerId }: Scope): Promise<boolean> {
  const found = await db.execute(sql`
    select where exists (${someScansOf(subject, producerId, 1)})
      or exists (select from ${sightings} where ${sightingsOf(subject, producerId)})`);
  return found.length > 0;
}

/**
 * Runs one step of an open erasure that no other process has locked. Erased rows and progress are one commit. Returns
 * whether a step was run.
 */
async function runStep(ctx: Ctx, id: string): Promise<boolean> {
  const files = await inTransaction(ctx, async (ctx) => {
    const [erasure] = await ctx.db
      .select()
      .from(erasures)
      .where(and(eq(erasures.id, id), isNull(erasures.doneAt)))
      .for("update", { skipLocked: true });
    if (!erasure) return undefined;
    const scope = { subject: subjectOf(erasure), producerId: erasure.producerId };
    const scanned = await eraseScanBatch(ctx, scope);
    const sighted = await eraseSightingBatch(ctx, scope);
    const files = { images: [...scanned.images, ...sighted.photos], scans: scanned.scans };
    const isDone = !(await isLeft(ctx, scope));
    await ctx.db
      .update(erasures)
      .set({
        scans: sql`scans + ${files.scans.length}`,
        images: sql`images + ${files.images.length}`,
        sightings: sql`sightings + ${sighted.count}`,
        ...(isDone ? { doneAt: new Date(), device: null } : {}),
      })
      .where(eq(erasures.id, erasure.id));
    return files;
  });
  if (!files) return false;
  await forgetFiles(files);
  return true;
}

/** Runs the first step of an erasure, which completes most erasures. */
export const beginErasure = (ctx: Ctx, id: string): Promise<boolean> => runStep(ctx, id);

/** Carries out open erasures: one step of each per round, until none is left or other processes have locked the rest. */
export function erasing(): Loop<{ id: string }> {
  let steps = 0;
  return {
    name: "erasing",
    intervalMs: 60_000,
    timeoutMs: 60_000,
    keyOf: ({ id }) => id,
    async *batches(run) {
      for (let before = -1; steps > before; ) {
        before = steps;
        const open = await run.db
          .select({ id: erasures.id })
          .from(erasures)
          .where(and(isNull(erasures.doneAt), notInArray(erasures.id, [...run.aside])))
          .orderBy(erasures.requestedAt, erasures.id)
          .limit(BATCH_SIZE);
        for (const erasure of open) {
          const began = performance.now();
          if (run.signal.aborted) return;
          yield [erasure];
          await restAfter(began, run.signal);
        }
      }
    },
    async work({ db, batchClient }, pieces) {
      const ctx = systemCtx({ db, batchClient }, "housekeeping");
      for (const { id } of pieces) if (await runStep(ctx, id)) steps++;
    },
  };
}

/** Carries out open erasures until none is left or the signal aborts. Returns the number of steps. */
export const carryOutErasures = (
  data: Pick<Run, "db" | "batchClient">,
  signal?: AbortSignal,
): Promise<number> => runPass(erasing(), { ...data, signal });
