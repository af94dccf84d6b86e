import { randomUUID } from "node:crypto";

const MAX_COUNT = 0xfff;

declare global {
  var assayNewestId: { at: number; count: number } | undefined;
}

// On `globalThis`, because Next and the HTTP front are separate bundles.
globalThis.assayNewestId ??= { at: 0, count: 0 };
const newest = globalThis.assayNewestId;

/**
 * Makes a UUIDv7: 48 bits of time in milliseconds, 12 that count the ids of this millisecond, then random bits, so that ids of
 * a thread sort by age and cannot be guessed. Those beyond 4,096 in a millisecond have no order among them.
 */
export function newId(now = Date.now()): string {
  newest.count = now === newest.at ? Math.min(newest.count + 1, MAX_COUNT) : 0;
  newest.at = now;
  const time = now.toString(16).padStart(12, "0");
  const count = newest.count.toString(16).padStart(3, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}${randomUUID().slice(18)}`;
}

/** The lower bound of ids made from that moment on; all earlier ids are below it. */
export function leastIdAt(ms: number): string {
  const time = Math.floor(ms).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
/** The time of an id of `newId`, in milliseconds. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of an id of the service. */
export const isId = (text: string) => UUID.test(text);
