"use client";

import { useCallback, useEffect, useReducer } from "react";
import { useLater } from "./later";
import { byNewest, type ListedScan } from "./live-scan";
import { type StreamState, useScanStream } from "./scan-stream";

/** Beyond this number the list is refetched; people read fewer. */
const MAX_KEPT_SCANS = 200;
/** The service assesses scans shortly after it sends them. */
const ASSESSMENT_DELAY_MS = 3_000;

interface Feed {
  /** Name of the list; another list starts empty. */
  of: string;
  /** Newest first. */
  shown: ListedScan[];
  waiting: ListedScan[];
  /** Some scans were dropped or never received. */
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
    if (feed.waiting.length >= MAX_KEPT_SCANS) return { ...feed, hasGap: true };
    return { ...feed, waiting: withOne(feed.waiting, scan) };
  }
  if (feed.shown.length < MAX_KEPT_SCANS) return { ...feed, shown: withOne(feed.shown, scan) };
  // Scans that the list itself already reaches need not be kept.
  const shown = feed.shown.filter((one) => !newestOfList || byNewest(one, newestOfList) < 0);
  return shown.length < MAX_KEPT_SCANS ? { ...feed, shown: withOne(shown, scan) } : { ...feed, hasGap: true };
}

export interface ScanFeedOptions {
  /** Name of the list; another name starts empty. */
  of: string;
  matches: (scan: ListedScan) => boolean;
  /** Rows that the list loaded itself. */
  rows: readonly ListedScan[];
  /** Hold new scans back, so that rows do not move while they are read. */
  held: boolean;
  /** Refetches the first page. */
  refresh: () => void;
  /** Refetches the shown rows, after new scans were assessed. */
  renew?: () => void;
  /** Second listener for every scan and for gaps. */
  alongside?: { onScan: (scan: ListedScan) => void; onGap: () => void } | undefined;
}

export interface ScanFeed {
  state: StreamState;
  /** The list's rows with the new scans before them. */
  rows: ListedScan[];
  /** Whether a scan arrived live. */
  isNew: (scan: ListedScan) => boolean;
  waiting: number;
  /** More scans wait than `waiting` counts. */
  hasMore: boolean;
  release: () => void;
}

/** Add live scans to a list of scans. */
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
  const renewLater = useLater(() => !held && renew?.(), ASSESSMENT_DELAY_MS);
  const state = useScanStream({
    onScan: (scan) => {
      renewLater();
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
  const refetch = useCallback(() => {
    dispatch({ type: "asked", of });
    refresh();
  }, [of, refresh]);
  const release = () => {
    dispatch({ type: "release", of });
    if (feed.hasGap) refetch();
  };

  useEffect(() => {
    if (held) return;
    if (feed.waiting.length > 0) dispatch({ type: "release", of });
    if (feed.hasGap) refetch();
  }, [held, of, feed.waiting.length, feed.hasGap, refetch]);

  const fresh = feed.shown.filter(({ id }) => !own.has(id));
  const arrived = new Set(feed.shown.map(({ id }) => id));
  return {
    state,
    rows: fresh.length === 0 ? [...rows] : [...fresh, ...rows].sort(byNewest),
    isNew: ({ id }) => arrived.has(id),
    waiting,
    hasMore: held && feed.waiting.length >= MAX_KEPT_SCANS,
    release,
  };
}
