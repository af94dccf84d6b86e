"use client";

import { useMemo, useSyncExternalStore } from "react";

const KEY = "assay-selected-items";

/**
 * Keeps selected items in this tab, for a page whose address could not hold them. Returns the id under which the page finds
 * them. The next selection replaces them.
 */
export function keepItems(items: readonly string[]): string {
  const id = Date.now().toString(36);
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify([id, ...items]));
  } catch {
    // The storage is full: the page finds no items, and says so.
  }
  return id;
}

function keptText(): string | null {
  try {
    return window.sessionStorage.getItem(KEY);
  } catch {
    // The browser blocks storage.
    return null;
  }
}

const never = () => () => {};

/** The items that were kept under an id: null if they are gone, undefined on the server, which cannot know. */
export function useKeptItems(id: string | null): string[] | null | undefined {
  const text = useSyncExternalStore(
    never,
    () => (id === null ? null : keptText()),
    () => undefined,
  );
  return useMemo(() => {
    if (text === undefined || text === null) return text;
    const kept: unknown = JSON.parse(text);
    if (!Array.isArray(kept) || kept[0] !== id) return null;
    return kept.slice(1).filter((item) => typeof item === "string");
  }, [text, id]);
}
