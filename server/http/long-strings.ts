import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import { StringDecoder } from "node:string_decoder";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Base64Parts } from "@/server/core/base64";
import { joined, partsOf } from "./body";
import { faultOfText } from "./json-faults";

/** Where a string begins and ends in the bytes of a JSON text, its quotes included. */
export interface Span {
  from: number;
  /** The place after it. */
  to: number;
}

const [COLON, SPACE] = [0x3a, 0x20];

/** Where an escape begins that goes on beyond the end of the text; else the end. */
function endOfWhole(text: string): number {
  const last = text.lastIndexOf("\\");
  if (last === -1) return text.length;
  let first = last;
  while (text[first - 1] === "\\") first--;
  const isPaired = (last - first) % 2 === 1;
  const size = text[last + 1] === "u" ? 6 : 2;
  return !isPaired && last + size > text.length ? last : text.length;
}

/** What a string says in parts, with turns of the event loop between them; none ends within a character. */
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

/** In the place of a text that is not strict Base64: nor is this. */
const NOT_BASE64 = "=";

interface LongString {
  /** Its first part that has a fault, else its first one: enough to refuse it, as no field takes so long a text. */
  text: string;
  /** What it says in Base64. */
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
 * Takes the long strings out of a JSON text: parsing one of megabytes at once holds the event loop. Returns the text without
 * them, and a reviver for `JSON.parse` that puts `data` back as the bytes that its Base64 says, and of any other as much as
 * it takes to refuse it. Keys stay.
 *
 * @throws {SyntaxError} for a string that is not valid JSON, and an error for one that is not UTF-8
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
