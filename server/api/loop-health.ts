import { within } from "@/server/core/within";
import { type LoopState, readLoops } from "@/server/loops/read";
import { runtime } from "@/server/runtime/runtime";

/** The endpoint is public: a cached reading protects the database from frequent probes. */
const READ_INTERVAL_MS = 2_000;
const READ_TIMEOUT_MS = 500;

let read: { at: number; loops: Promise<LoopState[]> } | undefined;

/** Reads the state of the background loops, cached. Error texts are left out: they may quote producer data. */
async function readCached() {
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

export type LoopHealth = Awaited<ReturnType<typeof readCached>>[number];

/** Reads the state of the background loops; undefined when they cannot be read in time. */
export const readLoopHealth = (): Promise<LoopHealth[] | undefined> =>
  within(READ_TIMEOUT_MS, readCached(), "Reading the loops timed out").catch(() => undefined);
