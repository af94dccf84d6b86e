import { tooManyRequests } from "@/server/core/errors";
import { type Deadline, deadlineIn } from "@/server/core/within";
import { ANSWERED_WITHIN_MS, fileInTime } from "./in-time";

/** Calls that are still at work hold memory, those without a waiting client included. */
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

/** @throws an internal error once the work takes too long; 429 with too many others. */
function within<T>(deadline: Deadline, work: () => Promise<T>, isLong: boolean): Promise<T> {
  if (concurrentCalls >= MAX_CONCURRENT_CALLS) throw tooManyRequests("Too many requests at once.", 1);
  const done = counted(work);
  return isLong ? fileInTime(done, deadline.left()) : deadline.meet(done, "No answer");
}

/** Does a part of a call within the time that is left of the call's; `isLong` for work with files. */
export type Timed = <T>(work: () => Promise<T>, isLong?: boolean) => Promise<T>;

/** Makes a call without a body within one deadline. */
export const inOneDeadline = <T>(isLong: boolean, call: (timed: Timed) => Promise<T>): Promise<T> =>
  within(deadlineIn(ANSWERED_WITHIN_MS), () => call((work) => work()), isLong);

/** Makes a call whose parts share a time; receiving its body, which is not timed here, takes none of it. */
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
