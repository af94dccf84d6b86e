import pLimit, { type LimitFunction } from "p-limit";
import type { Deadline } from "@/server/core/within";
import { tooManyRequests } from "@/server/data/too-many-requests";

/** Concurrent calls of one person: the database is shared by all. */
const MAX_CONCURRENT_CALLS = 4;
/** Enough for several pages that are opened together. */
const MAX_QUEUED_CALLS = 80;

const queues = new Map<string, LimitFunction>();

/**
 * Runs a call within the person's concurrency limit. A call releases its slot at its deadline even if the work still
 * runs: on a dead connection a statement never ends.
 *
 * @throws 429 if too many calls of the person wait; an internal error if the deadline passes first.
 */
export async function inTurn<T>(personId: string, deadline: Deadline, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(personId) ?? pLimit(MAX_CONCURRENT_CALLS);
  if (queue.pendingCount >= MAX_QUEUED_CALLS)
    throw tooManyRequests("calls of this person at once", "Too many calls of this person at once.", 1);
  queues.set(personId, queue);
  try {
    return await queue(() => {
      if (deadline.isOver()) throw new Error("The deadline passed before the call started.");
      return deadline.meet(work(), "No answer");
    });
  } finally {
    if (queue.activeCount === 0 && queue.pendingCount === 0) queues.delete(personId);
  }
}
