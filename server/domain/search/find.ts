import { and, desc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { contents } from "@/db/schema/contents";
import { groups } from "@/db/schema/groups";
import { hooks } from "@/db/schema/hooks";
import { items } from "@/db/schema/items";
import { type Scan, scans } from "@/db/schema/scans";
import { type Ctx, callingProducer } from "@/server/ctx";
import { contentContains } from "@/server/domain/contents/list";
import { groupContains } from "@/server/domain/groups/list";
import { itemContains } from "@/server/domain/items/list";
import { contains, idsBeginningWith } from "@/server/domain/shared/fragment";

const MOST_OF_A_KIND = 5;
/** So many matches are weighed, whatever their age, before the newest few of them are shown. */
const MOST_WEIGHED = 1_000;

/** What a fragment finds of each kind, at most five of one. */
export interface Found {
  items: { identifier: string; title: string | null; invalidatedAt: Date | null }[];
  groups: { id: string; title: string | null }[];
  scans: Pick<Scan, "id" | "identifier" | "timestamp" | "copyclassification">[];
  hooks: { id: string; url: string }[];
  contents: { id: string; name: string | null; contentType: string }[];
}

const idBetween = (id: PgColumn, ids: { lowest: string; highest: string }) =>
  sql`${id} between ${ids.lowest} and ${ids.highest}`;

/** Those with just that identifier first, then those that begin with it, then the newest. */
async function findItems(ctx: Ctx, producerId: string, fragment: string) {
  const own = and(eq(items.producerId, producerId), isNull(items.deletedAt));
  const matches = ctx.db
    .select({
      identifier: items.identifier,
      title: items.title,
      invalidatedAt: items.invalidatedAt,
      createdAt: items.createdAt,
      id: items.id,
    })
    .from(items)
    .where(and(own, or(eq(items.identifier, fragment), itemContains(fragment))))
    .limit(MOST_WEIGHED)
    .as("matches");
  return ctx.db
    .select()
    .from(matches)
    .orderBy(
      sql`${matches.identifier} = ${fragment} desc`,
      sql`starts_with(lower(${matches.identifier}), ${fragment.toLowerCase()}) desc`,
      desc(matches.createdAt),
      desc(matches.id),
    )
    .limit(MOST_OF_A_KIND);
}

const findGroups = (ctx: Ctx, producerId: string, fragment: string) =>
  ctx.db
    .select({ id: groups.id, title: groups.title })
    .from(groups)
    .where(and(eq(groups.producerId, producerId), groupContains(fragment)))
    .orderBy(desc(groups.createdAt), desc(groups.id))
    .limit(MOST_OF_A_KIND);

const findScans = async (ctx: Ctx, whose: SQL | undefined) =>
  ctx.db
    .select({
      id: scans.id,
      identifier: scans.identifier,
      timestamp: scans.timestamp,
      copyclassification: scans.copyclassification,
    })
    .from(scans)
    .where(whose)
    .orderBy(desc(scans.timestamp), desc(scans.id))
    .limit(MOST_OF_A_KIND);

const findHooks = (ctx: Ctx, producerId: string, fragment: string) => {
  const ids = idsBeginningWith(fragment);
  return ctx.db
    .select({ id: hooks.id, url: hooks.url })
    .from(hooks)
    .where(
      and(
        eq(hooks.producerId, producerId),
        isNull(hooks.deletedAt),
        or(contains(sql`${hooks.url}`, fragment), ids && idBetween(hooks.id, ids)),
      ),
    )
    .orderBy(desc(hooks.createdAt), desc(hooks.id))
    .limit(MOST_OF_A_KIND);
};

const findContents = (ctx: Ctx, producerId: string, fragment: string) =>
  ctx.db
    .select({ id: contents.id, name: contents.name, contentType: contents.contentType })
    .from(contents)
    .where(and(eq(contents.producerId, producerId), contentContains(fragment)))
    .orderBy(desc(contents.createdAt), desc(contents.id))
    .limit(MOST_OF_A_KIND);

/**
 * What of the caller's has a fragment in its identifier, title, name or address, or at the beginning of its id. Scans are
 * found by the beginning of their id, else by that of their item.
 */
export async function find(ctx: Ctx, fragment: string): Promise<Found> {
  const nothing: Found = { items: [], groups: [], scans: [], hooks: [], contents: [] };
  if (fragment === "") return nothing;
  const { producerId } = callingProducer(ctx);
  const ids = idsBeginningWith(fragment);
  const own = eq(scans.producerId, producerId);
  const [foundItems, foundGroups, scansById, foundHooks, foundContents] = await Promise.all([
    findItems(ctx, producerId, fragment),
    findGroups(ctx, producerId, fragment),
    ids ? findScans(ctx, and(own, idBetween(scans.id, ids))) : [],
    findHooks(ctx, producerId, fragment),
    findContents(ctx, producerId, fragment),
  ]);
  const [first] = foundItems;
  const isExact = first?.identifier === fragment || foundItems.length === 1;
  const scansOfItem =
    first && isExact && scansById.length === 0
      ? await findScans(ctx, and(own, eq(scans.itemId, first.id)))
      : [];
  return {
    items: foundItems.map(({ identifier, title, invalidatedAt }) => ({ identifier, title, invalidatedAt })),
    groups: foundGroups,
    scans: scansById.length > 0 ? scansById : scansOfItem,
    hooks: foundHooks,
    contents: foundContents,
  };
}
