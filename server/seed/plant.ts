import { setImmediate } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { identifiers } from "@/db/schema/identifiers";
import { producers } from "@/db/schema/producers";
import { tokens } from "@/db/schema/tokens";
import type { Actor } from "@/server/core/caller";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { DAY_MS } from "@/server/core/time";
import { only } from "@/server/data/only";
import { discardFile, type KeptFile } from "@/server/domain/contents/create";
import { takeSpace } from "@/server/domain/contents/space";
import { contentPath } from "@/server/domain/contents/view";
import { createProducer, type NewProducer } from "@/server/domain/producers/create";
import { plantAlerts } from "./alerts";
import { type Catalogue, makeCatalogue } from "./catalogue";
import { chanceOf } from "./chance";
import { plantHook } from "./hook";
import { type KeptPictures, keepPictures } from "./pictures/keep";
import { type DemoPlan, planDemo } from "./plan";
import {
  countScans,
  type PlantedFile,
  plantContents,
  plantGroups,
  plantItems,
  plantScans,
  plantSightings,
} from "./rows";
import { type DemoScan, scansOf } from "./scans";
import type { DemoSize } from "./schema";
import type { Window } from "./timing";

/** How far planting is. `stage` is for pages with catalogues of their own, `words` for a terminal. */
export interface DemoProgress {
  /** 0 to 100, never falling. */
  percent: number;
  stage: "pictures" | "items" | "scans" | "counters" | "done";
  words: string;
}

export interface DemoOptions extends DemoSize {
  /** What repeats the same brand, items and scans; without one the first that is not planted yet. */
  seed?: number;
  /** Milliseconds. Nothing of the demo is later. */
  now?: number;
  onProgress?: (progress: DemoProgress) => void;
}

/** A demo producer with its credentials, which are shown this once. */
export interface PlantedDemo extends NewProducer {
  name: string;
  seed: number;
  hookSecret: string;
  items: number;
  groups: number;
  scans: number;
  fakes: number;
  sightings: number;
  /** Raised by its alert rules, most of them by the cluster of fakes. */
  alerts: number;
}

/**
 * Plants a demo producer: products as groups, items with histories, scans with a cluster of counterfeits, pictures and a
 * hook, as if all had come in through the interface during the last `days`. No event is announced, so nothing is sent.
 * All rows come with one commit: whoever stops it leaves none. A failure takes the bytes of its pictures away; those that
 * a crash leaves are the sweep's. May be done again: each demo producer has a seed, and identifiers of its own.
 */
export async function plantDemo(ctx: Ctx, options: DemoOptions): Promise<PlantedDemo> {
  const tell = progressTo(options.onProgress);
  const pictures = await keepPictures(chanceOf(options.seed ?? 1, "pictures"), (share) =>
    tell(8 * share, "pictures", "drawing pictures"),
  );
  const now = options.now ?? Date.now();
  const window: Window = { from: now - options.days * DAY_MS, now };
  let isWritten = false;
  const work = inTransaction(ctx, async (ctx) => {
    await takeTime(ctx.db);
    const plan = await freePlan(ctx.db, options, window);
    const done = await plantPlan(ctx, plan, pictures, tell);
    isWritten = true;
    return done;
  });
  const { planted, spare } = await work.catch(async (failed: unknown) => {
    // A failure of the commit itself may have come after it: then the sweep knows what to do with the bytes.
    if (!isWritten) await Promise.all([...pictures.products, ...pictures.snapshots].map(discardFile));
    throw failed;
  });
  await Promise.all(spare.map(discardFile));
  tell(100, "done", `created demo producer ${planted.name}`);
  return planted;
}

type Tell = (percent: number, stage: DemoProgress["stage"], words: string) => void;

function progressTo(onProgress: DemoOptions["onProgress"]): Tell {
  let last = -1;
  return (percent, stage, words) => {
    const whole = Math.floor(percent);
    if (whole <= last) return;
    last = whole;
    onProgress?.({ percent: whole, stage, words });
  };
}

const PLANTING_LOCK = 4_702_112;

/** A large demo takes longer than any call may; and one is planted at a time, so that no two choose the same seed. */
async function takeTime(db: Db) {
  await db.execute(sql`set local statement_timeout = 0`);
  await db.execute(sql`set local lock_timeout = 0`);
  await db.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  await db.execute(sql`select pg_advisory_xact_lock(${PLANTING_LOCK})`);
}

const MAX_SEEDS = 1_000;

/** The plan of the wanted seed, or of the first one that no producer has been planted from. */
async function freePlan(db: Db, { items, scans, seed }: DemoOptions, window: Window): Promise<DemoPlan> {
  for (let tried = seed ?? 1; tried <= MAX_SEEDS; tried++) {
    // One tells: identifiers come out of a seed in the same order, however many.
    const [first] = makeCatalogue(tried, 1, window).items;
    const [taken] = await db
      .select({ producerId: identifiers.producerId })
      .from(identifiers)
      .where(eq(identifiers.identifier, first?.identifier ?? ""));
    if (!taken) return planDemo(tried, { items, scans }, window);
    if (seed !== undefined) break;
  }
  throw conflict("demo-planted", "All available demo data has already been created.");
}

/** Writes a plan; `spare` are pictures that it had no use for. */
async function plantPlan(
  ctx: Ctx,
  plan: DemoPlan,
  pictures: KeptPictures,
  tell: Tell,
): Promise<{ planted: PlantedDemo; spare: KeptFile[] }> {
  const { db, requestId } = ctx;
  const { seed, catalogue, scans, window } = plan;
  const { brand, since } = catalogue;
  const made = await createProducer(ctx, brand.name);
  const { producerId } = made;
  await db
    .update(producers)
    .set({ createdAt: new Date(since) })
    .where(eq(producers.id, producerId));
  const actor = await tokenOf(db, producerId);

  const groupAt = (i: number) => catalogue.groups[i]?.createdAt ?? since;
  await plantFiles(
    ctx,
    producerId,
    pictures.products.map((file, i) => ({ file, at: groupAt(i) - 20_000 })),
  );
  const groupIds = await plantGroups(db, producerId, catalogue.groups, pictures.products);
  const items = withPictures(catalogue, pictures);
  const itemIds = await plantItems(db, { producerId, actor, requestId }, items, groupIds, (planted) =>
    tell(8 + (17 * planted) / items.length, "items", `registering items: ${planted} of ${items.length}`),
  );
  const counted = await plantScansOf(db, plan, { producerId, itemIds }, (planted) =>
    tell(25 + (68 * planted) / scans.at.length, "scans", `recording scans: ${planted} of ${scans.at.length}`),
  );
  const photos = photosOf(counted.photographed, pictures);
  await plantFiles(ctx, producerId, photos);
  await plantSightings(db, producerId, plan.sightings);
  tell(94, "counters", "counting scans");
  await countScans(db, producerId);
  const hook = await plantHook(db, {
    producerId,
    brand: brand.name,
    at: since + DAY_MS,
    now: window.now,
    chance: chanceOf(seed, "hook"),
  });
  tell(97, "counters", "opening alerts");
  const alerts = await plantAlerts(ctx, { producerId, actor, window, at: since + DAY_MS });
  tell(99, "counters", "counting scans");
  const planted = {
    ...made,
    name: brand.name,
    seed,
    hookSecret: hook.secret,
    items: items.length,
    groups: groupIds.length,
    scans: scans.at.length,
    fakes: counted.fakes,
    sightings: plan.sightings.length,
    alerts,
  };
  return { planted, spare: pictures.snapshots.slice(photos.length) };
}

/** Who did it all, as histories tell: the producer's first token. */
async function tokenOf(db: Db, producerId: string): Promise<Actor> {
  const own = and(eq(tokens.producerId, producerId), eq(tokens.kind, "token"));
  const { id, name } = only(await db.select({ id: tokens.id, name: tokens.name }).from(tokens).where(own));
  return { type: "token", id, name };
}

/** Contents of the producer, which take its space. */
async function plantFiles(ctx: Ctx, producerId: string, files: PlantedFile[]) {
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  const of = files.some(({ scanId }) => scanId !== undefined) ? "scanImageBytes" : "contentBytes";
  await takeSpace(ctx, { producerId, of, bytes });
  await plantContents(ctx.db, producerId, files);
}

/** Items that are in no group show their product's picture themselves. */
const withPictures = ({ items }: Catalogue, { products }: KeptPictures) =>
  items.map((item) => {
    const picture = item.changes.some(({ action }) => action === "addedToGroup")
      ? undefined
      : products[item.group];
    return picture ? { ...item, image: contentPath(picture.id) } : item;
  });

const SCANS_AT_ONCE = 1_000;
/** One in so many scans of counterfeits has a photo, up to as many as were taken. */
const PHOTOGRAPHED_ONE_IN = 7;

/** Plants the scans while the next ones are made; tells how many are fakes, and some that are worth a photo. */
async function plantScansOf(
  db: Db,
  { seed, scans, catalogue, window }: DemoPlan,
  { producerId, itemIds }: { producerId: string; itemIds: readonly number[] },
  onPart: (planted: number) => void,
): Promise<{ fakes: number; photographed: DemoScan[] }> {
  const all = scansOf(scans, catalogue, producerId, window.now, chanceOf(seed, "scans"));
  const fakes: DemoScan[] = [];
  let [count, planted] = [0, 0];
  let some: DemoScan[] = [];
  let writing: Promise<void> = Promise.resolve();
  const write = async (rows: DemoScan[]) => {
    await plantScans(db, producerId, rows, itemIds);
    planted += rows.length;
    onPart(planted);
  };
  for (const scan of all) {
    some.push(scan);
    if (scan.copyclassification === "fake" && count++ % PHOTOGRAPHED_ONE_IN === 0 && scan.kind === "cluster")
      fakes.push(scan);
    if (some.length < SCANS_AT_ONCE) continue;
    await writing;
    writing = write(some);
    some = [];
    // Lets the statement leave before the next scans are made.
    await setImmediate();
  }
  await writing;
  if (some.length > 0) await write(some);
  return { fakes: count, photographed: fakes };
}

/** The newest of them have photos, so that a demo shows some at once. */
const photosOf = (photographed: readonly DemoScan[], { snapshots }: KeptPictures): PlantedFile[] =>
  photographed.slice(-snapshots.length).flatMap(({ id, timestamp }, i) => {
    const file = snapshots[i];
    return file ? [{ file, scanId: id, at: timestamp.getTime() }] : [];
  });
