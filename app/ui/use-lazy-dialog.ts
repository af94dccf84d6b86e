"use client";

import { useState } from "react";

/** The state of a dialog whose code is loaded when it first opens. */
export function useLazyDialog() {
  const [state, setState] = useState<"absent" | "open" | "closed">("absent");
  return {
    opened: state === "open",
    // Its code cannot load offline.
    open: () => setState((before) => (before === "absent" && !navigator.onLine ? before : "open")),
    close: () => setState("closed"),
  };
}
