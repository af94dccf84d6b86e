import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type AlertChannel, alertChannelRules, alertChannels } from "@/db/schema/alert-channels";
import { type Ctx, callingProducer, isInTransaction } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { isId } from "@/server/platform/ids";

/** A channel as members see it: without its URL, which alone permits to send. */
export interface ListedChannel
  extends Pick<
    AlertChannel,
    "id" | "name" | "kind" | "host" | "locale" | "isOn" | "quietHours" | "createdAt" | "updatedAt"
  > {
  /** Null for the alerts of all rules. */
  ruleIds: string[] | null;
  /** Why the newest message did not arrive, and since when; null once one arrived. */
  failure: string | null;
}

const { id, name, kind, host, locale, isOn, quietHours, createdAt, updatedAt } = alertChannels;

const absent = (channelId: string) =>
  notFound("alert-channel-not-found", `There is no alert channel ${channelId}.`);

const read = (ctx: Ctx, only?: SQL): Promise<ListedChannel[]> =>
  ctx.db
    .select({
      id,
      name,
      kind,
      host,
      locale,
      isOn,
      quietHours,
      createdAt,
      updatedAt,
      ruleIds: sql<string[] | null>`case when ${alertChannels.allRules} then null else (
        select coalesce(json_agg(chosen.rule_id), '[]') from ${alertChannelRules} chosen
        where chosen.channel_id = alert_channels.id) end`,
      failure: sql<string | null>`(select notice.failure from alert_mails notice
        where notice.channel_id = alert_channels.id and (notice.sent_at is not null or notice.failure is not null)
        order by notice.alert_id desc limit 1)`,
    })
    .from(alertChannels)
    .where(
      and(
        eq(alertChannels.producerId, callingProducer(ctx).producerId),
        isNull(alertChannels.deletedAt),
        only,
      ),
    )
    .orderBy(asc(createdAt), asc(id));

/** Lists all channels of the caller; no pages, because there are at most twenty. */
export const listChannels = (ctx: Ctx): Promise<ListedChannel[]> => read(ctx);

/**
 * One of the caller's channels.
 * @throws 404 for any other
 */
export async function getChannel(ctx: Ctx, channelId: string): Promise<ListedChannel> {
  const [channel] = isId(channelId) ? await read(ctx, eq(id, channelId)) : [];
  if (!channel) throw absent(channelId);
  return channel;
}

/** A channel that is not deleted. */
export type OwnedChannel = AlertChannel & { url: Buffer };

/**
 * The row of one of the caller's channels; locked if the context is in a transaction.
 * @throws 404 for any other
 */
export async function ownedChannel(ctx: Ctx, channelId: string): Promise<OwnedChannel> {
  const query = ctx.db
    .select()
    .from(alertChannels)
    .where(
      and(
        eq(id, channelId),
        eq(alertChannels.producerId, callingProducer(ctx).producerId),
        isNull(alertChannels.deletedAt),
      ),
    );
  const [channel] = isId(channelId) ? await (isInTransaction(ctx) ? query.for("no key update") : query) : [];
  if (!channel?.url) throw absent(channelId);
  return { ...channel, url: channel.url };
}
