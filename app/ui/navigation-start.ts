"use client";

const watchers = new Set<() => void>();

/**
 * Announce a navigation, so that progress shows before any response. Returns false while the browser is offline: then
 * the page stays, because leaving it would lose input and load nothing.
 */
export function startNavigation(): boolean {
  for (const watcher of watchers) watcher();
  return window.navigator.onLine;
}

/** Call `watcher` at each navigation; returns the unsubscribe function. */
export function whenNavigating(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
