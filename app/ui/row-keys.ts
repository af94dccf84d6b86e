"use client";

import { useRef } from "react";
import { useShortcuts } from "./shortcuts";

/** `j` and `k` move the focus between the rows of the body with the returned ref; `x` selects the focused row. */
export function useRowKeys<Body extends HTMLElement>(
  select: (index: number) => void,
  selector = "[role=row]",
) {
  const body = useRef<Body>(null);
  const rows = () => [...(body.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const focused = () => rows().findIndex((row) => row.contains(document.activeElement));

  const moveFocus = (step: 1 | -1) => {
    const all = rows();
    const at = focused();
    const next = at === -1 ? (step === 1 ? 0 : all.length - 1) : at + step;
    const row = all[Math.max(0, Math.min(all.length - 1, next))];
    row?.focus();
    row?.scrollIntoView({ block: "nearest" });
  };

  useShortcuts({
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    x: () => focused() !== -1 && select(focused()),
  });
  return body;
}
