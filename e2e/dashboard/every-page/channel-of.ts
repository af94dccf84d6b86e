import { alertChannelRules, alertChannels } from "@/db/schema/alert-channels";
import { alertNotices } from "@/db/schema/alert-notices";
import type { Ctx } from "@/server/core/ctx";
import { newId } from "@/server/platform/ids";

/** A chat channel of a rule, with quiet hours, that could not be told of an alert so far. The service alone has the key of its URL. */
export async function channelOf(
  { db }: Pick<Ctx, "db">,
  { producerId, alertId, ruleId }: { producerId: string; alertId: string; ruleId: string },
): Promise<string> {
  const [id, now] = [newId(), new Date()];
  await db.insert(alertChannels).values({
    id,
    producerId,
    name: "Zephyr security",
    kind: "slack",
    url: Buffer.from("sealed"),
    host: "zephyr.invalid",
    locale: "en",
    allRules: false,
    quietHours: { from: "22:00", to: "07:00", timeZone: "Europe/Berlin", days: [1, 2, 3, 4, 5] },
    createdAt: now,
    updatedAt: now,
  });
  await db.insert(alertChannelRules).values({ channelId: id, ruleId, producerId });
  await db.insert(alertNotices).values({
    alertId,
    channelId: id,
    dueAt: new Date(Date.now() + 3_600_000),
    attemptsMade: 3,
    failure: "HTTP 404: zephyr",
  });
  return id;
}
