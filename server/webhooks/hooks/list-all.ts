import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { PgSelect } from "drizzle-orm/pg-core";
import { groups } from "@/db/schema/groups";
import { type Hook, hooks } from "@/db/schema/hooks";
import { items } from "@/db/schema/items";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { type KeysetPage, type Listed, readKeyset } from "@/server/data/keyset";
import { shownOf } from "@/server/domain/shared/shown";
import { shownTitle } from "@/server/domain/shared/shown-title";
import { isId } from "@/server/platform/ids";
import { type HookTarget, hooksOf, ownedTarget } from "./target";

/** A webhook in the list of its producer; never with its secrets. */
export interface ListedHook
  extends Pick<
    Hook,
    | "id"
    | "events"
    | "url"
    | "executed"
    | "failingSince"
    | "switchedOffAt"
    | "paused"
    | "createdAt"
    | "updatedAt"
  > {
  /** The target; `id` is the item's identifier, the group's id or the producer's. */
  target: { type: "item" | "group" | "producer"; id: string; title: string | null };
  /** Until this time the previous secret also signs calls. */
  previousSecretUntil: Date | null;
}

const columns = {
  hook: {
    id: hooks.id,
    events: hooks.events,
    url: hooks.url,
    executed: hooks.executed,
    failingSince: hooks.failingSince,
    switchedOffAt: hooks.switchedOffAt,
    paused: hooks.paused,
    previousSecretUntil: hooks.previousSecretUntil,
    createdAt: hooks.createdAt,
    updatedAt: hooks.updatedAt,
  },
  producerId: hooks.producerId,
  item: { identifier: items.identifier, title: shownTitle },
  group: { id: groups.id, title: shownOf(groups.title) },
};

/** Joins the target of each webhook. */
const withTarget = <Query extends PgSelect>(query: Query) =>
  query.leftJoin(items, eq(items.id, hooks.itemId)).leftJoin(groups, eq(groups.id, hooks.groupId));

const read = (ctx: Ctx, where: SQL | undefined) =>
  withTarget(ctx.db.select(columns).from(hooks).$dynamic()).where(where);

const readWithData = (ctx: Ctx, where: SQL | undefined) => {
  const hook = { ...columns.hook, data: hooks.data };
  return withTarget(
    ctx.db
      .select({ ...columns, hook })
      .from(hooks)
      .$dynamic(),
  ).where(where);
};

type Row = Awaited<ReturnType<typeof read>>[number];

function targetOf({ item, group, producerId }: Row): ListedHook["target"] {
  if (item) return { type: "item", id: item.identifier, title: item.title };
  if (group) return { type: "group", id: group.id, title: group.title };
  return { type: "producer", id: producerId, title: null };
}

const shown = (row: Row): ListedHook => ({ ...row.hook, target: targetOf(row) });

/**
 * The caller's webhooks, newest first: of all targets, or of one.
 * @throws 404 if the target does not exist, 403 if it is another producer's
 */
export async function listAllHooks(
  ctx: Ctx,
  target: HookTarget | undefined,
  page: KeysetPage,
): Promise<Listed<ListedHook>> {
  const { producerId } = callingProducer(ctx);
  const scope =
    target === undefined
      ? and(eq(hooks.producerId, producerId), isNull(hooks.deletedAt))
      : hooksOf((await ownedTarget(ctx, target)).columns);
  const { entries, nextCursor } = await readKeyset<Row>(ctx, page, (ctx) => ({
    time: hooks.createdAt,
    id: hooks.id,
    isSorted: target !== undefined,
    keyOf: ({ hook }) => ({ at: hook.createdAt, id: hook.id }),
    read: (range, order, most) =>
      read(ctx, and(scope, range))
        .orderBy(...order)
        .limit(most),
  }));
  return { entries: entries.map(shown), nextCursor };
}

/** One of the caller's webhooks, whatever its target. @throws 404 for any other webhook */
export async function getHook(ctx: Ctx, id: string): Promise<ListedHook & Pick<Hook, "data">> {
  const { producerId } = callingProducer(ctx);
  const [row] = isId(id)
    ? await readWithData(
        ctx,
        and(eq(hooks.id, id), eq(hooks.producerId, producerId), isNull(hooks.deletedAt)),
      )
    : [];
  if (!row) throw notFound("hook-not-found", `There is no hook ${id}.`);
  return { ...row.hook, target: targetOf(row) };
}
