import { setImmediate as nextTurn } from "node:timers/promises";

const PART_CHARACTERS = 512 * 1024;

export const isLong = (text: unknown): text is string =>
  typeof text === "string" && text.length > PART_CHARACTERS;

const isHighSurrogate = (code: number) => code >= 0xd800 && code < 0xdc00;

/** Encodes a text as UTF-8 in parts. Yields to the event loop in between. */
export async function encodedInParts(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(text));
  let size = 0;
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + PART_CHARACTERS);
    if (to < text.length && isHighSurrogate(text.charCodeAt(to - 1))) to++;
    await nextTurn();
    size += bytes.write(text.slice(from, to), size);
    from = to;
  }
  return bytes;
}
