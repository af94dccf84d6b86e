"use client";

import { useEffect, useState } from "react";

/** Whether a loaded popup may open: one that is there closed first knows where the focus came from, and returns it. */
export function useReady(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return isReady;
}
