import { randomUUID } from "node:crypto";

/** A UUIDv7: 48 bits of time in milliseconds, then random ones, so that ids sort by age and can't be guessed. */
export function newId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** The least id that may be made at a moment, in milliseconds, or later. */
export const firstIdAt = (ms: number) => {
  const time = ms.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the text can be an id that the service made; anything else names nothing. */
export const isId = (text: string) => UUID.test(text);
