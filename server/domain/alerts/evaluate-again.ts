import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { type AlertCondition, alertRules } from "@/db/schema/alert-rules";
import { CAUGHT_UP_DAYS } from "./evaluate";

/** Rules that scans themselves decide. */
export const OF_SCANS = ["fakeRate", "newCountry", "impossibleTravel"] as const;

/**
 * Lets rules of some kinds be judged again from what came after its minute was judged, in the caller's transaction: two days
 * back at most, and never before the rule said what it says.
 */
export async function evaluateAgain(
  db: Db,
  late: readonly { producerId: string; timestamp: Date }[],
  kinds: readonly AlertCondition["kind"][],
): Promise<void> {
  if (late.length === 0) return;
  const first = new Map<string, number>();
  for (const { producerId, timestamp } of late)
    first.set(producerId, Math.min(first.get(producerId) ?? Number.POSITIVE_INFINITY, timestamp.getTime()));
  const told = JSON.stringify([...first].map(([producer, at]) => ({ producer, at: new Date(at) })));
  await db.execute(sql`
    update ${alertRules} set evaluated_until = greatest(at, updated_at, now() - make_interval(days => ${CAUGHT_UP_DAYS}))
    from jsonb_to_recordset(${told}::text::jsonb) as told(producer uuid, at timestamptz)
    where producer_id = producer and is_on and deleted_at is null
      and condition ->> 'kind' in ${[...kinds]}
      and evaluated_until > greatest(at, updated_at, now() - make_interval(days => ${CAUGHT_UP_DAYS}))`);
}
