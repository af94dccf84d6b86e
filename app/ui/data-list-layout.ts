"use client";

import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

/** As in the style sheet: in narrower windows every row is a card. */
const CARDS = "(max-width: 40em)";

const never = () => () => {};

/** Whether the component came as HTML: then its first render must have the same rows. */
export function useServed(): boolean {
  const isHydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  return useState(isHydrating)[0];
}

const whenResized = (changed: () => void) => {
  window.addEventListener("resize", changed);
  return () => window.removeEventListener("resize", changed);
};

/** Width of the window, 0 before it is known, and whether rows are cards. */
export function useLayout(): { width: number; areCards: boolean } {
  const width = useSyncExternalStore(
    whenResized,
    () => window.innerWidth,
    () => 0,
  );
  return { width, areCards: width > 0 && window.matchMedia(CARDS).matches };
}

/** Whether the page is being printed; the change is rendered before the browser takes the page. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}

/** Differences below half of a row change no row that is rendered. */
const TOLERANCE_PX = 20;

/** Where lists usually begin; most pages have a heading and filters above. */
let usualTop = 0;

/** Distance from the top of the page to an element, kept up to date while content above changes. */
export function useTop(of: { current: HTMLElement | null }): number {
  const [top, setTop] = useState(usualTop);
  useLayoutEffect(() => {
    const measure = () => {
      if (!of.current) return;
      const measured = of.current.getBoundingClientRect().top + window.scrollY;
      usualTop = measured;
      setTop((before) => (Math.abs(before - measured) < TOLERANCE_PX ? before : measured));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [of]);
  return top;
}
