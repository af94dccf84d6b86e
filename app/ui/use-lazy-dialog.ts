"use client";

import { useState } from "react";

/** The state of a dialog whose code is loaded when it first opens. It stays rendered, so that it closes as others do. */
export function useLazyDialog() {
  const [state, setState] = useState<"absent" | "open" | "closed">("absent");
  return {
    isPresent: state !== "absent",
    opened: state === "open",
    // Its code cannot load offline.
    open: () => setState((before) => (before === "absent" && !navigator.onLine ? before : "open")),
    close: () => setState("closed"),
  };
}
