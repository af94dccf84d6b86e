import { and, eq, gt, isNull } from "drizzle-orm";
import { assessments } from "@/db/schema/assessments";
import { codeMarks } from "@/db/schema/code-marks";
import { items } from "@/db/schema/items";
import { type Ctx, callingProducer, sandboxIn } from "@/server/core/ctx";
import { DAY_MS } from "@/server/core/time";
import type { Verdict } from "./schema";

/** Older findings say little about the object at hand. */
const FINDINGS_DAYS = 30;

/** The answer to an inspector, and whether an item of the producer has the code. */
export interface Standing {
  isRegistered: boolean;
  verdict: Verdict;
}

async function hasFindings({ db }: Ctx, itemId: number): Promise<boolean> {
  const since = new Date(Date.now() - FINDINGS_DAYS * DAY_MS);
  const found = await db
    .select({ scanId: assessments.scanId })
    .from(assessments)
    .where(and(eq(assessments.itemId, itemId), gt(assessments.timestamp, since)))
    .limit(1);
  return found.length > 0;
}

/** What the calling producer knows of a code that no item of its has: whether it marked it as counterfeit. */
export async function standingOfMarks(ctx: Ctx, code: string): Promise<Standing> {
  const marked = await ctx.db
    .select({ mark: codeMarks.mark })
    .from(codeMarks)
    .where(
      and(
        eq(codeMarks.producerId, callingProducer(ctx).producerId),
        eq(codeMarks.identifier, code),
        eq(codeMarks.mark, "counterfeit"),
      ),
    );
  return { isRegistered: false, verdict: marked.length > 0 ? "suspicious" : "unknown" };
}

/**
 * What the calling producer knows of a code: like the verify page, an item is genuine unless it is invalidated; its members
 * also learn of findings and of codes that they marked. Items of other producers are unknown.
 */
export async function standingOf(ctx: Ctx, code: string): Promise<Standing> {
  const { producerId } = callingProducer(ctx);
  const [item] = await ctx.db
    .select({ id: items.id, invalidatedAt: items.invalidatedAt })
    .from(items)
    .where(
      and(
        eq(items.identifier, code),
        eq(items.sandbox, sandboxIn(ctx)),
        eq(items.producerId, producerId),
        isNull(items.deletedAt),
      ),
    );
  if (!item) return standingOfMarks(ctx, code);
  const isSuspicious = item.invalidatedAt !== null || (await hasFindings(ctx, item.id));
  return { isRegistered: true, verdict: isSuspicious ? "suspicious" : "genuine" };
}
