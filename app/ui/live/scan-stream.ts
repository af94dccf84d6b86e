"use client";

import { useEffect, useRef, useState } from "react";
import { isSignedOut } from "../failure";
import { useProducerQuery } from "../signed-in";
import { useTRPCClient } from "../trpc";
import { type ListedScan, liveScanOf } from "./live-scan";

/** `lost`: it is being tried again. `ended`: whoever looks has no access any more. */
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

interface StreamOptions extends StreamListener {
  producer: { producer?: string };
  onState: (state: StreamState) => void;
  /** Whether the service lets whoever looks listen; nothing where that can't be told just now. */
  mayListen: () => Promise<boolean | undefined>;
}

/** Holds one connection to the live feed, and opens it again whenever it is lost. Returns what ends it. */
function openStream(listener: StreamOptions): () => void {
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
    const own = new EventSource(`/api/live?${new URLSearchParams(listener.producer)}`);
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
      close();
      listener.onState("connecting");
      void comeAgain();
    });
    own.addEventListener("error", () => {
      listener.onState("lost");
      // A refusal is final for browsers; too many watchers, or a restart, are not for us.
      if (own.readyState !== EventSource.CLOSED) return;
      close();
      later();
    });
  };

  const later = () => {
    listener.onState("lost");
    clearTimeout(retry);
    retry = setTimeout(comeAgain, retryMs);
    retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS);
  };

  /** A stream also ends with a session that another has taken the place of: only who has lost access has none. */
  const comeAgain = async () => {
    const may = await listener.mayListen();
    if (isEnded || source) return;
    if (may) return open();
    if (may === undefined) return later();
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

/** Listens to new scans of the producer that is shown while the component is shown. */
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
