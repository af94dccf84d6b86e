import { and, eq, isNull } from "drizzle-orm";
import { alertChannels } from "@/db/schema/alert-channels";
import { alertNotices } from "@/db/schema/alert-notices";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { changesBetween } from "@/server/domain/history/changes";
import { refuseStale, versionOf } from "@/server/domain/shared/version";
import { hostOf } from "./address";
import { chooseRules } from "./choose-rules";
import { sealedUrl } from "./post";
import { getChannel, type ListedChannel, ownedChannel } from "./read";
import type { ChangedAlertChannel } from "./schema";

type Settings = Pick<ListedChannel, "name" | "host" | "locale" | "ruleIds" | "isOn" | "quietHours">;

const settingsOf = ({ name, host, locale, ruleIds, isOn, quietHours }: Settings) => ({
  name,
  host,
  locale,
  rules: ruleIds === null ? "all" : ruleIds.toSorted(),
  isOn,
  quietHours,
});

/** The version of a channel's settings, by which a stale save is refused. */
export const versionOfChannel = (channel: Settings): string => versionOf(JSON.stringify(settingsOf(channel)));

/**
 * Changes a channel, and returns it as stored. Notices that wait for the end of quiet hours are decided anew.
 * @throws 404 if the caller has no such channel or rule, 400 for a URL that cannot be called
 * @throws {StaleVersion} if `seen` is given and no longer the channel's version
 */
export const updateChannel = (
  ctx: Ctx,
  channelId: string,
  { url, ...change }: ChangedAlertChannel,
  seen?: string,
): Promise<ListedChannel> =>
  inTransaction(ctx, async (ctx) => {
    const { id, producerId } = await ownedChannel(ctx, channelId);
    const before = await getChannel(ctx, id);
    refuseStale(seen, versionOfChannel(before));
    const host = url === undefined ? before.host : hostOf(url);
    const { ruleIds, ...columns } = change;
    await ctx.db
      .update(alertChannels)
      .set({
        ...columns,
        ...(url === undefined ? {} : { url: sealedUrl(url, id) }),
        host,
        allRules: ruleIds === null,
        updatedAt: new Date(),
      })
      .where(eq(alertChannels.id, id));
    await chooseRules(ctx, { id, producerId }, ruleIds);
    await ctx.db
      .update(alertNotices)
      .set({ dueAt: new Date() })
      .where(
        and(
          eq(alertNotices.channelId, id),
          eq(alertNotices.heldFor, "quietHours"),
          isNull(alertNotices.sentAt),
          isNull(alertNotices.givenUpAt),
        ),
      );
    const changes = changesBetween(settingsOf(before), settingsOf({ ...change, host }));
    // A new URL of the same host is a change, too, of which only the fact is recorded.
    if (url !== undefined) changes.push({ path: "/url" });
    await recordAuditEvent(ctx, "alertChannelChanged", { producerId, id, name: change.name, changes });
    return getChannel(ctx, id);
  });
