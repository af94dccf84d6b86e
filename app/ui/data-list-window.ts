"use client";

import type { Range, VirtualItem } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { keepHeights, keptHeights, usualHeight } from "./data-list-heights";
import { useLayout, usePrinting, useServed, useTop } from "./data-list-layout";
import type { Part, RowWindow } from "./data-list-rows";
import { focusRow, rowAt } from "./row-keys";
import { useRowVirtualizer } from "./row-virtualizer";

const OVERSCAN_ROWS = 6;
/** Shorter lists have all of their rows in the document. */
const MAX_WHOLE_ROWS = 30;
/** Rows that came as HTML stay, so that nothing is rendered again. */
const MAX_SERVED_ROWS = 60;

/** The rows and the gaps between them, from the top of the list to its end. */
function partsOf(items: VirtualItem[], top: number, height: number): Part[] {
  const parts: Part[] = [];
  let end = top;
  const fill = (to: number, before: string) => {
    if (to - end > 0.5) parts.push({ gap: to - end, before });
  };
  for (const { index, key, start, end: bottom } of items) {
    fill(start, String(key));
    parts.push({ index });
    end = bottom;
  }
  fill(top + height, "end");
  return parts;
}

/** The same array as long as its ids are the same. */
function useStable(ids: string[]): string[] {
  const stable = useRef(ids);
  const { current } = stable;
  if (ids.length !== current.length || ids.some((id, index) => id !== current[index])) stable.current = ids;
  return stable.current;
}

/** The indexes from one to before another. */
const indexes = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

/** The rows of the window, and a few more. */
const near = ({ startIndex, endIndex, overscan, count }: Range) =>
  indexes(Math.max(0, startIndex - overscan), Math.min(count, endIndex + overscan + 1));

const heightOf = (row: Element, entry: ResizeObserverEntry | undefined) =>
  entry?.borderBoxSize[0]?.blockSize ?? row.getBoundingClientRect().height;

/** The row with the focus and its neighbours stay rendered, so that keys and Tab reach the next row from any place. */
const around = (index: number, count: number) =>
  index === -1 ? [] : [index - 1, index, index + 1].filter((one) => one >= 0 && one < count);

interface WindowOptions {
  /** Name of the list, under which its heights are kept. */
  name: string;
  ids: string[];
  body: RefObject<HTMLElement | null>;
}

/**
 * The rows of a list that are near the window. The server, lists of a few rows and printed pages have all of them.
 */
export function useRowWindow({ name, ids: given, body }: WindowOptions): RowWindow {
  const ids = useStable(given);
  const count = ids.length;
  const layout = useLayout();
  const top = useTop(body);
  const isServed = useServed();
  const isPrinting = usePrinting();
  const isWhole = isPrinting || count <= (isServed ? MAX_SERVED_ROWS : MAX_WHOLE_ROWS);
  const focused = useRef<string>(undefined);
  const [, refresh] = useReducer((times: number) => times + 1, 0);
  // Rows that were there before the virtualizer are measured before any of them leaves the document.
  const [hasMeasured, setMeasured] = useState(!isServed);
  const [kept] = useState(() => keptHeights(name, layout.width));
  const isMounted = useRef(false);

  const virtualizer = useRowVirtualizer(!isWhole, {
    count,
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    estimateSize: () => usualHeight(layout.areCards),
    measureElement: heightOf,
    initialMeasurementsCache: kept,
    initialRect: { width: 0, height: typeof window === "undefined" ? 1 : window.innerHeight },
    scrollMargin: top,
    overscan: OVERSCAN_ROWS,
    rangeExtractor: (range: Range) => {
      if (isWhole || !hasMeasured) return indexes(0, count);
      const at = focused.current === undefined ? -1 : ids.indexOf(focused.current);
      return [...new Set([...near(range), ...around(at, count)])].sort((a, b) => a - b);
    },
    // At first the browser or the router knows where the page belongs.
    mayScroll: () => isMounted.current,
  });

  useEffect(() => {
    if (!virtualizer) return;
    isMounted.current = true;
    setMeasured(true);
  }, [virtualizer]);

  const measured = useRef(layout);
  useLayoutEffect(() => {
    const { width } = measured.current;
    measured.current = layout;
    if (!virtualizer || width === 0 || width === layout.width) return;
    virtualizer.measure();
    for (const row of virtualizer.elementsCache.values()) virtualizer.measureElement(row);
  });

  useEffect(
    () => () => keepHeights(name, measured.current.width, virtualizer?.takeSnapshot() ?? []),
    [name, virtualizer],
  );

  return {
    parts: virtualizer
      ? partsOf(virtualizer.getVirtualItems(), top, virtualizer.getTotalSize())
      : indexes(0, count).map((index) => ({ index })),
    measure: virtualizer?.measureElement,
    focus: (index) => {
      if (!rowAt(body.current, index)) {
        focused.current = ids[index];
        flushSync(refresh);
      }
      focusRow(rowAt(body.current, index));
    },
    keep: (id) => {
      focused.current = id;
    },
  };
}
