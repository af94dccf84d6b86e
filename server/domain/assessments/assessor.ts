import { setTimeout as delay } from "node:timers/promises";
import type { Connection } from "@/db/client";
import { newId } from "@/server/platform/ids";
import { log } from "@/server/platform/log";
import { hasWork, letGo } from "./progress";
import { type Assessor, takeTurn } from "./turn";

const LOOK_EVERY_MS = 1_000;
/** Between turns when there is much to do, and when callers need the machine: whoever scans goes first. */
const REST_MS = 20;
const BUSY_REST_MS = 5_000;

/**
 * Assesses what is scanned from now on, and what was not assessed before, about a second after it, later while callers need the machine. Returns
 * what ends it, once the turn that is under way is done.
 */
export function startAssessor(db: Connection, isBusy = () => false): () => Promise<void> {
  const assessor: Assessor = { id: newId(), seen: new Set() };
  const ending = new AbortController();
  const wait = (ms: number) => delay(ms, undefined, { signal: ending.signal }).catch(() => {});

  async function work() {
    while (!ending.signal.aborted) {
      let hasMore = false;
      try {
        if (await hasWork(db, assessor.id)) ({ hasMore } = await takeTurn(db, assessor));
      } catch (err) {
        log.warn({ err }, "scans could not be assessed");
      }
      if (isBusy()) await wait(BUSY_REST_MS);
      else await wait(hasMore ? REST_MS : LOOK_EVERY_MS);
    }
    await letGo(db, assessor.id).catch(() => {});
  }
  const worked = work();

  return () => {
    ending.abort();
    return worked;
  };
}
