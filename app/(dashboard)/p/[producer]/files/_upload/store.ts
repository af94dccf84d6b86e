"use client";

import { useSyncExternalStore } from "react";
import type { ProducerQuery, Refusal } from "./send";

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
  /** Key of an identical earlier upload, for whose end this one waits. */
  twin?: number;
  /** Name of an identical earlier file; this one is not sent. */
  sameAs?: string;
}

let uploads: readonly Upload[] = [];
const watchers = new Set<() => void>();
const onDone = new Set<() => void>();

/** All uploads of this window, in the order in which they were added. */
export const allUploads = (): readonly Upload[] => uploads;

/** Replace the uploads. */
export function putUploads(next: readonly Upload[]): void {
  uploads = next;
  for (const watcher of watchers) watcher();
}

/** Tell those who wait for it that a file is stored. */
export function tellUploaded(): void {
  for (const tell of onDone) tell();
}

/** Remove one ended upload from the list, or all of them. */
export function forgetUploads(key?: number): void {
  putUploads(uploads.filter((upload) => !hasEnded(upload) || (key !== undefined && upload.key !== key)));
}

/** Remove the uploads of deleted files from the list; without ids, of all files. */
export function forgetStored(ids?: readonly string[]): void {
  const isGone = ({ state, id }: Upload) =>
    state === "done" && (!ids || (id !== undefined && ids.includes(id)));
  putUploads(uploads.filter((upload) => !isGone(upload)));
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

export const hasEnded = ({ state }: Upload) => state === "done" || state === "failed";

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
