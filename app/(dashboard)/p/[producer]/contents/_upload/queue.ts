"use client";

import { useSyncExternalStore } from "react";
import { type ProducerQuery, type Refusal, sendFile } from "./send";

/** As the interface has it. */
export const MAX_BYTES = 10 * 1024 * 1024;
const AT_ONCE = 3;
const MAX_WAITS = 5;

export interface Upload {
  key: number;
  file: File;
  /** Whose content it becomes: that of the page where it was added, whatever is shown once it is sent. */
  producer: ProducerQuery;
  state: "waiting" | "sending" | "done" | "failed";
  /** How much has gone out, 0 to 1. */
  share: number;
  /** Of the content, once it is one. */
  id?: string;
  refusal?: Refusal;
  /** Whether another try may end otherwise. */
  mayRetry: boolean;
  /** The name of the file with the same content that is there already; this one is not sent. */
  sameAs?: string;
}

type Waits = Pick<Upload, "state" | "share" | "mayRetry">;
const WAITING: Waits = { state: "waiting", share: 0, mayRetry: true };

/** Refusals that stay whatever is tried. */
const FINAL = new Set(["too-large", "body-too-large", "content-type", "invalid-input"]);

let uploads: readonly Upload[] = [];
let keys = 0;
const stops = new Map<number, () => void>();
const waits = new Map<number, number>();
const watchers = new Set<() => void>();
const onDone = new Set<() => void>();

function put(next: readonly Upload[]): void {
  uploads = next;
  for (const watcher of watchers) watcher();
}

const change = (key: number, fields: Partial<Upload>) =>
  put(uploads.map((upload) => (upload.key === key ? { ...upload, ...fields } : upload)));

function fail(key: number, refusal: Refusal): void {
  change(key, { state: "failed", refusal, mayRetry: !FINAL.has(refusal.code) });
}

async function send(upload: Upload): Promise<void> {
  const { key, file, producer } = upload;
  change(key, { state: "sending", share: 0 });
  const twin = await twinOf(upload);
  if (!uploads.some((one) => one.key === key && one.state === "sending")) return next();
  if (twin) {
    change(key, { state: "done", share: 1, sameAs: twin.file.name, ...(twin.id ? { id: twin.id } : {}) });
    return next();
  }
  const { done, stop } = sendFile(file, producer, (share) => change(key, { share }));
  stops.set(key, stop);
  const sent = await done;
  stops.delete(key);
  if ("id" in sent) {
    change(key, { state: "done", share: 1, id: sent.id });
    for (const tell of onDone) tell();
  } else {
    const { after } = sent.refusal;
    const times = waits.get(key) ?? 0;
    if (after !== undefined && times < MAX_WAITS) {
      waits.set(key, times + 1);
      setTimeout(() => {
        if (uploads.some((one) => one.key === key && one.state === "sending")) change(key, WAITING);
        next();
      }, after * 1_000);
      return;
    }
    fail(key, sent.refusal);
  }
  next();
}

/** Sends what waits, a few at once. */
function next(): void {
  const room = AT_ONCE - uploads.filter(({ state }) => state === "sending").length;
  const waiting = uploads.filter(({ state }) => state === "waiting").slice(0, Math.max(0, room));
  for (const upload of waiting) void send(upload);
}

/** Whether two files say the same, byte for byte. */
async function isSame(one: File, other: File): Promise<boolean> {
  if (one === other) return true;
  if (one.size !== other.size) return false;
  const [a, b] = await Promise.all([one.arrayBuffer(), other.arrayBuffer()]);
  const [left, right] = [new Uint8Array(a), new Uint8Array(b)];
  return left.every((byte, at) => byte === right[at]);
}

/** The upload of before, to the same producer, that has sent the same content or is about to. */
async function twinOf({ key, file, producer }: Upload): Promise<Upload | undefined> {
  const earlier = uploads.filter(
    (other) =>
      other.key < key &&
      other.state !== "failed" &&
      other.producer.producer === producer.producer &&
      !other.sameAs,
  );
  for (const other of earlier) if (await isSame(other.file, file).catch(() => false)) return other;
  return undefined;
}

/**
 * Takes files in for a producer, to be sent by and by; those that are too large are refused here, and no content is sent
 * twice.
 */
export function addFiles(files: readonly File[], producer: ProducerQuery): void {
  const added = files.map((file): Upload => {
    keys += 1;
    const added = { key: keys, file, producer };
    if (file.size <= MAX_BYTES) return { ...added, ...WAITING };
    return {
      ...added,
      state: "failed",
      share: 0,
      refusal: { code: "too-large", detail: "" },
      mayRetry: false,
    };
  });
  put([...uploads, ...added]);
  next();
}

/** Stops one that waits or is on its way. */
export function cancelUpload(key: number): void {
  const stop = stops.get(key);
  if (stop) stop();
  else fail(key, { code: "cancelled", detail: "" });
}

export function retryUpload(key: number): void {
  waits.delete(key);
  change(key, WAITING);
  next();
}

/** Takes one that has ended off the list; or all that have. */
export function forgetUploads(key?: number): void {
  put(uploads.filter((upload) => !hasEnded(upload) || (key !== undefined && upload.key !== key)));
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

const NONE: readonly Upload[] = [];

/** All uploads of this window. They go on while other pages are looked at. */
export const useUploads = () =>
  useSyncExternalStore(
    subscribe,
    () => uploads,
    () => NONE,
  );

const hasEnded = ({ state }: Upload) => state === "done" || state === "failed";

/** How far all of them have come. */
export function countsOf(uploads: readonly Upload[]) {
  const count = (is: (upload: Upload) => boolean) => uploads.filter(is).length;
  return {
    all: uploads.length,
    done: count(({ state }) => state === "done"),
    failed: count(({ state }) => state === "failed"),
    ended: count(hasEnded),
  };
}

/** Calls when a file has become a content, until what it returns is called. */
export function whenUploaded(tell: () => void): () => void {
  onDone.add(tell);
  return () => onDone.delete(tell);
}
