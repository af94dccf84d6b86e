import { eq } from "drizzle-orm";
import { producers } from "@/db/schema/producers";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { publicBaseUrl } from "@/server/platform/env";
import { type Posted, postToChannel } from "./post";
import { ownedChannel } from "./read";

const TEST_NAME = { en: "Test message", de: "Testnachricht" };

/**
 * Sends a test message to a channel, also in quiet hours, and returns what the receiver answered.
 * @throws 404 if the caller has no such channel
 */
export async function sendTestMessage(ctx: Ctx, channelId: string): Promise<Posted> {
  const { producerId } = callingProducer(ctx);
  const channel = await ownedChannel(ctx, channelId);
  const { name } = only(
    await ctx.db.select({ name: producers.name }).from(producers).where(eq(producers.id, producerId)),
  );
  await recordAuditEvent(ctx, "alertChannelTested", { producerId, id: channel.id, name: channel.name });
  const now = new Date();
  const link = `${publicBaseUrl}/p/${producerId}/alerts`;
  const rule = {
    ruleName: TEST_NAME[channel.locale],
    figures: { kind: "unknownIdentifiers", sightings: 1 },
    openedAt: now,
    state: "open",
    count: 1,
    since: now,
    link,
  } as const;
  return postToChannel(channel, { producerName: name, count: 1, rules: [rule], left: 0, link });
}
