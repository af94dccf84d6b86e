import type { Chance } from "@assay/demo-data";
import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { attempts } from "@/db/schema/attempts";
import { deliveries } from "@/db/schema/deliveries";
import { events, type HookInJson, type Snapshot } from "@/db/schema/events";
import { groups } from "@/db/schema/groups";
import { hooks } from "@/db/schema/hooks";
import { items } from "@/db/schema/items";
import { DAY_MS } from "@/server/core/time";
import { only } from "@/server/data/only";
import { HOOK_IN_JSON } from "@/server/events/emit";
import { newId } from "@/server/platform/ids";
import { newHookSecret, sealedSecret } from "@/server/webhooks/hooks/create";

/** Events are deleted after 30 days. */
const MAX_EVENT_AGE_DAYS = 29;
const MAX_DELIVERIES = 60;
const RETRY_DELAY_MS = 5_000;
const ANSWER = '{"received":true}';

/**
 * Creates a hook for invalidations with past deliveries of the latest ones. Nothing is sent: the events name no hooks,
 * so the service creates no deliveries for them.
 */
export async function seedHook(
  db: Db,
  {
    producerId,
    brand,
    at,
    now,
    chance,
  }: { producerId: string; brand: string; at: number; now: number; chance: Chance },
): Promise<{ id: string; secret: string }> {
  const delivered = await seedEvents(db, producerId, brand, now);
  const [id, secret] = [newId(at), newHookSecret()];
  const host = brand.toLowerCase().replaceAll(/[^a-z]+/g, "-");
  await db.insert(hooks).values({
    id,
    producerId,
    events: ["itemInvalidated", "itemDeleted"],
    url: `https://erp.${host}.example/assay`,
    data: { system: "ERP", contact: "supply chain" },
    executed: delivered.length,
    secret: sealedSecret(secret, id),
    createdAt: new Date(at),
    updatedAt: new Date(at),
  });
  await seedDeliveries(db, id, delivered, chance);
  return { id, secret };
}

interface DeliveredEvent {
  id: string;
  at: Date;
}

async function seedEvents(db: Db, producerId: string, brand: string, now: number): Promise<DeliveredEvent[]> {
  const invalidated = await db
    .select({
      at: items.invalidatedAt,
      item: sql<Snapshot["item"]>`to_jsonb(${items})`,
      group: sql<
        Snapshot["group"]
      >`(select to_jsonb(${groups}) from ${groups} where ${groups.id} = ${items.groupId})`,
    })
    .from(items)
    .where(
      and(
        eq(items.producerId, producerId),
        gt(items.invalidatedAt, new Date(now - MAX_EVENT_AGE_DAYS * DAY_MS)),
      ),
    )
    .orderBy(desc(items.invalidatedAt))
    .limit(MAX_DELIVERIES);
  const rows = invalidated.flatMap(({ at, item, group }) =>
    at === null
      ? []
      : [
          {
            id: newId(at.getTime()),
            type: "itemInvalidated",
            producerId,
            hooks: [],
            snapshot: { producer: { id: producerId, name: brand }, item, group },
            createdAt: at,
          },
        ],
  );
  if (rows.length > 0) await db.insert(events).values(rows);
  return rows.map(({ id, createdAt }) => ({ id, at: createdAt }));
}

/** Inserts deliveries that succeeded at the first attempt, except a few that needed a second. */
async function seedDeliveries(db: Db, hookId: string, delivered: readonly DeliveredEvent[], chance: Chance) {
  if (delivered.length === 0) return;
  const { shown } = only<{ shown: HookInJson }>(
    await db.execute<{ shown: HookInJson }>(
      sql`select ${sql.raw(HOOK_IN_JSON)} as shown from hooks hook where id = ${hookId}`,
    ),
  );
  const made = delivered.map(({ id, at }) => ({
    id: newId(at.getTime()),
    eventId: id,
    at,
    hadToRetry: chance.isTrue(0.15),
  }));
  await db
    .insert(deliveries)
    .values(made.map(({ id, eventId, at }) => ({ id, eventId, hookId, hook: shown, createdAt: at })));
  await db.insert(attempts).values(
    made.flatMap(({ id, at, hadToRetry }) => {
      const begun = at.getTime() + 20 + chance.below(300);
      const again = begun + RETRY_DELAY_MS + chance.below(1_000);
      const success = { deliveryId: id, status: 200, answer: ANSWER, latencyMs: 60 + chance.below(240) };
      if (!hadToRetry) return [{ ...success, startedAt: new Date(begun) }];
      const refused = {
        deliveryId: id,
        status: 503,
        answer: "Down for maintenance",
        latencyMs: 30 + chance.below(90),
      };
      return [
        { ...refused, startedAt: new Date(begun), nextAt: new Date(again) },
        { ...success, startedAt: new Date(again) },
      ];
    }),
  );
}
