"use client";

import { useEffect, useRef } from "react";
import { useToast } from "@/app/ui/toast";

/** Offers to take back what was done to a value that is being edited, as it is by then; no longer than it is edited. */
export function useUndo<Value>(value: Value): (message: string, takeBack: (value: Value) => void) => void {
  const toast = useToast();
  const latest = useRef(value);
  latest.current = value;
  const offers = useRef(new Set<() => void>());
  useEffect(() => {
    const { current } = offers;
    return () => {
      for (const withdraw of current) withdraw();
    };
  }, []);
  return (message, takeBack) => {
    offers.current.add(toast.undo(message, async () => takeBack(latest.current)));
  };
}
