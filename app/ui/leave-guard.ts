"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { useRouter } from "./link";

/** What is lost when the page is left: words that were typed, or a secret that is shown once. */
export type AtStake = "typed" | "secret";

interface Guard {
  atStake: AtStake;
  giveUp: () => void;
}

let guard: Guard | undefined;
/** Goes where the person wants to, who is being asked. */
let wanted: (() => void) | undefined;
const watchers = new Set<() => void>();

function want(go: (() => void) | undefined): void {
  wanted = go;
  for (const watcher of watchers) watcher();
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** What is at stake while somebody is asked whether to leave. */
export const useAsked = (): AtStake | undefined =>
  useSyncExternalStore(
    subscribe,
    () => wanted && guard?.atStake,
    () => undefined,
  );

export const stay = () => want(undefined);

/** Goes where it was wanted, and gives up what was at stake. */
export function leave(): void {
  const go = wanted;
  guard?.giveUp();
  guard = undefined;
  want(undefined);
  go?.();
}

/** From here on nobody is asked: the page is left because it must be. */
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
 * Asks before the page is left while something on it would be lost: by a link, by Back, by a page's `useAskingRouter`, or
 * with the window. `onGiveUp` is told when the person goes all the same.
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
    // Before the router's own listener hears of it.
    window.addEventListener("click", onClick, { signal, capture: true });
    const onNavigate = (event: NavigateEvent) => {
      if (!isOn() || event.navigationType !== "traverse" || !event.cancelable) return;
      event.preventDefault();
      const { key } = event.destination;
      want(() => window.navigation.traverseTo(key));
    };
    // Browsers of before 2026 may lack it.
    if ("navigation" in window) window.navigation.addEventListener("navigate", onNavigate, { signal });
    return () => {
      off.abort();
      if (isOn()) guard = undefined;
    };
  }, [isAtStake, atStake]);
}

/** Goes to pages from anywhere: asks first where something would be lost. */
export function useAskingRouter(): { push: (href: string) => void } {
  const router = useRouter();
  return {
    push: (href) => (guard ? want(() => router.push(href)) : router.push(href)),
  };
}
