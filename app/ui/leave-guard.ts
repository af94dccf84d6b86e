"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { useRouter } from "./link";
import { startNavigation } from "./navigation-start";

/** What leaving the page would lose: unsaved input, or a secret that is shown once. */
export type AtStake = "typed" | "secret";

interface Guard {
  atStake: AtStake;
  giveUp: () => void;
}

let guard: Guard | undefined;
/** The requested navigation, while the person is being asked. */
let wanted: (() => void) | undefined;
const watchers = new Set<() => void>();

function want(go: (() => void) | undefined): void {
  // Offline the navigation would fail, and the dialog's code could not load.
  wanted = window.navigator.onLine ? go : undefined;
  for (const watcher of watchers) watcher();
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** What is at stake while the person is asked whether to leave; else undefined. */
export const useAsked = (): AtStake | undefined =>
  useSyncExternalStore(
    subscribe,
    () => wanted && guard?.atStake,
    () => undefined,
  );

export const stay = () => want(undefined);

/** Continue the requested navigation and give up what was at stake. */
export function leave(): void {
  const go = wanted;
  guard?.giveUp();
  guard = undefined;
  want(undefined);
  go?.();
}

/** Disable the guard: the page must be left, so nothing is asked. */
export function leaveUnasked(): void {
  guard = undefined;
}

const leadsAway = ({ href, target, download }: HTMLAnchorElement) => {
  const { origin, pathname, search } = new URL(href);
  const here = window.location;
  const isHere = origin === here.origin && pathname === here.pathname && search === here.search;
  return !isHere && (target === "" || target === "_self") && download === "";
};

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/**
 * Ask before the page is left while something on it would be lost: by a link, by Back, by `useAskingRouter` or with the
 * window. `onGiveUp` is called if the person leaves all the same.
 */
export function useLeaveGuard(
  isAtStake: boolean,
  { atStake = "typed", onGiveUp }: { atStake?: AtStake; onGiveUp?: () => void } = {},
): void {
  const giveUp = useRef(onGiveUp);
  giveUp.current = onGiveUp;
  useEffect(() => {
    if (!isAtStake) return;
    const own: Guard = { atStake, giveUp: () => giveUp.current?.() };
    guard = own;
    const isOn = () => guard === own;
    const off = new AbortController();
    const { signal } = off;

    window.addEventListener("beforeunload", (event) => isOn() && event.preventDefault(), { signal });
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[href]");
      if (!isOn() || !link || !isPlain(event) || !leadsAway(link)) return;
      event.preventDefault();
      event.stopPropagation();
      want(() => link.click());
    };
    // Capture phase: runs before the router's own listener.
    window.addEventListener("click", onClick, { signal, capture: true });
    const onNavigate = (event: NavigateEvent) => {
      if (!isOn() || event.navigationType !== "traverse" || !event.cancelable) return;
      event.preventDefault();
      const { key } = event.destination;
      want(() => window.navigation.traverseTo(key));
    };
    // Browsers from before 2026 may lack the Navigation API.
    if ("navigation" in window) window.navigation.addEventListener("navigate", onNavigate, { signal });
    return () => {
      off.abort();
      if (isOn()) guard = undefined;
    };
  }, [isAtStake, atStake]);
}

/** Router for any component: asks first if leaving would lose something. */
export function useAskingRouter(): { push: (href: string) => void } {
  const router = useRouter();
  return {
    push: (href) => {
      const go = () => startNavigation() && router.push(href);
      if (guard) want(go);
      else go();
    },
  };
}
