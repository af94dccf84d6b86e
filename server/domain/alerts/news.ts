import { and, desc, eq } from "drizzle-orm";
import { type Alert, alerts } from "@/db/schema/alerts";
import { type Ctx, callingProducer } from "@/server/core/ctx";

/** Counts above this are not exact. */
const MAX_COUNTED = 99;
const MAX_NEWEST = 3;

export interface AlertNews {
  /** The number of open alerts, at most 100. */
  open: number;
  /** The newest open alerts. */
  newest: Pick<Alert, "id" | "ruleName">[];
}

/** The caller's open alerts, as every page of the dashboard shows them; each page polls this every minute. */
export async function newsOfAlerts(ctx: Ctx): Promise<AlertNews> {
  const open = await ctx.db
    .select({ id: alerts.id, ruleName: alerts.ruleName })
    .from(alerts)
    .where(and(eq(alerts.producerId, callingProducer(ctx).producerId), eq(alerts.state, "open")))
    .orderBy(desc(alerts.openedAt), desc(alerts.id))
    .limit(MAX_COUNTED + 1);
  return { open: open.length, newest: open.slice(0, MAX_NEWEST) };
}
