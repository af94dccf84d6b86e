import { and, desc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { hooks } from "@/db/schema/hooks";
import { items } from "@/db/schema/items";
import { type Scan, scans } from "@/db/schema/scans";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { contains, idsBeginningWith } from "@/server/data/text-search";
import { walkIndexes } from "@/server/data/walk-indexes";
import { findCalls } from "@/server/domain/api-calls/list";
import { type ListedCase, listCases } from "@/server/domain/cases/list";
import { listContentsWith } from "@/server/domain/contents/list";
import { type ListedGroup, listGroups } from "@/server/domain/groups/list";
import { listItems } from "@/server/domain/items/list";
import type { ListedItem } from "@/server/domain/items/listed";
import { ownedItem } from "@/server/domain/items/read";
import { type FoundView, findViews } from "@/server/domain/saved-views/list";
import { shownTitle } from "@/server/domain/shared/shown-title";

const MAX_RESULTS_PER_KIND = 5;
const FIRST_FEW = { cursor: undefined, limit: MAX_RESULTS_PER_KIND };

/** The results of a search, at most five of each kind. */
export interface Found {
  items: Pick<ListedItem, "identifier" | "title" | "invalidatedAt" | "match">[];
  groups: Pick<ListedGroup, "id" | "title" | "match">[];
  cases: Pick<ListedCase, "id" | "number" | "title">[];
  scans: Pick<Scan, "id" | "identifier" | "timestamp" | "copyclassification">[];
  hooks: { id: string; url: string }[];
  contents: { id: string; name: string | null; contentType: string }[];
  views: FoundView[];
  /** Calls of the request log, by their whole request id. */
  calls: { id: string; method: string; path: string; status: number }[];
}

const idBetween = (id: PgColumn, ids: { lowest: string; highest: string }) =>
  sql`${id} between ${ids.lowest} and ${ids.highest}`;

/** The item with exactly this identifier comes first, then the newest items. */
async function findItems(ctx: Ctx, fragment: string): Promise<Found["items"]> {
  const { producerId } = callingProducer(ctx);
  const [[exact], { entries }] = await Promise.all([
    ctx.db
      .select({ identifier: items.identifier, title: shownTitle, invalidatedAt: items.invalidatedAt })
      .from(items)
      .where(and(eq(items.identifier, fragment), eq(items.producerId, producerId), isNull(items.deletedAt))),
    listItems(ctx, { search: fragment }, FIRST_FEW),
  ]);
  const others = entries
    .filter(({ identifier }) => identifier !== fragment)
    .map(({ identifier, title, invalidatedAt, match }) => ({
      identifier,
      title,
      invalidatedAt,
      ...(match ? { match } : {}),
    }));
  return (exact ? [exact, ...others] : others).slice(0, MAX_RESULTS_PER_KIND);
}

const newestFirst = [desc(scans.timestamp), desc(scans.id)];

const findScans = (ctx: Ctx, condition: SQL | undefined, order: SQL[]): Promise<Found["scans"]> =>
  walkIndexes(ctx.db, (db) =>
    db
      .select({
        id: scans.id,
        identifier: scans.identifier,
        timestamp: scans.timestamp,
        copyclassification: scans.copyclassification,
      })
      .from(scans)
      .where(condition)
      .orderBy(...order)
      .limit(MAX_RESULTS_PER_KIND),
  );

const findHooks = (ctx: Ctx, fragment: string): Promise<Found["hooks"]> => {
  const ids = idsBeginningWith(fragment);
  const own = and(eq(hooks.producerId, callingProducer(ctx).producerId), isNull(hooks.deletedAt));
  return ctx.db
    .select({ id: hooks.id, url: hooks.url })
    .from(hooks)
    .where(and(own, or(contains(sql`${hooks.url}`, fragment), ids && idBetween(hooks.id, ids))))
    .orderBy(desc(hooks.createdAt), desc(hooks.id))
    .limit(MAX_RESULTS_PER_KIND);
};

/**
 * Finds the caller's objects that contain a fragment in identifier, title, data, name or URL, or condition id begins with it.
 * Scans are found by the beginning of their id; otherwise the scans of the single item found are listed. Calls are found by
 * their whole request id.
 */
export async function find(ctx: Ctx, fragment: string): Promise<Found> {
  if (fragment === "")
    return { items: [], groups: [], scans: [], hooks: [], contents: [], views: [], calls: [], cases: [] };
  const ids = idsBeginningWith(fragment);
  const [foundItems, foundGroups, scansById, foundHooks, foundContents, views, calls, foundCases] =
    await Promise.all([
      findItems(ctx, fragment),
      listGroups(ctx, { search: fragment }, FIRST_FEW),
      ids
        ? findScans(
            ctx,
            and(eq(scans.producerId, callingProducer(ctx).producerId), idBetween(scans.id, ids)),
            [desc(scans.id)],
          )
        : [],
      findHooks(ctx, fragment),
      listContentsWith(ctx, { search: fragment }, FIRST_FEW),
      findViews(ctx, fragment, MAX_RESULTS_PER_KIND),
      findCalls(ctx, fragment, MAX_RESULTS_PER_KIND),
      listCases(ctx, { search: fragment }, FIRST_FEW),
    ]);
  const [first] = foundItems;
  const isUnambiguous = first && (first.identifier === fragment || foundItems.length === 1);
  const scansOfItem =
    isUnambiguous && scansById.length === 0
      ? await findScans(ctx, eq(scans.itemId, (await ownedItem(ctx, first.identifier)).id), newestFirst)
      : [];
  return {
    items: foundItems,
    groups: foundGroups.entries.map(({ id, title, match }) => ({ id, title, ...(match ? { match } : {}) })),
    scans: [...scansById, ...scansOfItem],
    hooks: foundHooks,
    contents: foundContents.entries.map(({ id, name, contentType }) => ({ id, name, contentType })),
    views,
    calls,
    cases: foundCases.entries.map(({ id, number, title }) => ({ id, number, title })),
  };
}
