import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { JsonObject } from "@/db/json";
import { type Item, items } from "@/db/schema/items";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { PageByNumber } from "@/server/data/keyset";
import { cursorOf } from "@/server/data/order";
import { restorePlanning } from "@/server/data/restore-planning";
import { bytesOf, countLight } from "@/server/data/weight";
import { findItemKeys, matchingAmong } from "@/server/domain/items/list";
import { namedItems } from "@/server/domain/items/named";
import type { Refused } from "@/server/domain/jobs/progress";
import type { ItemSelection } from "./schema";

/** Items locked at the same time; their scans wait meanwhile. */
export const BATCH_SIZE = 500;

/** The next selected items, locked. */
interface Selected {
  items: Item[];
  /** Selected items that do not exist, or belong to another producer. */
  missing: Refused[];
  /** The number of selected items, those that are missing included. */
  count: number;
  cursor: JsonObject | null;
}

const own = (ctx: Ctx) => and(eq(items.producerId, callingProducer(ctx).producerId), isNull(items.deletedAt));

/** The first of the caller's items that are light enough for one batch. */
async function lightOf(ctx: Ctx, ids: number[]): Promise<number[]> {
  const rows = await ctx.db
    .select({ id: items.id, bytes: sql<number>`${sql.raw(bytesOf("items"))}::float8` })
    .from(items)
    .where(and(inArray(items.id, ids), own(ctx)));
  const bytes = new Map(rows.map(({ id, bytes }) => [id, bytes]));
  return ids.slice(0, countLight(ids.map((id) => bytes.get(id) ?? 0)));
}

/** Locks the caller's items among the given ones, in one order against deadlocks. Deleted items are left out. */
export const lockItems = (ctx: Ctx, ids: number[]): Promise<Item[]> =>
  ctx.db
    .select()
    .from(items)
    .where(and(inArray(items.id, ids), own(ctx)))
    .orderBy(asc(items.id))
    .for("no key update");

const Position = z.object({ at: z.number() }).nullable();

async function nextNamed(ctx: Ctx, identifiers: string[], cursor: unknown): Promise<Selected> {
  const all = [...new Set(identifiers)];
  const at = Position.parse(cursor)?.at ?? 0;
  const named = all.slice(at, at + BATCH_SIZE);
  const found = await ctx.db.execute<{ id: string; identifier: string; isOwn: boolean }>(sql`
    select id, identifier, producer_id = ${callingProducer(ctx).producerId} as "isOwn" from ${namedItems(ctx, named)} found`);
  const idOf = new Map(
    found.flatMap(({ id, identifier, isOwn }) => (isOwn ? [[identifier, Number(id)]] : [])),
  );
  const ids = named.flatMap((identifier) => idOf.get(identifier) ?? []);
  const light = await lightOf(ctx, ids);
  const heavy = new Set(ids.slice(light.length));
  const end = named.findIndex((identifier) => heavy.has(idOf.get(identifier) ?? Number.NaN));
  const taken = end === -1 ? named : named.slice(0, end);
  const absent = taken.filter((identifier) => !idOf.has(identifier));
  const foreign = new Set(found.flatMap(({ identifier, isOwn }) => (isOwn ? [] : identifier)));
  return {
    items: await lockItems(ctx, light),
    missing: absent.map((id) => ({
      id,
      code: foreign.has(id) ? "item-of-another-producer" : "item-not-found",
    })),
    count: taken.length,
    cursor: at + taken.length < all.length ? { at: at + taken.length } : null,
  };
}

type Filter = Extract<ItemSelection, { filter: object }>["filter"];

const Reached = z.object({ after: PageByNumber.shape.cursor }).nullable();

async function nextMatching(ctx: Ctx, filter: Filter, cursor: unknown): Promise<Selected> {
  const page = { cursor: Reached.parse(cursor)?.after, limit: BATCH_SIZE };
  const { entries, nextCursor } = await findItemKeys(ctx, filter, page);
  await restorePlanning(ctx);
  const ids = entries.map(({ id }) => id);
  const light = await lightOf(ctx, ids);
  const last = entries[light.length - 1];
  const after =
    light.length < ids.length && last ? cursorOf({ at: last.createdAt, id: String(last.id) }) : nextCursor;
  const locked = await lockItems(ctx, light);
  // While the locks were awaited, others may have changed items: those that match no more are not selected.
  const matching = await matchingAmong(ctx, filter, light);
  const selected = locked.filter(({ id }) => matching.has(id));
  return {
    items: selected,
    missing: [],
    count: selected.length,
    cursor: after === null ? null : { after },
  };
}

/** Locks the next selected items of a job, in batches that are short and light. */
export const nextSelected = (ctx: Ctx, selection: ItemSelection, cursor: unknown): Promise<Selected> =>
  "identifiers" in selection
    ? nextNamed(ctx, selection.identifiers, cursor)
    : nextMatching(ctx, selection.filter, cursor);
