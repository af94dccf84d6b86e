import { and, desc, eq } from "drizzle-orm";
import { type Alert, alerts } from "@/db/schema/alerts";
import { type Ctx, callingProducer } from "@/server/core/ctx";

/** More are only said to be more. */
const MAX_COUNTED = 99;
const MAX_NEWEST = 3;

export interface AlertNews {
  /** How many are open, at most 100. */
  open: number;
  /** The newest of them. */
  newest: Pick<Alert, "id" | "ruleName">[];
}

/** What every page of the dashboard tells of the caller's alerts; asked each minute by each of them. */
export async function newsOfAlerts(ctx: Ctx): Promise<AlertNews> {
  const open = await ctx.db
    .select({ id: alerts.id, ruleName: alerts.ruleName })
    .from(alerts)
    .where(and(eq(alerts.producerId, callingProducer(ctx).producerId), eq(alerts.state, "open")))
    .orderBy(desc(alerts.openedAt), desc(alerts.id))
    .limit(MAX_COUNTED + 1);
  return { open: open.length, newest: open.slice(0, MAX_NEWEST) };
}
