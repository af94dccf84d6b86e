"use client";

import { useEffect, useRef } from "react";

type Bindings = Record<string, (event: KeyboardEvent) => void>;

const PREFIX = "g";
const SEQUENCE_TIMEOUT_MS = 1_200;
const OFF_KEY = "assay-shortcuts-off";

const active: { current: Bindings }[] = [];
/** Start of a key sequence, in milliseconds since the page loaded. */
let prefixAt = Number.NEGATIVE_INFINITY;

/** Single-key shortcuts interfere with some assistive tools, so they can be switched off on this device. */
export const areShortcutsOff = () => window.localStorage.getItem(OFF_KEY) === "1";

export function switchShortcuts(on: boolean): void {
  if (on) window.localStorage.removeItem(OFF_KEY);
  else window.localStorage.setItem(OFF_KEY, "1");
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [role=combobox]") !==
      null);

/** While a dialog, menu or popover is open, keys belong to it. */
const isCovered = () => document.querySelector('[role="dialog"], [role="menu"]') !== null;

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (isTyping(event.target) || isCovered() || areShortcutsOff()) return;
  const isSecond = performance.now() - prefixAt < SEQUENCE_TIMEOUT_MS;
  prefixAt = Number.NEGATIVE_INFINITY;
  const key = isSecond ? `${PREFIX} ${event.key}` : event.key;
  for (const { current } of active.toReversed()) {
    const action = current[key];
    if (!action) continue;
    event.preventDefault();
    action(event);
    return;
  }
  if (event.key === PREFIX && !isSecond) prefixAt = performance.now();
}

/**
 * Shortcuts of this page: `{ c: create, "g i": toItems }`. They are ignored while text is typed. The component mounted
 * last takes precedence.
 */
export function useShortcuts(bindings: Bindings): void {
  const latest = useRef(bindings);
  latest.current = bindings;
  useEffect(() => {
    if (active.length === 0) document.addEventListener("keydown", onKeyDown);
    active.push(latest);
    return () => {
      active.splice(active.indexOf(latest), 1);
      if (active.length === 0) document.removeEventListener("keydown", onKeyDown);
    };
  }, []);
}
