"use client";

import { type ProducerQuery, type Refusal, sendFile } from "./send";
import { allUploads, hasEnded, putUploads, tellUploaded, type Upload } from "./store";

/** Same limit as the API. */
export const MAX_BYTES = 10 * 1024 * 1024;
const MAX_CONCURRENT_UPLOADS = 3;
const MAX_AUTOMATIC_RETRIES = 5;

type Waits = Pick<Upload, "state" | "share" | "mayRetry">;
const WAITING: Waits = { state: "waiting", share: 0, mayRetry: true };

/** Refusals that a retry cannot change. */
const FINAL = new Set(["too-large", "body-too-large", "content-type", "invalid-input"]);

let keys = 0;
const stops = new Map<number, () => void>();
const waits = new Map<number, number>();

const change = (key: number, fields: Partial<Upload>) =>
  putUploads(allUploads().map((upload) => (upload.key === key ? { ...upload, ...fields } : upload)));

function fail(key: number, refusal: Refusal): void {
  change(key, { state: "failed", refusal, mayRetry: !FINAL.has(refusal.code) });
}

async function send(upload: Upload): Promise<void> {
  const { key, file, producer } = upload;
  change(key, { state: "sending", share: 0 });
  const twin = await twinOf(upload);
  if (!allUploads().some((one) => one.key === key && one.state === "sending")) return next();
  if (twin && !hasEnded(twin)) {
    change(key, { ...WAITING, twin: twin.key });
    return next();
  }
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
    tellUploaded();
  } else {
    const { after } = sent.refusal;
    const times = waits.get(key) ?? 0;
    if (after !== undefined && times < MAX_AUTOMATIC_RETRIES) {
      waits.set(key, times + 1);
      setTimeout(() => {
        if (allUploads().some((one) => one.key === key && one.state === "sending")) change(key, WAITING);
        next();
      }, after * 1_000);
      return;
    }
    fail(key, sent.refusal);
  }
  next();
}

/** Whether an upload may start: it waits, and not for an identical one. */
const isReady = ({ state, twin }: Upload) =>
  state === "waiting" &&
  (twin === undefined || !allUploads().some((other) => other.key === twin && !hasEnded(other)));

/** Start waiting uploads, up to the limit. */
function next(): void {
  const room = MAX_CONCURRENT_UPLOADS - allUploads().filter(({ state }) => state === "sending").length;
  for (const upload of allUploads().filter(isReady).slice(0, Math.max(0, room))) void send(upload);
}

/** Whether two files have the same bytes. */
async function isSame(one: File, other: File): Promise<boolean> {
  if (one === other) return true;
  if (one.size !== other.size) return false;
  const [a, b] = await Promise.all([one.arrayBuffer(), other.arrayBuffer()]);
  const [left, right] = [new Uint8Array(a), new Uint8Array(b)];
  return left.every((byte, at) => byte === right[at]);
}

/** An earlier upload of the same bytes to the same producer that was sent or may be. */
async function twinOf({ key, file, producer }: Upload): Promise<Upload | undefined> {
  const earlier = allUploads().filter(
    (other) =>
      other.key < key &&
      other.state !== "failed" &&
      other.producer.producer === producer.producer &&
      !other.sameAs,
  );
  for (const other of earlier) {
    if (!(await isSame(other.file, file).catch(() => false))) continue;
    const twin = allUploads().find((one) => one.key === other.key && one.state !== "failed");
    if (twin) return twin;
  }
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
  putUploads([...allUploads(), ...added]);
  next();
}

/** Cancel a waiting or running upload. */
export function cancelUpload(key: number): void {
  const stop = stops.get(key);
  if (stop) stop();
  else {
    fail(key, { code: "cancelled", detail: "" });
    next();
  }
}

export function retryUpload(key: number): void {
  waits.delete(key);
  change(key, WAITING);
  next();
}
