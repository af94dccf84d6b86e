import { sql } from "drizzle-orm";
import { alertChannelRules, alertChannels } from "@/db/schema/alert-channels";
import { alertNotices } from "@/db/schema/alert-notices";
import { alertWatchers } from "@/db/schema/alert-watchers";
import { alerts } from "@/db/schema/alerts";
import type { Ctx } from "@/server/core/ctx";
import { canMail } from "@/server/platform/mail";

/** While an alert of a rule is open, a recipient receives a message about further ones at most this often. */
const REPEATED_AFTER_HOURS = 4;
/** No notice is sent later than this after its alert opened: time to catch up, quiet hours and attempts. */
const MAX_AGE_DAYS = 8;

/**
 * Writes a notice of an alert for each recipient: the people who watch its rule, and the channels that receive it. While an
 * earlier alert of the rule is open about which the recipient lately received a message, the notice waits for the next message.
 */
export async function noteRecipients(
  { db }: Ctx,
  { ruleId, producerId, alertId }: { ruleId: string; producerId: string; alertId: string },
): Promise<void> {
  await db.execute(sql`
    insert into ${alertNotices} (alert_id, person_id, channel_id, due_at, held_for)
    select ${alertId}::uuid, recipient.person_id, recipient.channel_id,
      case when told.until > now() then told.until else now() end,
      case when told.until > now() then 'repeats' end
    from (
      select watcher.person_id, null::uuid as channel_id from ${alertWatchers} watcher
      where watcher.rule_id = ${ruleId} and ${canMail}
      union all
      select null, channel.id from ${alertChannels} channel
      where channel.producer_id = ${producerId} and channel.deleted_at is null and channel.is_on
        and (channel.all_rules or exists (
          select from ${alertChannelRules} chosen where chosen.channel_id = channel.id and chosen.rule_id = ${ruleId}))
    ) recipient
    cross join lateral (
      select max(case
        when earlier.sent_at is not null then earlier.sent_at + make_interval(hours => ${REPEATED_AFTER_HOURS})
        when earlier.held_for = 'repeats' then earlier.due_at end) as until
      from ${alerts} alert join ${alertNotices} earlier on earlier.alert_id = alert.id
        and (earlier.person_id = recipient.person_id or earlier.channel_id = recipient.channel_id)
      where alert.rule_id = ${ruleId} and alert.state = 'open' and alert.id <> ${alertId}
        and alert.opened_at > now() - make_interval(days => ${MAX_AGE_DAYS})
    ) told`);
}
