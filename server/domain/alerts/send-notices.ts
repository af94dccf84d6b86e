import type { Ctx } from "@/server/core/ctx";
import { quietUntil } from "@/server/core/quiet-hours";
import { MINUTE_MS } from "@/server/core/time";
import type { Loop, Run } from "@/server/loops/loop";
import { runPass } from "@/server/loops/pass";
import { IDLE_INTERVAL_MS } from "@/server/platform/activity";
import { log } from "@/server/platform/log";
import { toChannel } from "./channel-courier";
import {
  type Claimed,
  claimNotices,
  dropNotices,
  dueRecipients,
  holdNotices,
  keyOfRecipient,
  LEASE_MS,
  type Recipient,
  saveNotices,
} from "./claim-notices";
import type { Courier } from "./courier";
import { toPerson } from "./person-courier";
import { toldAlerts } from "./told-alerts";

type Data = Pick<Ctx, "db">;

/** The delay after each failed attempt; after the last one, three days later, sending is given up. */
const RETRY_DELAYS_MINUTES = [1, 5, 15, 60, 180, 360, 720, 1_440, 1_440];
const MAX_FAILURE_CHARACTERS = 500;

async function saveFailure(data: Data, claimed: Claimed[], reason: string, now: number): Promise<void> {
  const failure = reason.slice(0, MAX_FAILURE_CHARACTERS).toWellFormed();
  const isLast = ({ attemptsMade }: Claimed) => attemptsMade > RETRY_DELAYS_MINUTES.length;
  const [ended, left] = [claimed.filter(isLast), claimed.filter((one) => !isLast(one))];
  if (ended.length > 0) await saveNotices(data, ended, { failure, givenUpAt: new Date() });
  if (left.length === 0) return;
  // Together again, after the delay of the newest one.
  const attempts = Math.min(...left.map(({ attemptsMade }) => attemptsMade));
  const minutes = RETRY_DELAYS_MINUTES[attempts - 1] ?? 1;
  await saveNotices(data, left, { failure, dueAt: new Date(now + minutes * MINUTE_MS) });
}

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
    await saveNotices(data, claimed, { sentAt: new Date(), failure: null });
    return;
  }
  log.warn({ reason: failure, recipient: recipient.id, of: courier.of }, "an alert could not be told");
  await saveFailure(data, claimed, failure, now);
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
    while (!run.signal.aborted) {
      const recipients = await dueRecipients(run, courier.of, { now: clock(), excluded: listed });
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
