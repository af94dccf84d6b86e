"use client";

import { useEffect, useRef, useState } from "react";
import { isSignedOut } from "../failure";
import { useProducerQuery } from "../signed-in";
import { useTRPCClient } from "../trpc";
import { type ListedScan, liveScanOf } from "./live-scan";

/** `lost`: a retry is scheduled. `ended`: the person no longer has access. */
export type StreamState = "connecting" | "live" | "lost" | "ended";

interface StreamListener {
  onScan: (scan: ListedScan) => void;
  /** The stream delivers scans from now on; earlier ones must be fetched. */
  onOpen: () => void;
}

const MIN_RETRY_DELAY_MS = 2_000;
const MAX_RETRY_DELAY_MS = 30_000;
/** Hidden windows close their connection after this time, because browsers limit the connections to a host. */
const HIDDEN_TIMEOUT_MS = 20_000;

interface StreamOptions extends StreamListener {
  producer: { producer?: string };
  onState: (state: StreamState) => void;
  /** Whether the service lets the person listen; undefined if that is unknown at the moment. */
  mayListen: () => Promise<boolean | undefined>;
}

/** Keep one connection to the live feed and reopen it when it is lost. Returns the function that ends it. */
function openStream(listener: StreamOptions): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let retryDelayMs = MIN_RETRY_DELAY_MS;
  let isEnded = false;

  const close = () => {
    clearTimeout(retry);
    source?.close();
    source = undefined;
  };

  const open = () => {
    close();
    if (isEnded) return;
    const own = new EventSource(`/api/live?${new URLSearchParams(listener.producer)}`);
    source = own;
    // Message of the service; the browser's own `open` event only means that headers arrived.
    own.addEventListener("open", (event) => {
      if (!(event instanceof MessageEvent)) return;
      retryDelayMs = MIN_RETRY_DELAY_MS;
      listener.onState("live");
      listener.onOpen();
    });
    own.addEventListener("scan", ({ data }: MessageEvent<string>) => {
      const scan = liveScanOf(data);
      if (scan) listener.onScan(scan);
    });
    own.addEventListener("end", () => {
      close();
      listener.onState("connecting");
      void reconnect();
    });
    own.addEventListener("error", () => {
      listener.onState("lost");
      // EventSource gives up after a refusal, but too many watchers or a restart are temporary.
      if (own.readyState !== EventSource.CLOSED) return;
      close();
      scheduleRetry();
    });
  };

  const scheduleRetry = () => {
    listener.onState("lost");
    clearTimeout(retry);
    retry = setTimeout(reconnect, retryDelayMs);
    retryDelayMs = Math.min(2 * retryDelayMs, MAX_RETRY_DELAY_MS);
  };

  /** The stream also ends when the session is replaced, for example by a new password. Only a lost access is final. */
  const reconnect = async () => {
    const may = await listener.mayListen();
    if (isEnded || source) return;
    if (may) return open();
    if (may === undefined) return scheduleRetry();
    isEnded = true;
    listener.onState("ended");
  };

  const onOffline = () => {
    close();
    if (!isEnded) listener.onState("lost");
  };
  const onVisibility = () => {
    clearTimeout(hiding);
    if (isEnded) return;
    if (document.hidden) hiding = setTimeout(close, HIDDEN_TIMEOUT_MS);
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

/** Listen to new scans of the current producer while the component is mounted. */
export function useScanStream(listener: StreamListener): StreamState {
  const latest = useRef(listener);
  latest.current = listener;
  const [state, setState] = useState<StreamState>("connecting");
  const client = useTRPCClient();
  const producer = useProducerQuery();
  useEffect(
    () =>
      openStream({
        producer,
        onState: setState,
        mayListen: () =>
          client.people.me.query().then(
            ({ chosen }) => chosen !== null,
            (failure: unknown) => (isSignedOut(failure) ? false : undefined),
          ),
        onOpen: () => latest.current.onOpen(),
        onScan: (scan) => latest.current.onScan(scan),
      }),
    [client, producer],
  );
  return state;
}
