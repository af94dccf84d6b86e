import { within } from "@/server/core/within";
import { type LoopState, readLoops } from "@/server/loops/read";
import { runtime } from "@/server/runtime/runtime";

/** Anybody may ask, so the database is asked so seldom. */
const READ_INTERVAL_MS = 2_000;
const READ_TIMEOUT_MS = 500;

let read: { at: number; loops: Promise<LoopState[]> } | undefined;

/** How background loops fare, without words: those of an error may tell what a producer wrote. */
async function readNowAndThen() {
  if (!read || performance.now() - read.at > READ_INTERVAL_MS)
    read = { at: performance.now(), loops: readLoops(runtime().database.db) };
  const states = await read.loops;
  return states.map(({ loop, lagMs, isLate, failingSince, failedAt, errorCode, setAside }) => ({
    loop,
    lagMs,
    isLate,
    failingSince: failingSince?.getTime() ?? null,
    error: failingSince && errorCode,
    lastError: failedAt && { at: failedAt.getTime(), error: errorCode },
    setAside,
  }));
}

/** What `/readyz?verbose` adds: nothing where it is not asked for, or can't be read. */
export async function verbosely({ url }: Request): Promise<object> {
  if (!new URL(url).searchParams.has("verbose")) return {};
  const loops = await within(READ_TIMEOUT_MS, readNowAndThen(), "No word of loops").catch(() => undefined);
  return loops ? { loops } : {};
}
