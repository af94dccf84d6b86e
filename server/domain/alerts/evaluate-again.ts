import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { type AlertCondition, alertRules } from "@/db/schema/alert-rules";
import { CAUGHT_UP_DAYS } from "./evaluate";

/** Kinds of rules that are evaluated from scans. */
export const OF_SCANS = ["fakeRate", "newCountry", "impossibleTravel", "stolenItem"] as const;

/**
 * Makes rules of the given kinds evaluate the minutes of late scans again, in the caller's transaction. Goes back at most two
 * days, and never before the rule's last change.
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
  const firstLate = JSON.stringify([...first].map(([producer, at]) => ({ producer, at: new Date(at) })));
  await db.execute(sql`
    update ${alertRules} set evaluated_until = greatest(at, updated_at, now() - make_interval(days => ${CAUGHT_UP_DAYS}))
    from jsonb_to_recordset(${firstLate}::text::jsonb) as told(producer uuid, at timestamptz)
    where producer_id = producer and is_on and deleted_at is null
      and condition ->> 'kind' in ${[...kinds]}
      and evaluated_until > greatest(at, updated_at, now() - make_interval(days => ${CAUGHT_UP_DAYS}))`);
}
