import { type Deadline, deadlineIn } from "@/server/core/within";
import { tooManyRequests } from "@/server/data/too-many-requests";
import { ANSWERED_WITHIN_MS, fileInTime } from "./in-time";

/** Running calls hold memory, also after their client has left. */
const MAX_CONCURRENT_CALLS = 5_000;
let concurrentCalls = 0;

async function counted<T>(work: () => Promise<T>): Promise<T> {
  concurrentCalls++;
  try {
    return await work();
  } finally {
    concurrentCalls--;
  }
}

/** Runs work within a deadline. @throws an internal error after the deadline, 429 with too many other calls */
function within<T>(deadline: Deadline, work: () => Promise<T>, isLong: boolean): Promise<T> {
  if (concurrentCalls >= MAX_CONCURRENT_CALLS)
    throw tooManyRequests("requests at once", "Too many requests at once.", 1);
  const done = counted(work);
  return isLong ? fileInTime(done, deadline.left()) : deadline.meet(done, "No answer");
}

/** Runs a part of a call within the rest of the call's time; `isLong` for work with files. */
export type Timed = <T>(work: () => Promise<T>, isLong?: boolean) => Promise<T>;

/** Runs a call without a body within one deadline. */
export const inOneDeadline = <T>(isLong: boolean, call: (timed: Timed) => Promise<T>): Promise<T> =>
  within(deadlineIn(ANSWERED_WITHIN_MS), () => call((work) => work()), isLong);

/** Runs a call whose parts share one time limit. Receiving the body is not a part and does not count. */
export function inSharedTime<T>(call: (timed: Timed) => Promise<T>): Promise<T> {
  let leftMs = ANSWERED_WITHIN_MS;
  return call(async (work, isLong = false) => {
    const deadline = deadlineIn(leftMs);
    try {
      return await within(deadline, work, isLong);
    } finally {
      leftMs = deadline.left();
    }
  });
}
