"use client";

import { type RefObject, useEffect, useRef } from "react";

const ROWS = "tbody [role=row]";

/**
 * When the focused row disappears, focus the row in its place, or the list itself after the last row. The list needs
 * `tabIndex={-1}`, and `ids` are the ids of its rows.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, ids: readonly string[]): void {
  const shown = useRef(ids);
  const last = useRef<{ index: number; id: string | undefined }>(undefined);
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>(ROWS) ?? [])];

  useEffect(() => {
    const { current } = list;
    const remember = ({ target }: FocusEvent) => {
      const index = rows().findIndex((row) => target instanceof Node && row.contains(target));
      last.current = index === -1 ? undefined : { index, id: shown.current[index] };
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
    const all = rows();
    (all[Math.min(before.index, all.length - 1)] ?? list.current)?.focus();
  });
}
