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
import { retellScans } from "./redact";
import { forgetReportersOf } from "./relieve";
import type { Subject } from "./schema";
import { sightingsOf, someScansOf } from "./subject";

const AT_ONCE = 200;

/** What a scan tells of a person, gone: what remains is the item, the verdict, the country and the time. */
const NOTHING_PERSONAL = {
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
  throw new Error("An erasure that is under way has lost what it is about.");
};

/** Erases some scans wherever they are told of, in the caller's transaction. */
async function eraseSomeScans(ctx: Ctx, { subject, producerId }: Whose): Promise<Files> {
  const found = await ctx.db
    .select({ id: scans.id })
    .from(scans)
    .where(sql`${scans.id} in (${someScansOf(subject, producerId, AT_ONCE)}) and erased_at is null`)
    .orderBy(scans.id)
    .for("update");
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return { images: [], scans: [] };
  const erased = await ctx.db
    .update(scans)
    .set({ ...NOTHING_PERSONAL, erasedAt: new Date() })
    .where(inArray(scans.id, ids))
    .returning();
  await retellScans(ctx, ids);
  await retellAnswers(ctx, erased);
  await forgetReportersOf(ctx, ids);
  return { images: await deleteImages(ctx, ids), scans: ids };
}

async function eraseSomeSightings({ db }: Ctx, { subject, producerId }: Whose): Promise<number> {
  const gone = await db.execute(sql`
    update ${sightings} set latitude = null, longitude = null, os = null, device = null, softwareversion = null
    where id in (select id from ${sightings} where ${sightingsOf(subject, producerId)} order by id limit ${AT_ONCE} for update)
    returning id`);
  return gone.length;
}

interface Whose {
  subject: Subject;
  producerId: string | null;
}

/**
 * One step of an erasure that is under way and that no other process is at: what is erased and how far it is are one commit.
 * Returns whether there was one.
 */
async function eraseOn(ctx: Ctx, id: string): Promise<boolean> {
  const left = await inTransaction(ctx, async (ctx) => {
    const [erasure] = await ctx.db
      .select()
      .from(erasures)
      .where(and(eq(erasures.id, id), isNull(erasures.doneAt)))
      .for("update", { skipLocked: true });
    if (!erasure) return undefined;
    const whose = { subject: subjectOf(erasure), producerId: erasure.producerId };
    const left = await eraseSomeScans(ctx, whose);
    const sighted = await eraseSomeSightings(ctx, whose);
    const isDone = left.scans.length < AT_ONCE && sighted < AT_ONCE;
    await ctx.db
      .update(erasures)
      .set({
        scans: sql`scans + ${left.scans.length}`,
        images: sql`images + ${left.images.length}`,
        sightings: sql`sightings + ${sighted}`,
        ...(isDone ? { doneAt: new Date(), device: null } : {}),
      })
      .where(eq(erasures.id, erasure.id));
    return left;
  });
  if (!left) return false;
  await forgetFiles(left);
  return true;
}

/** The first step of an erasure; of most it is the last, too. */
export const beginErasure = (ctx: Ctx, id: string): Promise<boolean> => eraseOn(ctx, id);

/** Carries out what was requested: a step of each erasure, then another, until nothing is left or others are at the rest. */
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
        const underWay = await run.db
          .select({ id: erasures.id })
          .from(erasures)
          .where(and(isNull(erasures.doneAt), notInArray(erasures.id, [...run.aside])))
          .orderBy(erasures.requestedAt, erasures.id)
          .limit(AT_ONCE);
        for (const erasure of underWay) {
          const began = performance.now();
          if (run.signal.aborted) return;
          yield [erasure];
          await restAfter(began, run.signal);
        }
      }
    },
    async work({ db, batchClient }, some) {
      const ctx = systemCtx({ db, batchClient }, "housekeeping");
      for (const { id } of some) if (await eraseOn(ctx, id)) steps++;
    },
  };
}

/** Carries out what was requested, until nothing is left or the signal ends it. Returns how many steps. */
export const carryOutErasures = (
  data: Pick<Run, "db" | "batchClient">,
  signal?: AbortSignal,
): Promise<number> => runPass(erasing(), { ...data, signal });
