import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { assessments } from "@/db/schema/assessments";
import { identifiers } from "@/db/schema/identifiers";
import { items } from "@/db/schema/items";
import { scans } from "@/db/schema/scans";
import { choiceIn } from "@/server/core/choice";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { during, type Lead, type TimeColumn } from "@/server/data/keyset";
import { liesIn } from "@/server/domain/stats/box";
import { conditionsOf, rarestOf, type ScanWay, withFindings } from "./conditions";
import type { ScanFilter } from "./filter";

/** The caller's item with an identifier; its id is null if the item was deleted. */
async function itemOf(ctx: Ctx, identifier: string): Promise<{ id: number | null } | undefined> {
  const [found] = await ctx.db
    .select({ id: items.id })
    .from(identifiers)
    .leftJoin(
      items,
      and(
        eq(items.identifier, identifiers.identifier),
        eq(items.sandbox, identifiers.sandbox),
        isNull(items.deletedAt),
      ),
    )
    .where(
      and(
        eq(identifiers.identifier, identifier),
        eq(identifiers.producerId, callingProducer(ctx).producerId),
      ),
    );
  return found;
}

/** The rows that lists of scans walk: all scans, or assessments with findings. */
interface Walked {
  table: PgTable;
  producerId: PgColumn;
  itemId: PgColumn;
  time: TimeColumn;
  id: PgColumn;
}
const ALL: Walked = {
  table: scans,
  producerId: scans.producerId,
  itemId: scans.itemId,
  time: scans.timestamp,
  id: scans.id,
};
const SUSPICIOUS: Walked = {
  table: assessments,
  producerId: assessments.producerId,
  itemId: assessments.itemId,
  time: assessments.timestamp,
  id: assessments.scanId,
};

/** How a list of scans is read: along indexes that together have the scans of one condition of the filter. */
export interface ScanPlan {
  along: Walked;
  ways: { lead: Lead | undefined; walked: SQL | undefined }[];
  /** The other conditions. */
  remaining: SQL | undefined;
  /** All conditions as one. */
  whole: SQL | undefined;
  inBox: SQL | undefined;
}

function findingOf({ finding }: ScanFilter): { isWalked: boolean; has: SQL | undefined } {
  if (finding === undefined) return { isWalked: false, has: undefined };
  const choice = choiceIn(finding);
  const isWalked = "is" in choice;
  return { isWalked, has: isWalked && choice.is.includes("any") ? undefined : withFindings(finding) };
}

/** Plans the list of the caller's scans that match a filter; undefined where it has another producer's item. */
export async function planOf(ctx: Ctx, filter: ScanFilter): Promise<ScanPlan | undefined> {
  const { producerId } = callingProducer(ctx);
  const item = filter.item === undefined ? undefined : await itemOf(ctx, filter.item);
  if (filter.item !== undefined && !item) return undefined;
  const finding = findingOf(filter);
  const along = finding.isWalked ? SUSPICIOUS : ALL;
  const ofItem: ScanWay[] | undefined = item?.id
    ? [{ lead: { column: along.itemId, value: item.id } }]
    : undefined;
  // The walk is along the item, the scans with findings, or the probably rarest condition.
  const rarest = ofItem || finding.isWalked ? undefined : rarestOf(filter);
  const ways = (ofItem ?? rarest?.ways ?? [{}]).map(({ lead, where }) => ({
    lead,
    // The index of items has no producer column, and the item is known to be the caller's.
    walked: and(
      ofItem ? undefined : eq(along.producerId, producerId),
      during({ lead, time: along.time }, filter),
      where,
    ),
  }));
  const isOfDeleted = item?.id === null ? eq(scans.identifier, filter.item ?? "") : undefined;
  const inBox = filter.box && liesIn(filter.box, sql`${scans.longitude}`, sql`${scans.latitude}`);
  const others = and(finding.has, isOfDeleted, inBox);
  const ofItemAlone = item?.id ? eq(along.itemId, item.id) : undefined;
  return {
    along,
    ways,
    remaining: and(others, conditionsOf(filter, rarest?.name)),
    whole: and(
      eq(along.producerId, producerId),
      ofItemAlone,
      during({ time: along.time }, filter),
      others,
      conditionsOf(filter),
    ),
    inBox,
  };
}
