import { randomUUID } from "node:crypto";

/** Makes a UUIDv7: 48 bits of time in milliseconds, then random bits, so that ids sort by age and cannot be guessed. */
export function newId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
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
