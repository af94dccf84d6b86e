"use client";

const watchers = new Set<() => void>();

/**
 * Says that another page is wanted: what shows that is told at once, before any answer. False while the browser is offline:
 * then the page stays, since leaving it would lose what was typed and lead to none.
 */
export function startNavigation(): boolean {
  for (const watcher of watchers) watcher();
  return window.navigator.onLine;
}

/** Calls when another page is wanted, until what it returns is called. */
export function whenNavigating(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
