import { and, eq, gt } from "drizzle-orm";
import { type AuditEventName, auditEvents, KIND_OF } from "@/db/schema/audit-events";
import { actorIn, type Ctx } from "@/server/core/ctx";

/** Whether the caller performed an action on anything of the producer within a time. */
export async function hasActed(
  ctx: Ctx,
  action: AuditEventName,
  { producerId }: { producerId: string },
  withinMs: number,
): Promise<boolean> {
  const [earlier] = await ctx.db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.producerId, producerId),
        eq(auditEvents.targetKind, KIND_OF[action]),
        gt(auditEvents.at, new Date(Date.now() - withinMs)),
        eq(auditEvents.action, action),
        eq(auditEvents.actorId, actorIn(ctx).id),
      ),
    )
    .limit(1);
  return earlier !== undefined;
}
