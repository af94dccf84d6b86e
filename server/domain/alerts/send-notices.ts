import type { Ctx } from "@/server/core/ctx";
import { quietUntil } from "@/server/core/quiet-hours";
import type { Loop, Run } from "@/server/loops/loop";
import { runPass } from "@/server/loops/pass";
import { IDLE_INTERVAL_MS } from "@/server/platform/activity";
import { log } from "@/server/platform/log";
import { toChannel } from "./channel-courier";
import {
  claimNotices,
  dropNotices,
  dueRecipients,
  holdNotices,
  keyOfRecipient,
  LEASE_MS,
  type Recipient,
} from "./claim-notices";
import type { Courier } from "./courier";
import { toPerson } from "./person-courier";
import { saveFailure, saveSent } from "./save-notices";
import { toldAlerts } from "./told-alerts";

type Data = Pick<Ctx, "db">;

/** A pass tells each recipient once, so it is short: further alerts of those that answer do not wait for those that hang. */
const MAX_PASS_MS = 5_000;

/** Tells a recipient all that is due, in one message; holds it in quiet hours. */
async function tell(data: Data, courier: Courier, recipient: Recipient, now: number): Promise<void> {
  const destination = await courier.find(data, recipient);
  if (!destination) {
    await dropNotices(data, recipient, now);
    return;
  }
  const until = quietUntil(destination.quietHours, now);
  if (until !== undefined) {
    await holdNotices(data, recipient, now, until);
    return;
  }
  const claimed = await claimNotices(data, recipient, now);
  const told = await toldAlerts(
    data,
    claimed.map(({ alertId }) => alertId),
  );
  if (!told) return;
  const failure = await destination.send(told);
  if (failure === undefined) {
    await saveSent(data, recipient, claimed, now);
    return;
  }
  log.warn({ reason: failure, recipient: recipient.id, of: courier.of }, "an alert could not be told");
  await saveFailure(data, recipient, claimed, { reason: failure, now });
}

/**
 * Tells recipients of alerts: one message for all that is due. A failed one is repeated for three days; then the alert shows
 * that it is given up. Any number of processes may run it; after a process dies while sending, a message may be sent twice.
 */
const telling = (courier: Courier, clock = Date.now): Loop<Recipient> => ({
  name: courier.loop,
  intervalMs: 2_000,
  idleIntervalMs: IDLE_INTERVAL_MS,
  timeoutMs: LEASE_MS,
  keyOf: keyOfRecipient,
  async *batches(run) {
    if (!courier.isPossible) return;
    const listed = [...run.aside];
    const end = performance.now() + MAX_PASS_MS;
    while (!run.signal.aborted && performance.now() < end) {
      const recipients = await dueRecipients(run, courier.of, {
        now: clock(),
        excluded: listed,
        limit: courier.atOnce,
      });
      if (recipients.length === 0) return;
      listed.push(...recipients.map(keyOfRecipient));
      yield recipients;
    }
  },
  async work(run, recipients) {
    const now = clock();
    const told = await Promise.allSettled(recipients.map((one) => tell(run, courier, one, now)));
    const failed = told.find((one) => one.status === "rejected");
    if (failed) throw failed.reason;
  },
});

/** E-mails to the people who watch rules. */
export const mailingAlerts = (clock?: () => number) => telling(toPerson, clock);

/** Messages to chat channels. */
export const messagingChannels = (clock?: () => number) => telling(toChannel, clock);

/** Runs one pass over the due notices of people and of channels. Returns how many recipients were handled. */
export async function sendNotices(
  data: Pick<Run, "db" | "batchClient">,
  { now, signal }: { now?: number; signal?: AbortSignal } = {},
): Promise<number> {
  const clock = now === undefined ? undefined : () => now;
  const people = await runPass(mailingAlerts(clock), { ...data, signal });
  return people + (await runPass(messagingChannels(clock), { ...data, signal }));
}
