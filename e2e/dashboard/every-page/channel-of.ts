import { alertNotices } from "@/db/schema/alert-notices";
import type { Ctx } from "@/server/core/ctx";
import { createChannel } from "@/server/domain/alert-channels/create";

/** A chat channel of a rule, with quiet hours, that could not be told of an alert so far. */
export async function channelOf(
  ctx: Ctx,
  { alertId, ruleId }: { alertId: string; ruleId: string },
): Promise<string> {
  const channelId = await createChannel(ctx, {
    name: "Zephyr security",
    kind: "slack",
    url: "https://chat.invalid/zephyr",
    locale: "en",
    ruleIds: [ruleId],
    isOn: true,
    quietHours: { from: "22:00", to: "07:00", timeZone: "Europe/Berlin", days: [1, 2, 3, 4, 5] },
  });
  await ctx.db.insert(alertNotices).values({
    alertId,
    channelId,
    dueAt: new Date(Date.now() + 3_600_000),
    attemptsMade: 3,
    failure: "HTTP 404: no_service",
  });
  return channelId;
}
