import {
  type Catalogue,
  chanceOf,
  type DemoPlan,
  makeCatalogue,
  planDemo,
  type Window,
} from "@assay/demo-data";
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
import { seedAlerts } from "./alerts";
import { seedCase } from "./cases";
import { seedHook } from "./hook";
import { type KeptPictures, keepPictures } from "./pictures";
import { GEOGRAPHY } from "./recorded";
import { countScans, type SeededFile, seedContents, seedGroups, seedItems, seedSightings } from "./rows";
import { photosOf, seedScansOf } from "./scans";
import type { DemoSize } from "./schema";

/** The progress of seeding. Pages translate `stage`; terminals print `words`. */
export interface DemoProgress {
  /** 0 to 100, never decreasing. */
  percent: number;
  stage: "pictures" | "items" | "scans" | "counters" | "done";
  words: string;
}

export interface DemoOptions extends DemoSize {
  /** Reproduces brand, items and scans; by default the first unused seed. */
  seed?: number;
  /** The latest time of the demo, in milliseconds. */
  now?: number;
  onProgress?: (progress: DemoProgress) => void;
}

/** A demo producer with its credentials, which are returned once. */
export interface SeededDemo extends NewProducer {
  name: string;
  seed: number;
  hookSecret: string;
  items: number;
  groups: number;
  scans: number;
  fakes: number;
  sightings: number;
  /** The number of alerts that its rules opened, most of them for the cluster of fakes. */
  alerts: number;
}

/**
 * Creates a demo producer: products as groups, items with histories, scans with a cluster of counterfeits, pictures and a
 * hook, as if they had arrived through the API during the last `days`. No events are emitted, so no webhook is called.
 * All rows are written in one transaction. A failure discards the bytes of the pictures; after a crash the sweep does.
 * Repeatable: each demo producer has its own seed and identifiers.
 *
 * @throws 409 if the seed, or every seed, is already used.
 */
export async function seedDemo(ctx: Ctx, options: DemoOptions): Promise<SeededDemo> {
  const tell = progressTo(options.onProgress);
  const pictures = await keepPictures((share) => tell(8 * share, "pictures", "storing pictures"));
  const now = options.now ?? Date.now();
  const window: Window = { from: now - options.days * DAY_MS, now };
  let isWritten = false;
  const work = inTransaction(ctx, async (ctx) => {
    await prepareSession(ctx.db);
    const plan = await freePlan(ctx.db, options, window);
    const done = await seedPlan(ctx, plan, pictures, tell);
    isWritten = true;
    return done;
  });
  const { seeded, spare } = await work.catch(async (failed: unknown) => {
    // If the commit fails, its outcome is unknown: the sweep then decides about the bytes.
    if (!isWritten) await Promise.all([...pictures.products, ...pictures.snapshots].map(discardFile));
    throw failed;
  });
  await Promise.all(spare.map(discardFile));
  tell(100, "done", `created demo producer ${seeded.name}`);
  return seeded;
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

/** The advisory lock of a seeding. */
export const SEEDING_LOCK = 4_702_112;

/** Lifts the timeouts, since a large demo takes minutes, and serialises seeding, so that no two runs use the same seed. */
async function prepareSession(db: Db) {
  await db.execute(sql`set local statement_timeout = 0`);
  await db.execute(sql`set local lock_timeout = 0`);
  await db.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  await db.execute(sql`select pg_advisory_xact_lock(${SEEDING_LOCK})`);
}

const MAX_SEEDS = 1_000;

/**
 * Plans the given seed or the first unused one.
 *
 * @throws 409 if it, or every seed, is used.
 */
async function freePlan(db: Db, { items, scans, seed }: DemoOptions, window: Window): Promise<DemoPlan> {
  for (let candidate = seed ?? 1; candidate <= MAX_SEEDS; candidate++) {
    // The first identifier identifies a seed: their order does not depend on the number of items.
    const [first] = makeCatalogue(candidate, 1, window).items;
    const [taken] = await db
      .select({ producerId: identifiers.producerId })
      .from(identifiers)
      .where(eq(identifiers.identifier, first?.identifier ?? ""));
    if (!taken) return planDemo(candidate, { items, scans }, window, GEOGRAPHY);
    if (seed !== undefined) break;
  }
  throw conflict("demo-planted", "All available demo data has already been created.");
}

/** Writes a plan; `spare` are the unused pictures. */
async function seedPlan(
  ctx: Ctx,
  plan: DemoPlan,
  pictures: KeptPictures,
  tell: Tell,
): Promise<{ seeded: SeededDemo; spare: KeptFile[] }> {
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
  await seedFiles(
    ctx,
    producerId,
    pictures.products.map((file, i) => ({ file, at: groupAt(i) - 20_000 })),
  );
  const groupIds = await seedGroups(db, producerId, catalogue.groups, pictures.products);
  const items = withPictures(catalogue, pictures);
  const itemIds = await seedItems(db, { producerId, actor, requestId }, items, groupIds, (seeded) =>
    tell(8 + (17 * seeded) / items.length, "items", `registering items: ${seeded} of ${items.length}`),
  );
  const counted = await seedScansOf(db, plan, { producerId, itemIds }, (seeded) =>
    tell(25 + (68 * seeded) / scans.at.length, "scans", `recording scans: ${seeded} of ${scans.at.length}`),
  );
  const photos = photosOf(counted.photographed, pictures);
  await seedFiles(ctx, producerId, photos);
  await seedSightings(db, producerId, plan.sightings);
  tell(94, "counters", "counting scans");
  await countScans(db, producerId);
  const hook = await seedHook(db, {
    producerId,
    brand: brand.name,
    at: since + DAY_MS,
    now: window.now,
    chance: chanceOf(seed, "hook"),
  });
  tell(97, "counters", "opening alerts");
  const alerts = await seedAlerts(ctx, { producerId, actor, window, at: since + DAY_MS });
  await seedCase(ctx, { producerId, actor });
  tell(99, "counters", "counting scans");
  const seeded = {
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
  return { seeded, spare: pictures.snapshots.slice(photos.length) };
}

/** Returns the actor of all histories: the producer's first token. */
async function tokenOf(db: Db, producerId: string): Promise<Actor> {
  const own = and(eq(tokens.producerId, producerId), eq(tokens.kind, "token"));
  const { id, name } = only(await db.select({ id: tokens.id, name: tokens.name }).from(tokens).where(own));
  return { type: "token", id, name };
}

/** Writes contents of the producer and counts their bytes. */
async function seedFiles(ctx: Ctx, producerId: string, files: SeededFile[]) {
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  const of = files.some(({ scanId }) => scanId !== undefined) ? "scanImageBytes" : "contentBytes";
  await takeSpace(ctx, { producerId, of, bytes });
  await seedContents(ctx.db, producerId, files);
}

/** Gives items without a group their product's picture. */
const withPictures = ({ items }: Catalogue, { products }: KeptPictures) =>
  items.map((item) => {
    const picture = item.changes.some(({ action }) => action === "addedToGroup")
      ? undefined
      : products[item.group];
    return picture ? { ...item, image: contentPath(picture.id) } : item;
  });
