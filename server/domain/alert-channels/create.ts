import { and, eq, isNull } from "drizzle-orm";
import { alertChannels } from "@/db/schema/alert-channels";
import { producers } from "@/db/schema/producers";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { invalid } from "@/server/core/errors";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { newId } from "@/server/platform/ids";
import { hostOf } from "./address";
import { chooseRules } from "./choose-rules";
import { sealedUrl } from "./post";
import { MAX_CHANNELS, type NewAlertChannel } from "./schema";

async function refuseTooMany({ db }: Ctx, producerId: string): Promise<void> {
  // The lock makes concurrent creations wait, so that each one counts the others.
  await db
    .select({ id: producers.id })
    .from(producers)
    .where(eq(producers.id, producerId))
    .for("no key update");
  const existing = await db.$count(
    alertChannels,
    and(eq(alertChannels.producerId, producerId), isNull(alertChannels.deletedAt)),
  );
  if (existing >= MAX_CHANNELS)
    throw invalid(
      "too-many-alert-channels",
      `There are ${MAX_CHANNELS} alert channels already. Delete one first.`,
    );
}

/**
 * Creates a chat channel that receives alerts from now on. Returns its id.
 * @throws 400 for a URL that cannot be called, or beyond 20 channels; 404 for a rule that is not the caller's
 */
export const createChannel = (ctx: Ctx, input: NewAlertChannel): Promise<string> =>
  inTransaction(ctx, async (ctx) => {
    const { producerId } = callingProducer(ctx);
    const { name, kind, url, locale, ruleIds, isOn, quietHours } = input;
    const host = hostOf(url);
    await refuseTooMany(ctx, producerId);
    const [id, now] = [newId(), new Date()];
    await ctx.db.insert(alertChannels).values({
      id,
      producerId,
      name,
      kind,
      url: sealedUrl(url, id),
      host,
      locale,
      allRules: ruleIds === null,
      isOn,
      quietHours,
      createdAt: now,
      updatedAt: now,
    });
    await chooseRules(ctx, { id, producerId }, ruleIds);
    await recordAuditEvent(ctx, "alertChannelCreated", { producerId, id, name });
    return id;
  });
