import pLimit, { type LimitFunction } from "p-limit";
import { tooManyRequests } from "@/server/core/errors";
import type { Deadline } from "@/server/core/within";

/** So many calls of a person are made at once; the database is for all. */
const AT_ONCE = 4;
/** What several pages that are opened together ask for. */
const MAX_WAITING = 80;

const turns = new Map<string, LimitFunction>();

/**
 * Makes a call of a person in its turn, unless it is too late by then. 429 where too many of theirs wait already. With its
 * deadline a call gives its place back, whatever became of it: on a connection that died, a statement never ends.
 */
export async function inTurn<T>(personId: string, deadline: Deadline, work: () => Promise<T>): Promise<T> {
  const turn = turns.get(personId) ?? pLimit(AT_ONCE);
  if (turn.pendingCount >= MAX_WAITING) throw tooManyRequests("Too many calls of this person at once.", 1);
  turns.set(personId, turn);
  try {
    return await turn(() => {
      if (deadline.isOver()) throw new Error("Its turn came too late.");
      return deadline.meet(work(), "No answer");
    });
  } finally {
    if (turn.activeCount === 0 && turn.pendingCount === 0) turns.delete(personId);
  }
}
