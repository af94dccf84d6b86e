"use client";

import { useEffect, useRef, useState } from "react";
import { forProducer } from "../trpc";
import { type ListedScan, liveScanOf } from "./live-scan";

/** `lost`: it is being tried again. */
export type StreamState = "connecting" | "live" | "lost" | "ended";

interface StreamListener {
  onScan: (scan: ListedScan) => void;
  /** From now on scans are told: whatever was recorded before has to be asked for. */
  onOpen: () => void;
}

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 30_000;
/** Browsers open few connections to a host: windows that nobody sees give theirs back. */
const KEPT_WHILE_HIDDEN_MS = 20_000;

/** Holds one connection to the live feed, and opens it again whenever it is lost. Returns what ends it. */
function openStream(listener: StreamListener & { onState: (state: StreamState) => void }): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let retryMs = FIRST_RETRY_MS;
  let isEnded = false;

  const close = () => {
    clearTimeout(retry);
    source?.close();
    source = undefined;
  };

  const open = () => {
    close();
    if (isEnded) return;
    const own = new EventSource(`/api/live?${new URLSearchParams(forProducer())}`);
    source = own;
    // The service's own word: the browser's event of this name says only that headers came.
    own.addEventListener("open", (event) => {
      if (!(event instanceof MessageEvent)) return;
      retryMs = FIRST_RETRY_MS;
      listener.onState("live");
      listener.onOpen();
    });
    own.addEventListener("scan", ({ data }: MessageEvent<string>) => {
      const scan = liveScanOf(data);
      if (scan) listener.onScan(scan);
    });
    own.addEventListener("end", () => {
      isEnded = true;
      close();
      listener.onState("ended");
    });
    own.addEventListener("error", () => {
      if (isEnded) return;
      listener.onState("lost");
      // A refusal is final for browsers; too many watchers, or a restart, are not for us.
      if (own.readyState !== EventSource.CLOSED) return;
      clearTimeout(retry);
      retry = setTimeout(open, retryMs);
      retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS);
    });
  };

  const onOffline = () => {
    close();
    if (!isEnded) listener.onState("lost");
  };
  const onVisibility = () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(close, KEPT_WHILE_HIDDEN_MS);
    else if (!source) {
      listener.onState("connecting");
      open();
    }
  };

  open();
  window.addEventListener("offline", onOffline);
  window.addEventListener("online", open);
  document.addEventListener("visibilitychange", onVisibility);
  return () => {
    isEnded = true;
    close();
    clearTimeout(hiding);
    window.removeEventListener("offline", onOffline);
    window.removeEventListener("online", open);
    document.removeEventListener("visibilitychange", onVisibility);
  };
}

/** Listens to new scans of the chosen producer while the component is shown. */
export function useScanStream(listener: StreamListener): StreamState {
  const latest = useRef(listener);
  latest.current = listener;
  const [state, setState] = useState<StreamState>("connecting");
  useEffect(
    () =>
      openStream({
        onState: setState,
        onOpen: () => latest.current.onOpen(),
        onScan: (scan) => latest.current.onScan(scan),
      }),
    [],
  );
  return state;
}
