import type { Window } from "@assay/demo-data";
import { eq } from "drizzle-orm";
import { alertRules } from "@/db/schema/alert-rules";
import type { Actor } from "@/server/core/caller";
import type { Ctx } from "@/server/core/ctx";
import { MINUTE_MS } from "@/server/core/time";
import { createRule } from "@/server/domain/alerts/create-rule";
import { evaluatePast } from "@/server/domain/alerts/evaluate-rules";
import { floorTo } from "@/server/domain/alerts/incidents";
import type { NewAlertRule } from "@/server/domain/alerts/schema";

const COOL_DOWN_HOURS = 336;

/** Alert rules of a brand; the cluster of fakes meets the first. */
const RULES: NewAlertRule[] = [
  {
    name: "Many fakes",
    condition: { kind: "fakeRate", windowHours: 72, percent: 10, minimumScans: 30, of: null },
    coolDownHours: COOL_DOWN_HOURS,
    mailsMe: false,
  },
  {
    name: "Unregistered codes",
    condition: { kind: "unknownIdentifiers", windowHours: 72, sightings: 10 },
    coolDownHours: COOL_DOWN_HOURS,
    mailsMe: false,
  },
  {
    name: "Impossible journeys",
    condition: { kind: "impossibleTravel", windowHours: 24, scans: 3 },
    coolDownHours: COOL_DOWN_HOURS,
    mailsMe: false,
  },
  {
    name: "Scans from a new country",
    condition: { kind: "newCountry", windowHours: 24, quietDays: 90, scans: 3 },
    coolDownHours: COOL_DOWN_HOURS,
    mailsMe: false,
  },
];

/** Creates the alert rules and opens the alerts that they would have opened within the window; returns their number. */
export async function seedAlerts(
  ctx: Ctx,
  { producerId, actor, window, at }: { producerId: string; actor: Actor; window: Window; at: number },
): Promise<number> {
  const own: Ctx = {
    ...ctx,
    caller: { kind: "producer", producerId, sandbox: 0, credential: "token", actor },
  };
  let opened = 0;
  for (const fields of RULES) {
    const rule = await createRule(own, fields);
    await ctx.db
      .update(alertRules)
      .set({ createdAt: new Date(at), updatedAt: new Date(at) })
      .where(eq(alertRules.id, rule.id));
    opened += await evaluatePast(own, rule, { after: window.from, until: floorTo(MINUTE_MS, window.now) });
  }
  return opened;
}
