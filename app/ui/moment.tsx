"use client";

import { useSyncExternalStore } from "react";
import { useFormatter, useNow } from "use-intl";
import { DAY_MS } from "@/server/core/time";

const TICK_MS = 15_000;
const RELATIVE_MS = 7 * DAY_MS;

let now = Date.now();
let ticking: ReturnType<typeof setInterval> | undefined;
const watchers = new Set<() => void>();

/** One timer for all times of a page. */
function watch(watcher: () => void) {
  if (watchers.size === 0) now = Date.now();
  watchers.add(watcher);
  ticking ??= setInterval(() => {
    now = Date.now();
    for (const each of watchers) each();
  }, TICK_MS);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

/** Current time, updated every few seconds. The first render in the browser has the server's time, like its HTML. */
export function useNowRoughly(): number {
  const served = useNow().getTime();
  return useSyncExternalStore(
    watch,
    () => now,
    () => served,
  );
}

interface MomentProps {
  /** Date or milliseconds since 1970. */
  at: Date | number;
  /** Shows the exact time instead of a relative one. */
  exact?: boolean;
}

/** A time: relative in words within a week, else its date; exact on hover. */
export function Moment({ at, exact = false }: MomentProps) {
  const format = useFormatter();
  const current = useNowRoughly();
  const date = new Date(at);
  const inFull = format.dateTime(date, { dateStyle: "medium", timeStyle: "medium" });
  // A client clock slightly behind the server's must not produce a time in the future.
  const reference = date.getTime() > current && date.getTime() - current < 2 * TICK_MS ? date : current;
  const isNear = Math.abs(date.getTime() - current) < RELATIVE_MS;
  const inShort = isNear
    ? format.relativeTime(date, { now: reference })
    : format.dateTime(date, { dateStyle: "medium" });
  return (
    <time dateTime={date.toISOString()} title={inFull} suppressHydrationWarning>
      {exact ? inFull : inShort}
    </time>
  );
}
