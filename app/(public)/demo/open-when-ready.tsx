"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";

const POLL_INTERVAL_MS = 1_500;

interface OpenWhenReadyProps {
  isReady: boolean;
  isUnderWay: boolean;
  children: ReactNode;
}

/** Form that opens the demo. It renews the page while the demo is created, and then sends itself. */
export function OpenWhenReady({ isReady, isUnderWay, children }: OpenWhenReadyProps) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  // A page that was opened later waits for a click.
  const [hasWaited] = useState(isUnderWay);
  useEffect(() => {
    if (!isUnderWay) return;
    const polling = setInterval(() => router.refresh(), POLL_INTERVAL_MS);
    return () => clearInterval(polling);
  }, [isUnderWay, router]);
  useEffect(() => {
    if (hasWaited && isReady) form.current?.requestSubmit();
  }, [hasWaited, isReady]);
  return (
    <form ref={form} action="/demo/open" method="post">
      {children}
    </form>
  );
}
