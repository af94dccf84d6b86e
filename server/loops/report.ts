import { sql } from "drizzle-orm";
import type { Connection } from "@/db/client";
import { type LoopName, loopStates } from "@/db/schema/loop-states";
import { log } from "@/server/platform/log";
import { codeOf, wordsOf } from "./fault";

/** All idle loops of a process together cost one small statement each half minute. */
const WRITE_INTERVAL_MS = 30_000;

/** Receives the outcome of each pass from the runner of the loops in a thread. */
export interface LoopReport {
  succeeded(loop: LoopName, intervalMs: number): void;
  failed(loop: LoopName, intervalMs: number, reason: unknown): void;
  /** Writes the outcomes that are not written yet. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** For runs without monitoring, such as a bench. */
export const NO_REPORT: LoopReport = {
  succeeded: () => {},
  failed: () => {},
  flush: async () => {},
  close: async () => {},
};

interface Outcome {
  loop: LoopName;
  intervalMs: number;
  errorCode: string | null;
  error: string | null;
}

/** Writes the state of loops: the start and the end of failures at once, other outcomes at intervals. */
export function openLoopReport(db: Connection): LoopReport {
  const failing = new Map<LoopName, { code: string; since: number }>();
  const unwritten = new Map<LoopName, Outcome>();
  let writing: Promise<void> = Promise.resolve();

  async function write() {
    const outcomes = [...unwritten.values()];
    if (outcomes.length === 0) return;
    unwritten.clear();
    try {
      await db.execute(sql`
        insert into ${loopStates} as states (loop, interval_ms, succeeded_at, failing_since, failed_at, error_code, error)
        select loop, "intervalMs", case when error is null then now() end, case when error is not null then now() end,
          case when error is not null then now() end, "errorCode", error
        from jsonb_to_recordset(${JSON.stringify(outcomes)}::text::jsonb)
          as told(loop text, "intervalMs" int, "errorCode" text, error text)
        on conflict (loop) do update set interval_ms = excluded.interval_ms,
          succeeded_at = coalesce(excluded.succeeded_at, states.succeeded_at),
          failing_since = case when excluded.error is not null then coalesce(states.failing_since, now()) end,
          failed_at = coalesce(excluded.failed_at, states.failed_at),
          error_code = coalesce(excluded.error_code, states.error_code), error = coalesce(excluded.error, states.error)`);
    } catch {
      // The next write retries these; outcomes that arrived meanwhile are newer.
      for (const outcome of outcomes) if (!unwritten.has(outcome.loop)) unwritten.set(outcome.loop, outcome);
    }
  }
  const scheduleWrite = () => {
    writing = writing.then(write);
  };
  const flush = () => {
    scheduleWrite();
    return writing;
  };
  const timer = setInterval(scheduleWrite, WRITE_INTERVAL_MS).unref();
  const known = new Set<LoopName>();

  return {
    succeeded(loop, intervalMs) {
      const failed = failing.get(loop);
      unwritten.set(loop, { loop, intervalMs, errorCode: null, error: null });
      if (known.has(loop) && !failed) return;
      known.add(loop);
      failing.delete(loop);
      if (failed) log.info({ loop, failedForMs: Date.now() - failed.since }, "background loop recovered");
      scheduleWrite();
    },
    failed(loop, intervalMs, reason) {
      const code = codeOf(reason);
      const before = failing.get(loop);
      unwritten.set(loop, { loop, intervalMs, errorCode: code, error: wordsOf(reason) });
      known.add(loop);
      failing.set(loop, { code, since: before?.since ?? Date.now() });
      if (before?.code === code) return;
      log.error({ err: reason, loop }, "background loop failed");
      scheduleWrite();
    },
    flush,
    close() {
      clearInterval(timer);
      return flush();
    },
  };
}
