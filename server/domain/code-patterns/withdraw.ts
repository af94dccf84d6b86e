import { and, eq, inArray } from "drizzle-orm";
import { codePatterns } from "@/db/schema/code-patterns";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { isId } from "@/server/platform/ids";
import { lockClaims } from "./claim";

/**
 * Ends a claim of the caller. What it has attributed stays.
 * @throws 404 if the caller has no such claim in force or under review
 */
export const withdrawPattern = (ctx: Ctx, id: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { producerId } = callingProducer(ctx);
    await lockClaims(ctx);
    const own = and(
      eq(codePatterns.id, id),
      eq(codePatterns.producerId, producerId),
      inArray(codePatterns.state, ["active", "contested"]),
    );
    const [ended] = isId(id)
      ? await ctx.db
          .update(codePatterns)
          .set({ state: "withdrawn", changedAt: new Date() })
          .where(own)
          .returning()
      : [];
    if (!ended) throw notFound("code-pattern-not-found", `There is no code pattern ${id}.`);
    await recordAuditEvent(ctx, "codePatternWithdrawn", { producerId, id, name: ended.text });
  });
