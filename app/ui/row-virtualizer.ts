"use client";

import type { Virtualizer, VirtualizerOptions } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useReducer, useRef } from "react";
import { flushSync } from "react-dom";

type Code = typeof import("@tanstack/react-virtual");
export type RowVirtualizer = Virtualizer<Window, HTMLTableRowElement>;
type Options = Omit<
  VirtualizerOptions<Window, HTMLTableRowElement>,
  "getScrollElement" | "observeElementRect" | "observeElementOffset" | "scrollToFn"
> & {
  /** Whether the list may scroll the window. */
  mayScroll: () => boolean;
};

/** Stays for the lists of later pages. */
let code: Code | undefined;

const INPUTS = ["scroll", "pointerdown", "keydown"] as const;

/** The code of the virtualizer; loaded when it is needed, or at the first use of the page. */
function useCode(isNeeded: boolean): Code | undefined {
  const [, refresh] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (code) return;
    const off = new AbortController();
    const load = () => {
      off.abort();
      // Without it all rows are rendered.
      import("@tanstack/react-virtual").then(
        (loaded) => {
          code = loaded;
          refresh();
        },
        () => {},
      );
    };
    if (isNeeded) load();
    else
      for (const input of INPUTS) window.addEventListener(input, load, { passive: true, signal: off.signal });
    return () => off.abort();
  }, [isNeeded]);
  return code;
}

/**
 * The virtualizer of a list in the window, as `useWindowVirtualizer`; undefined until its code is loaded, which a page
 * does not need for its first rows.
 */
export function useRowVirtualizer(
  isNeeded: boolean,
  { mayScroll, ...given }: Options,
): RowVirtualizer | undefined {
  const [, refresh] = useReducer((times: number) => times + 1, 0);
  const loaded = useCode(isNeeded);
  const kept = useRef<RowVirtualizer>(undefined);
  const isMeasuring = useRef(false);
  const options = loaded && {
    ...given,
    getScrollElement: (): Window => window,
    observeElementRect: loaded.observeWindowRect,
    observeElementOffset: loaded.observeWindowOffset,
    scrollToFn: (...write: Parameters<RowVirtualizer["options"]["scrollToFn"]>) => {
      if (mayScroll()) loaded.windowScroll(...write);
    },
    initialOffset: () => window.scrollY,
    // React cannot render at once while it attaches the rows.
    onChange: (_: RowVirtualizer, isSync: boolean) =>
      isSync && !isMeasuring.current ? flushSync(refresh) : refresh(),
  };
  if (options && !kept.current) {
    const virtualizer = new loaded.Virtualizer<Window, HTMLTableRowElement>(options);
    const { measureElement } = virtualizer;
    virtualizer.measureElement = (row) => {
      isMeasuring.current = true;
      try {
        measureElement(row);
      } finally {
        isMeasuring.current = false;
      }
    };
    kept.current = virtualizer;
  }
  const { current } = kept;
  if (options) current?.setOptions(options);
  useLayoutEffect(() => current?._didMount(), [current]);
  useLayoutEffect(() => current?._willUpdate());
  return current;
}
