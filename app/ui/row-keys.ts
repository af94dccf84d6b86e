"use client";

import { useRef } from "react";
import { useShortcuts } from "./shortcuts";

interface RowKeys {
  open: (index: number) => void;
  select: (index: number) => void;
}

/** `j` and `k` walk the rows of a body, `Enter` opens the one that has the focus, `x` selects it. */
export function useRowKeys<Body extends HTMLElement>({ open, select }: RowKeys) {
  const body = useRef<Body>(null);
  const rows = () => [...(body.current?.querySelectorAll<HTMLElement>("[role=row]") ?? [])];
  const focused = () => rows().findIndex((row) => row.contains(document.activeElement));

  const walk = (step: 1 | -1) => {
    const all = rows();
    const at = focused();
    const next = at === -1 ? (step === 1 ? 0 : all.length - 1) : at + step;
    const row = all[Math.max(0, Math.min(all.length - 1, next))];
    row?.focus();
    row?.scrollIntoView({ block: "nearest" });
  };

  useShortcuts({
    j: () => walk(1),
    k: () => walk(-1),
    x: () => focused() !== -1 && select(focused()),
    Enter: (event) => {
      // Links and buttons inside a row know themselves what to do.
      const row = rows().indexOf(event.target instanceof HTMLElement ? event.target : document.body);
      if (row !== -1) open(row);
      else if (event.target instanceof HTMLElement) event.target.click();
    },
  });
  return body;
}
