import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { auditEvents } from "@/db/schema/audit-events";
import type { Group } from "@/db/schema/groups";
import { history } from "@/db/schema/history";
import { items } from "@/db/schema/items";
import { type Ctx, sandboxIn } from "@/server/core/ctx";
import { DAY_MS } from "@/server/core/time";
import type { ItemInGroup } from "./read";

const AUDIT_LOG_DAYS = 730;

/** A change of an item's group after the item was invalidated: merged views follow the group, not the invalidation. */
export interface GroupChange {
  what: "changed" | "deleted";
  at: Date;
  /** Whether the audit log or the item's history has the change. */
  isRecorded: boolean;
}

/** Finds the last change of the group after the item was invalidated; null if there was none. */
export async function groupChangeOf(ctx: Ctx, { item, group }: ItemInGroup): Promise<GroupChange | null> {
  const { identifier, invalidatedAt } = item;
  if (!invalidatedAt) return null;
  return group ? lastChange(ctx, group, invalidatedAt) : deletion(ctx, identifier, invalidatedAt);
}

async function lastChange({ db }: Ctx, group: Group, since: Date): Promise<GroupChange | null> {
  if (group.updatedAt <= since) return null;
  const [last] = await db
    .select({ at: auditEvents.at })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.producerId, group.producerId),
        eq(auditEvents.targetId, group.id),
        eq(auditEvents.action, "groupChanged"),
        gt(auditEvents.at, since),
        sql`${auditEvents.changes} <> '[]'`,
      ),
    )
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
    .limit(1);
  if (last) return { what: "changed", at: last.at, isRecorded: true };
  // The audit log has no updates without changes, and nothing from before its retention.
  if (Date.now() - group.updatedAt.getTime() < AUDIT_LOG_DAYS * DAY_MS) return null;
  return { what: "changed", at: group.updatedAt, isRecorded: false };
}

/** Only the deletion of its group removes an invalidated item from it. */
async function deletion(ctx: Ctx, identifier: string, since: Date): Promise<GroupChange | null> {
  const [left] = await ctx.db
    .select({ at: history.timestamp })
    .from(history)
    .innerJoin(items, eq(items.id, history.itemId))
    .where(
      and(
        eq(items.identifier, identifier),
        eq(items.sandbox, sandboxIn(ctx)),
        isNull(items.deletedAt),
        eq(history.action, "deletedFromGroup"),
        gt(history.timestamp, since),
      ),
    )
    .orderBy(desc(history.timestamp))
    .limit(1);
  return left ? { what: "deleted", at: left.at, isRecorded: true } : null;
}
