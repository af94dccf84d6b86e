"use client";

import { useEffect } from "react";

/** The element itself; for an entry of a menu, which disappears, the button of the menu. */
function lastingOf(element: Element | null): Element | null {
  const button = element?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  return button ? document.getElementById(button) : element;
}

let latest: { element: Element; lasting: Element | null } | undefined;

if (typeof document !== "undefined")
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element) latest = { element: target, lasting: lastingOf(target) };
  });

function focused(): Element | null {
  const { activeElement } = document;
  if (activeElement !== document.body) return lastingOf(activeElement);
  // A menu that closed just now has removed its entry and not returned the focus yet.
  return latest && !latest.element.isConnected ? latest.lasting : null;
}

/** Returns the focus to where it was before a window opened, when it closes or is removed. Mantine returns it only when one closes. */
export function useReturnedFocus(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const before = focused();
    return () => {
      const { activeElement } = document;
      const isMoved = activeElement !== document.body && !activeElement?.closest("[role=dialog]");
      if (!isMoved && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [isOpen]);
}
