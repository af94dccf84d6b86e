import { and, eq, gte, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { items } from "@/db/schema/items";
import { choiceIn, isLetBy } from "@/server/core/choice";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { columnPasses } from "@/server/data/choice-condition";
import type { Way } from "@/server/data/few";
import { indexOrder, isLed, type Lead } from "@/server/data/keyset";
import type { ItemFilter } from "./filter";

/** The caller's items that were not deleted. */
export const ownItems = (ctx: Ctx) =>
  and(eq(items.producerId, callingProducer(ctx).producerId), isNull(items.deletedAt));

/** A way to the items of a filter: an index in the order of creation, by its condition or its leading column. */
export interface ItemWay {
  lead?: Lead | undefined;
  where?: SQL | undefined;
}

/** The condition of a way, with its lead. */
export const conditionOf = ({ lead, where }: ItemWay): SQL | undefined => and(isLed({ lead }), where);

/** The ways of the caller's items, for statements that count or collect them. */
export const waysOf = (ctx: Ctx, ways: ItemWay[]): Way[] =>
  ways.map((way) => ({
    where: and(ownItems(ctx), conditionOf(way)),
    indexOrder: indexOrder({ time: items.createdAt, id: items.id, lead: way.lead }),
  }));

/** A filter of items as conditions. */
export interface ItemConditions {
  /** Indexes that together have the items of the condition that probably matches the fewest; none has all items. */
  ways: ItemWay[];
  /** That condition. */
  rarest: SQL | undefined;
  /** All conditions but `rarest` and the time of creation. */
  others: SQL | undefined;
  created: SQL | undefined;
}

/** A condition, with the ways to its items where indexes have them. */
type Condition = { is: SQL; ways?: ItemWay[] };

function groupCondition(group: ItemFilter["group"]): Condition | undefined {
  const is = columnPasses(items.groupId, group, "none");
  if (group === undefined || is === undefined) return undefined;
  const choice = choiceIn(group);
  if ("isNot" in choice) return { is };
  const ways = choice.is.map(
    (value): ItemWay =>
      value === "none" ? { where: isNull(items.groupId) } : { lead: { column: items.groupId, value } },
  );
  return { is, ways };
}

function stateCondition(state: ItemFilter["state"]): Condition | undefined {
  const [active, invalidated] = [isLetBy(state, "active"), isLetBy(state, "invalidated")];
  if (active && invalidated) return undefined;
  // Most items are active, so there is no index for it.
  if (active) return { is: isNull(items.invalidatedAt) };
  const is = invalidated ? isNotNull(items.invalidatedAt) : sql`false`;
  return invalidated ? { is, ways: [{ where: is }] } : { is };
}

export function conditionsOf(filter: ItemFilter): ItemConditions {
  const { hasFakes, createdFrom, createdBefore } = filter;
  const withFakes = sql`${items.hasFakes}`;
  const group = groupCondition(filter.group);
  const isInNone = group?.ways?.some(({ lead }) => lead === undefined);
  const all = [
    isInNone ? undefined : group,
    hasFakes ? { is: withFakes, ways: [{ where: withFakes }] } : undefined,
    stateCondition(filter.state),
    isInNone ? group : undefined,
  ].filter((condition) => condition !== undefined);
  const rarest = all.find(({ ways }) => ways !== undefined);
  return {
    ways: rarest?.ways ?? [{}],
    rarest: rarest?.is,
    others: and(...all.filter((one) => one !== rarest).map(({ is }) => is)),
    created: and(
      createdFrom === undefined ? undefined : gte(items.createdAt, new Date(createdFrom)),
      createdBefore === undefined ? undefined : lt(items.createdAt, new Date(createdBefore)),
    ),
  };
}
