"use client";

import { type RefObject, useEffect, useRef } from "react";
import { rowAt } from "./row-keys";

const indexAround = (target: EventTarget | null): number | undefined => {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
  return row ? Number(row.dataset.index) : undefined;
};

/**
 * When the focused row disappears, focus the row in its place, or the list itself after the last row. The list needs
 * `tabIndex={-1}`, and `ids` are the ids of its rows.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, ids: readonly string[]): void {
  const shown = useRef(ids);
  const last = useRef<{ index: number; id: string | undefined }>(undefined);

  useEffect(() => {
    const { current } = list;
    const remember = ({ target }: FocusEvent) => {
      const index = indexAround(target);
      last.current = index === undefined ? undefined : { index, id: shown.current[index] };
    };
    // A button that becomes disabled loses the focus without a successor; its row still counts as focused.
    const forget = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) last.current = undefined;
    };
    current?.addEventListener("focusin", remember);
    current?.addEventListener("focusout", forget);
    return () => {
      current?.removeEventListener("focusin", remember);
      current?.removeEventListener("focusout", forget);
    };
  });

  useEffect(() => {
    shown.current = ids;
    const { current: before } = last;
    if (!before?.id || ids.includes(before.id) || document.activeElement !== document.body) return;
    (rowAt(list.current, Math.min(before.index, ids.length - 1)) ?? list.current)?.focus();
  });
}
