"use client";

import { useEffect } from "react";

const INPUTS = ["pointerdown", "keydown"] as const;

/** Acts once on the first click or key of the page after the component is there: code is loaded before it is needed. */
export function useFirstInput(act: () => unknown, isWanted = true): void {
  useEffect(() => {
    if (!isWanted) return;
    const off = new AbortController();
    const first = () => {
      off.abort();
      act();
    };
    for (const input of INPUTS) window.addEventListener(input, first, { passive: true, signal: off.signal });
    return () => off.abort();
  }, [act, isWanted]);
}
