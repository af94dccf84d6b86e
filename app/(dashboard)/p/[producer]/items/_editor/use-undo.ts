"use client";

import { useEffect, useRef } from "react";
import { useToast } from "@/app/ui/toast";

/** Offer to undo an edit of a value. The undo applies to the current value; the offer ends with the editor. */
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
