import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import { StringDecoder } from "node:string_decoder";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Base64Parts } from "@/server/core/base64";
import { faultOfText } from "@/server/core/json-faults";
import { joined, partsOf } from "./body";

/** The offsets of a string in the bytes of a JSON text, quotes included. */
export interface Span {
  from: number;
  /** The offset after its end. */
  to: number;
}

const [COLON, SPACE] = [0x3a, 0x20];

/** The start of an escape that the end of the text cuts off; else the end of the text. */
function endOfWhole(text: string): number {
  const last = text.lastIndexOf("\\");
  if (last === -1) return text.length;
  let first = last;
  while (text[first - 1] === "\\") first--;
  const isPaired = (last - first) % 2 === 1;
  const size = text[last + 1] === "u" ? 6 : 2;
  return !isPaired && last + size > text.length ? last : text.length;
}

/** Parses a string in parts and yields to the event loop in between. No part ends within a character. */
async function* parsedParts(quoted: Uint8Array): AsyncGenerator<string> {
  if (!isUtf8(quoted)) throw new Error("It is not UTF-8.");
  const decoder = new StringDecoder("utf8");
  let [open, half] = ["", ""];
  for (const part of partsOf(quoted.subarray(1, -1))) {
    const text = open + decoder.write(part);
    const end = endOfWhole(text);
    const value: string = half + JSON.parse(`"${text.slice(0, end)}"`);
    open = text.slice(end);
    half = /[\ud800-\udbff]$/.exec(value)?.[0] ?? "";
    yield value.slice(0, value.length - half.length);
    await nextTurn();
  }
  yield half + JSON.parse(`"${open}"`);
}

/** Replaces a text that is not strict Base64, and is not Base64 either. */
const NOT_BASE64 = "=";

interface LongString {
  /** The first faulty part, else the first part: enough to refuse the string, since no field accepts such a long text. */
  text: string;
  /** The bytes that the string contains as Base64; undefined if it is not Base64. */
  bytes: Uint8Array | undefined;
}

async function readLongString(quoted: Uint8Array): Promise<LongString> {
  const base64 = new Base64Parts(quoted.byteLength);
  let [text, isFaulty] = ["", false];
  for await (const part of parsedParts(quoted)) {
    base64.write(part);
    if (isFaulty) continue;
    isFaulty = faultOfText(part) !== undefined;
    if (isFaulty || text === "") text = part;
  }
  return { text, bytes: base64.end() };
}

function isKey(bytes: Uint8Array, { to }: Span): boolean {
  let next = to;
  while ((bytes[next] ?? COLON) <= SPACE) next++;
  return bytes[next] === COLON;
}

/**
 * Removes the long strings from a JSON text, since parsing megabytes in one step blocks the event loop. Returns the rest
 * and a reviver for `JSON.parse`. It restores `data` as the bytes of its Base64, and any other string as far as its refusal
 * needs. Keys stay in the text.
 *
 * @throws {SyntaxError} for a string that is not valid JSON; an error for one that is not UTF-8
 */
export async function takeLongStrings(
  bytes: Uint8Array,
  spans: Span[],
): Promise<{ rest: Uint8Array; revive: (key: string, value: unknown) => unknown }> {
  const [token, strings, parts] = [randomUUID(), new Map<unknown, LongString>(), [] as Uint8Array[]];
  let end = 0;
  for (const span of spans.filter((one) => !isKey(bytes, one))) {
    const name = `${token}-${strings.size}`;
    parts.push(bytes.subarray(end, span.from), Buffer.from(`"${name}"`));
    strings.set(name, await readLongString(bytes.subarray(span.from, span.to)));
    end = span.to;
  }
  const revive = (key: string, value: unknown) => {
    const long = strings.get(value);
    if (!long) return value;
    return key === "data" ? (long.bytes ?? NOT_BASE64) : long.text;
  };
  return { rest: await joined([...parts, bytes.subarray(end)]), revive };
}
