"use client";

import { useRef } from "react";
import { useShortcuts } from "./shortcuts";

/** A list whose rows are reached by keys. */
interface KeyedRows {
  count: () => number;
  /** The rows in the document with their places in the list; rows far from the window may be missing. */
  shown: () => { index: number; row: HTMLElement }[];
  focus: (index: number) => void;
  select: (index: number) => void;
}

const isInView = (row: HTMLElement) => {
  const { top, bottom } = row.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
};

/** `j` and `k` move the focus between rows, at first to one in view; `x` selects the focused row. */
export function useRowShortcuts({ count, shown, focus, select }: KeyedRows): void {
  const focused = () => shown().find(({ row }) => row.contains(document.activeElement))?.index;

  const moveFocus = (step: 1 | -1) => {
    const at = focused();
    const first = () => {
      const rows = shown();
      const inView = rows.filter(({ row }) => isInView(row));
      return (inView.length > 0 ? inView : rows).at(step === 1 ? 0 : -1)?.index ?? 0;
    };
    focus(Math.max(0, Math.min(count() - 1, at === undefined ? first() : at + step)));
  };

  useShortcuts({
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    x: () => {
      const at = focused();
      if (at !== undefined) select(at);
    },
  });
}

/** The rows of a list that are in the document. */
export const shownRows = (list: HTMLElement | null) =>
  [...(list?.querySelectorAll<HTMLElement>("[data-index]") ?? [])].map((row) => ({
    index: Number(row.dataset.index),
    row,
  }));

/** The row at a place of a list, if it is in the document. */
export const rowAt = (list: HTMLElement | null, index: number) =>
  list?.querySelector<HTMLElement>(`[data-index="${index}"]`);

/** Focuses a row and scrolls as little as needed. */
export function focusRow(row: HTMLElement | null | undefined): void {
  row?.focus();
  row?.scrollIntoView({ block: "nearest" });
}

/** The shortcuts of a list that has all of its rows in the document, inside of the returned ref. */
export function useRowKeys<Body extends HTMLElement>(
  select: (index: number) => void,
  selector = "[role=row]",
) {
  const body = useRef<Body>(null);
  const rows = () => [...(body.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
  useRowShortcuts({
    count: () => rows().length,
    shown: () => rows().map((row, index) => ({ index, row })),
    focus: (index) => focusRow(rows()[index]),
    select,
  });
  return body;
}
