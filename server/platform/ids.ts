import { randomUUID } from "node:crypto";

/** A UUIDv7: 48 bits of time in milliseconds, then random ones, so that ids sort by age and can't be guessed. */
export function newId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** Ids made from that moment on are not below it; earlier ones are. */
export function leastIdAt(ms: number): string {
  const time = Math.floor(ms).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
/** When an id of `newId` was made, in milliseconds. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the text can be an id that the service made; anything else names nothing. */
export const isId = (text: string) => UUID.test(text);
