"use client";

import { useEffect, useReducer } from "react";
import { byNewest, type ListedScan } from "./live-scan";
import { type StreamState, useScanStream } from "./scan-stream";

/** More than people read: then the list is asked for anew. */
const MOST_KEPT = 200;

interface Feed {
  /** What is watched: another list begins empty. */
  of: string;
  /** Newest first. */
  shown: ListedScan[];
  waiting: ListedScan[];
  /** Some were not kept, or not told. */
  hasGap: boolean;
}

type Change =
  | { type: "came"; of: string; scan: ListedScan; held: boolean }
  | { type: "gap"; of: string }
  | { type: "release"; of: string }
  | { type: "asked"; of: string };

const emptyFeed = (of: string): Feed => ({ of, shown: [], waiting: [], hasGap: false });

const withOne = (scans: ListedScan[], scan: ListedScan) => [scan, ...scans].sort(byNewest);

function changed(before: Feed, change: Change): Feed {
  const feed = before.of === change.of ? before : emptyFeed(change.of);
  if (change.type === "gap") return { ...feed, hasGap: true };
  if (change.type === "asked") return { ...emptyFeed(change.of), shown: feed.shown };
  if (change.type === "release")
    return { ...feed, shown: [...feed.waiting, ...feed.shown].sort(byNewest), waiting: [] };
  const { scan, held } = change;
  if ([...feed.shown, ...feed.waiting].some(({ id }) => id === scan.id)) return feed;
  const kept = held ? feed.waiting : feed.shown;
  if (kept.length >= MOST_KEPT) return { ...feed, hasGap: true };
  return held
    ? { ...feed, waiting: withOne(feed.waiting, scan) }
    : { ...feed, shown: withOne(feed.shown, scan) };
}

interface ScanFeedOptions {
  /** Names the list; another name begins anew. */
  of: string;
  matches: (scan: ListedScan) => boolean;
  /** The scans that the list has by itself. */
  rows: readonly ListedScan[];
  /** New scans wait rather than move what somebody reads. */
  held: boolean;
  /** Asks for the list's beginning again. */
  refresh: () => void;
}

export interface ScanFeed {
  state: StreamState;
  /** The list's own scans and the new ones before them. */
  rows: ListedScan[];
  /** Which of them came in live. */
  isNew: (scan: ListedScan) => boolean;
  waiting: number;
  /** There are more than `waiting` says. */
  hasMore: boolean;
  release: () => void;
}

/** A list of scans that new ones come into by themselves. */
export function useScanFeed({ of, matches, rows, held, refresh }: ScanFeedOptions): ScanFeed {
  const [kept, dispatch] = useReducer(changed, of, emptyFeed);
  const feed = kept.of === of ? kept : emptyFeed(of);
  const state = useScanStream({
    onScan: (scan) => {
      if (matches(scan)) dispatch({ type: "came", of, scan, held });
    },
    onOpen: () => dispatch({ type: "gap", of }),
  });

  const own = new Set(rows.map(({ id }) => id));
  const waiting = feed.waiting.filter(({ id }) => !own.has(id)).length;
  const release = () => dispatch({ type: "release", of });

  useEffect(() => {
    if (held) return;
    if (feed.waiting.length > 0) dispatch({ type: "release", of });
    if (!feed.hasGap) return;
    dispatch({ type: "asked", of });
    refresh();
  }, [held, of, feed.waiting.length, feed.hasGap, refresh]);

  const fresh = feed.shown.filter(({ id }) => !own.has(id));
  const arrived = new Set(feed.shown.map(({ id }) => id));
  return {
    state,
    rows: fresh.length === 0 ? [...rows] : [...fresh, ...rows].sort(byNewest),
    isNew: ({ id }) => arrived.has(id),
    waiting,
    hasMore: held && feed.waiting.length >= MOST_KEPT,
    release,
  };
}
