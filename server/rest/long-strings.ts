import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import { StringDecoder } from "node:string_decoder";
import { setImmediate as nextTurn } from "node:timers/promises";
import { partsOf } from "./body";

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

/** What a string says, parsed in parts, with turns of the event loop between them. */
async function parseString(quoted: Uint8Array): Promise<string> {
  if (!isUtf8(quoted)) throw new Error("It is not UTF-8.");
  const decoder = new StringDecoder("utf8");
  const values: string[] = [];
  let open = "";
  for (const part of partsOf(quoted.subarray(1, -1))) {
    const text = open + decoder.write(part);
    const end = endOfWhole(text);
    values.push(JSON.parse(`"${text.slice(0, end)}"`));
    open = text.slice(end);
    await nextTurn();
  }
  values.push(JSON.parse(`"${open}"`));
  // Put together here, or the first that reads it would do so on top of its own work.
  const value = values.join("");
  await nextTurn();
  return value;
}

function isKey(bytes: Uint8Array, { to }: Span): boolean {
  let next = to;
  while ((bytes[next] ?? COLON) <= SPACE) next++;
  return bytes[next] === COLON;
}

/**
 * Takes the long strings out of a JSON text: parsing one of megabytes at once holds the event loop. Returns the text without
 * them, and a reviver for `JSON.parse` that puts them back. Keys stay.
 *
 * @throws {SyntaxError} for a string that is not valid JSON, and an error for one that is not UTF-8
 */
export async function takeLongStrings(
  bytes: Uint8Array,
  spans: Span[],
): Promise<{ rest: Uint8Array; revive: (key: string, value: unknown) => unknown }> {
  const [token, strings, parts] = [randomUUID(), new Map<unknown, string>(), [] as Uint8Array[]];
  let end = 0;
  for (const span of spans.filter((one) => !isKey(bytes, one))) {
    const name = `${token}-${strings.size}`;
    parts.push(bytes.subarray(end, span.from), Buffer.from(`"${name}"`));
    strings.set(name, await parseString(bytes.subarray(span.from, span.to)));
    end = span.to;
  }
  const rest = Buffer.concat([...parts, bytes.subarray(end)]);
  return { rest, revive: (_, value) => strings.get(value) ?? value };
}
