import { eq } from "drizzle-orm";
import { producers } from "@/db/schema/producers";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";

/** Sets whether members of the calling producer need a second factor; recorded in the audit log. */
export const requireSecondFactor = (ctx: Ctx, isRequired: boolean): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const of = eq(producers.id, callingProducer(ctx).producerId);
    const { id, name, requiresSecondFactor } = only(
      await ctx.db.select().from(producers).where(of).for("no key update"),
    );
    if (requiresSecondFactor === isRequired) return;
    await ctx.db.update(producers).set({ requiresSecondFactor: isRequired }).where(of);
    const action = isRequired ? "secondFactorRequired" : "secondFactorOptional";
    await recordAuditEvent(ctx, action, { producerId: id, id, name });
  });
