"use client";

import { useSyncExternalStore } from "react";
import { type ProducerQuery, type Refusal, sendFile } from "./send";

/** Same limit as the API. */
export const MAX_BYTES = 10 * 1024 * 1024;
const MAX_CONCURRENT_UPLOADS = 3;
const MAX_AUTOMATIC_RETRIES = 5;

export interface Upload {
  key: number;
  file: File;
  /** The producer of the page where the file was added; later navigation does not change it. */
  producer: ProducerQuery;
  state: "waiting" | "sending" | "done" | "failed";
  /** Part of the file that is sent, 0 to 1. */
  share: number;
  /** Id of the stored file. */
  id?: string;
  refusal?: Refusal;
  /** Whether a retry can succeed. */
  mayRetry: boolean;
  /** Name of an identical earlier file; this one is not sent. */
  sameAs?: string;
}

type Waits = Pick<Upload, "state" | "share" | "mayRetry">;
const WAITING: Waits = { state: "waiting", share: 0, mayRetry: true };

/** Refusals that a retry cannot change. */
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
    if (after !== undefined && times < MAX_AUTOMATIC_RETRIES) {
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

/** Start waiting uploads, up to the limit. */
function next(): void {
  const room = MAX_CONCURRENT_UPLOADS - uploads.filter(({ state }) => state === "sending").length;
  const waiting = uploads.filter(({ state }) => state === "waiting").slice(0, Math.max(0, room));
  for (const upload of waiting) void send(upload);
}

/** Whether two files have the same bytes. */
async function isSame(one: File, other: File): Promise<boolean> {
  if (one === other) return true;
  if (one.size !== other.size) return false;
  const [a, b] = await Promise.all([one.arrayBuffer(), other.arrayBuffer()]);
  const [left, right] = [new Uint8Array(a), new Uint8Array(b)];
  return left.every((byte, at) => byte === right[at]);
}

/** An earlier upload of the same bytes to the same producer that was sent or will be. */
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

/** Queue files for a producer. Files that are too large are refused here, and identical files are sent once. */
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

/** Cancel a waiting or running upload. */
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

/** Remove one ended upload from the list, or all of them. */
export function forgetUploads(key?: number): void {
  put(uploads.filter((upload) => !hasEnded(upload) || (key !== undefined && upload.key !== key)));
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

const NONE: readonly Upload[] = [];

/** All uploads of this window. They continue during navigation. */
export const useUploads = () =>
  useSyncExternalStore(
    subscribe,
    () => uploads,
    () => NONE,
  );

const hasEnded = ({ state }: Upload) => state === "done" || state === "failed";

/** Count the uploads by state. */
export function countsOf(uploads: readonly Upload[]) {
  const count = (is: (upload: Upload) => boolean) => uploads.filter(is).length;
  return {
    all: uploads.length,
    done: count(({ state }) => state === "done"),
    failed: count(({ state }) => state === "failed"),
    ended: count(hasEnded),
  };
}

/** Call `tell` whenever a file is stored; returns the unsubscribe function. */
export function whenUploaded(tell: () => void): () => void {
  onDone.add(tell);
  return () => onDone.delete(tell);
}
