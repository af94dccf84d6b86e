import { sql } from "drizzle-orm";
import type { Connection } from "@/db/client";
import { type LoopName, loopStates } from "@/db/schema/loop-states";
import { log } from "@/server/platform/log";
import { codeOf, wordsOf } from "./fault";

/** So that loops that come to nothing cost one small statement of the process each half minute, all together. */
const WRITE_INTERVAL_MS = 30_000;

/** Told of each end of a pass, by whatever runs loops in a thread. */
export interface LoopReport {
  succeeded(loop: LoopName, intervalMs: number): void;
  failed(loop: LoopName, intervalMs: number, reason: unknown): void;
  /** Writes what is not written yet. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** For what nobody watches, such as a bench. */
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

/** Writes how loops fare: that one begins to fail, or no longer does, at once; that all is well, now and then. */
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
      // With the next one; what came meanwhile is newer.
      for (const outcome of outcomes) if (!unwritten.has(outcome.loop)) unwritten.set(outcome.loop, outcome);
    }
  }
  const writeSoon = () => {
    writing = writing.then(write);
  };
  const flush = () => {
    writeSoon();
    return writing;
  };
  const timer = setInterval(writeSoon, WRITE_INTERVAL_MS).unref();
  const known = new Set<LoopName>();

  return {
    succeeded(loop, intervalMs) {
      const failed = failing.get(loop);
      unwritten.set(loop, { loop, intervalMs, errorCode: null, error: null });
      if (known.has(loop) && !failed) return;
      known.add(loop);
      failing.delete(loop);
      if (failed) log.info({ loop, failedForMs: Date.now() - failed.since }, "a background loop works again");
      writeSoon();
    },
    failed(loop, intervalMs, reason) {
      const code = codeOf(reason);
      const before = failing.get(loop);
      unwritten.set(loop, { loop, intervalMs, errorCode: code, error: wordsOf(reason) });
      known.add(loop);
      failing.set(loop, { code, since: before?.since ?? Date.now() });
      if (before?.code === code) return;
      log.error({ err: reason, loop }, "a background loop fails");
      writeSoon();
    },
    flush,
    close() {
      clearInterval(timer);
      return flush();
    },
  };
}
