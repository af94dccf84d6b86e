import { and, desc, eq } from "drizzle-orm";
import { alerts } from "@/db/schema/alerts";
import { scans } from "@/db/schema/scans";
import type { Actor } from "@/server/core/caller";
import type { Ctx } from "@/server/core/ctx";
import { moveCases } from "@/server/domain/cases/change";
import { openCase } from "@/server/domain/cases/open";

const FAKES_LINKED = 25;

/** Opens a case for the newest alert about fakes, with the newest fakes; the rest is suggested. Nothing without such an alert. */
export async function seedCase(
  ctx: Ctx,
  { producerId, actor }: { producerId: string; actor: Actor },
): Promise<void> {
  const own: Ctx = {
    ...ctx,
    caller: { kind: "producer", producerId, sandbox: 0, credential: "token", actor },
  };
  const [alert] = await ctx.db
    .select({ id: alerts.id, name: alerts.ruleName })
    .from(alerts)
    .where(and(eq(alerts.producerId, producerId), eq(alerts.ruleName, "Many fakes")))
    .orderBy(desc(alerts.openedAt))
    .limit(1);
  if (!alert) return;
  const fakes = await ctx.db
    .select({ id: scans.id })
    .from(scans)
    .where(and(eq(scans.producerId, producerId), eq(scans.copyclassification, "fake")))
    .orderBy(desc(scans.timestamp))
    .limit(FAKES_LINKED);
  const { id } = await openCase(own, {
    title: "A cluster of counterfeits",
    summary: "Many scans in one region were classified as fake within a few days.",
    tags: ["counterfeit"],
    links: [
      { kind: "alert", refs: [alert.id] },
      ...(fakes.length > 0 ? [{ kind: "scan" as const, refs: fakes.map((fake) => fake.id) }] : []),
    ],
  });
  await moveCases(own, [id], "investigating", "The same seller appears again and again.");
}
