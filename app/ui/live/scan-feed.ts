"use client";

import { useCallback, useEffect, useReducer } from "react";
import { useLater } from "./later";
import { byNewest, type ListedScan } from "./live-scan";
import { type StreamState, useScanStream } from "./scan-stream";

/** More than people read: then the list is asked for anew. */
const MAX_KEPT = 200;
/** The service assesses scans a moment after it tells them. */
const ASSESSED_WITHIN_MS = 3_000;

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
  | { type: "came"; of: string; scan: ListedScan; held: boolean; newestOfList: ListedScan | undefined }
  | { type: "gap"; of: string }
  | { type: "release"; of: string }
  | { type: "asked"; of: string };

const emptyFeed = (of: string): Feed => ({ of, shown: [], waiting: [], hasGap: false });

const withOne = (scans: ListedScan[], scan: ListedScan) => [scan, ...scans].sort(byNewest);

function changed(before: Feed, change: Change): Feed {
  const feed = before.of === change.of ? before : emptyFeed(change.of);
  if (change.type === "gap") return { ...feed, hasGap: true };
  if (change.type === "asked") return { ...feed, hasGap: false };
  if (change.type === "release")
    return { ...feed, shown: [...feed.waiting, ...feed.shown].sort(byNewest), waiting: [] };
  const { scan, held, newestOfList } = change;
  if ([...feed.shown, ...feed.waiting].some(({ id }) => id === scan.id)) return feed;
  if (held) {
    if (feed.waiting.length >= MAX_KEPT) return { ...feed, hasGap: true };
    return { ...feed, waiting: withOne(feed.waiting, scan) };
  }
  if (feed.shown.length < MAX_KEPT) return { ...feed, shown: withOne(feed.shown, scan) };
  // What the list reaches down to by itself need not be kept.
  const shown = feed.shown.filter((one) => !newestOfList || byNewest(one, newestOfList) < 0);
  return shown.length < MAX_KEPT ? { ...feed, shown: withOne(shown, scan) } : { ...feed, hasGap: true };
}

export interface ScanFeedOptions {
  /** Names the list; another name begins anew. */
  of: string;
  matches: (scan: ListedScan) => boolean;
  /** The scans that the list has by itself. */
  rows: readonly ListedScan[];
  /** New scans wait rather than move what somebody reads. */
  held: boolean;
  /** Asks for the list's beginning again. */
  refresh: () => void;
  /** Asks for what is shown again, once new scans have been assessed. */
  renew?: () => void;
  /** Somebody else who wants to hear of every scan, and of having missed some. */
  alongside?: { onScan: (scan: ListedScan) => void; onGap: () => void } | undefined;
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
export function useScanFeed({
  of,
  matches,
  rows,
  held,
  refresh,
  renew,
  alongside,
}: ScanFeedOptions): ScanFeed {
  const [kept, dispatch] = useReducer(changed, of, emptyFeed);
  const feed = kept.of === of ? kept : emptyFeed(of);
  const soonAssessed = useLater(() => !held && renew?.(), ASSESSED_WITHIN_MS);
  const state = useScanStream({
    onScan: (scan) => {
      soonAssessed();
      alongside?.onScan(scan);
      if (matches(scan)) dispatch({ type: "came", of, scan, held, newestOfList: rows[0] });
    },
    onOpen: () => {
      alongside?.onGap();
      dispatch({ type: "gap", of });
    },
  });

  const own = new Set(rows.map(({ id }) => id));
  const waiting = feed.waiting.filter(({ id }) => !own.has(id)).length;
  const askAnew = useCallback(() => {
    dispatch({ type: "asked", of });
    refresh();
  }, [of, refresh]);
  const release = () => {
    dispatch({ type: "release", of });
    if (feed.hasGap) askAnew();
  };

  useEffect(() => {
    if (held) return;
    if (feed.waiting.length > 0) dispatch({ type: "release", of });
    if (feed.hasGap) askAnew();
  }, [held, of, feed.waiting.length, feed.hasGap, askAnew]);

  const fresh = feed.shown.filter(({ id }) => !own.has(id));
  const arrived = new Set(feed.shown.map(({ id }) => id));
  return {
    state,
    rows: fresh.length === 0 ? [...rows] : [...fresh, ...rows].sort(byNewest),
    isNew: ({ id }) => arrived.has(id),
    waiting,
    hasMore: held && feed.waiting.length >= MAX_KEPT,
    release,
  };
}
