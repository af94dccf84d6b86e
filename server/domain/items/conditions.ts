import { and, eq, gte, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { items } from "@/db/schema/items";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import type { Lead } from "@/server/data/keyset";
import type { ItemFilter } from "./filter";

/** The caller's items that were not deleted. */
export const ownItems = (ctx: Ctx) =>
  and(eq(items.producerId, callingProducer(ctx).producerId), isNull(items.deletedAt));

/** A filter of items as conditions. */
export interface ItemConditions {
  /** The leading column of an index that serves `rarest` in the order of creation. */
  lead: Lead | undefined;
  /** The condition with an index that probably matches the fewest items. */
  rarest: SQL | undefined;
  /** All conditions but `rarest` and the time of creation. */
  others: SQL | undefined;
  created: SQL | undefined;
}

export function conditionsOf({
  state,
  group,
  hasFakes,
  createdFrom,
  createdBefore,
}: ItemFilter): ItemConditions {
  const lead = group === "none" || group === undefined ? undefined : { column: items.groupId, value: group };
  const [rarest, ...others] = [
    lead && eq(items.groupId, lead.value),
    hasFakes ? sql`${items.hasFakes}` : undefined,
    state === "invalidated" ? isNotNull(items.invalidatedAt) : undefined,
    group === "none" ? isNull(items.groupId) : undefined,
  ].filter((condition) => condition !== undefined);
  return {
    lead,
    rarest,
    // Most items are active, so there is no index for it.
    others: and(...others, state === "active" ? isNull(items.invalidatedAt) : undefined),
    created: and(
      createdFrom === undefined ? undefined : gte(items.createdAt, new Date(createdFrom)),
      createdBefore === undefined ? undefined : lt(items.createdAt, new Date(createdBefore)),
    ),
  };
}
