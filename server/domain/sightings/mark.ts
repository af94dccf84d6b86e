import { and, eq } from "drizzle-orm";
import type { AuditEventName } from "@/db/schema/audit-events";
import { codeMarks } from "@/db/schema/code-marks";
import { sightings } from "@/db/schema/sightings";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import type { CodeMark } from "@/server/domain/code-patterns/schema";
import { newId } from "@/server/platform/ids";

const EVENT_OF = {
  dismissed: "codeDismissed",
  counterfeit: "codeMarkedCounterfeit",
} as const satisfies Record<string, AuditEventName>;

/**
 * Marks an unregistered code of the caller as dismissed or counterfeit, or opens it again. A code that is marked so already stays.
 * @throws 404 if no sighting of the code concerns the caller
 */
export const markCode = (ctx: Ctx, { identifier, mark }: CodeMark): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { producerId } = callingProducer(ctx);
    const [seen] = await ctx.db
      .select({ id: sightings.id })
      .from(sightings)
      .where(and(eq(sightings.producerId, producerId), eq(sightings.identifier, identifier)))
      .limit(1);
    if (!seen) throw notFound("unregistered-code-not-found", `There is no scan of the code ${identifier}.`);
    const own = and(eq(codeMarks.producerId, producerId), eq(codeMarks.identifier, identifier));
    const [before] = await ctx.db.select().from(codeMarks).where(own).for("update");
    if ((before?.mark ?? null) === mark) return;
    if (mark === null) await ctx.db.delete(codeMarks).where(own);
    else
      await ctx.db
        .insert(codeMarks)
        .values({ producerId, identifier, mark, at: new Date() })
        .onConflictDoUpdate({
          target: [codeMarks.producerId, codeMarks.identifier],
          set: { mark, at: new Date() },
        });
    await recordAuditEvent(ctx, mark === null ? "codeReopened" : EVENT_OF[mark], {
      producerId,
      // The mark has no id of its own.
      id: newId(),
      name: identifier,
    });
  });
