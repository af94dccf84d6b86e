import { isAscii, isUtf8 } from "node:buffer";
import { setImmediate as nextTurn } from "node:timers/promises";
import { AppError, type Fault, invalid } from "@/server/core/errors";
import { isLarge, readBytes } from "./body";
import { JsonCounter } from "./json-counter";
import { faultsOfJson, mayHaveFaults } from "./json-faults";
import { type Span, takeLongStrings } from "./long-strings";

/** Where the interface begins; the specification's version prefix. */
export const BASE_PATH = "/api/v2";

const MAX_BODY_BYTES = 1024 * 1024;

/** Text of UTF-8, without a byte order mark; most bodies are ASCII, which takes a fraction of the time. */
function textOf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isAscii(bytes)) return buffer.toString("latin1");
  if (!isUtf8(bytes)) throw new Error("It is not UTF-8.");
  return buffer.toString("utf8").replace(/^\uFEFF/, "");
}

const tooMuchBesides = () =>
  invalid("body-too-large", `The body is larger than ${MAX_BODY_BYTES} bytes without its long texts.`);

async function parseJson(
  bytes: Uint8Array,
  longStrings: Span[],
): Promise<{ json: unknown; faults: Fault[] }> {
  try {
    const { rest, revive } =
      longStrings.length === 0 ? { rest: bytes } : await takeLongStrings(bytes, longStrings);
    // It is parsed at once, which takes its time.
    if (rest.byteLength > MAX_BODY_BYTES) throw tooMuchBesides();
    const text = textOf(rest);
    const json: unknown = JSON.parse(text, revive);
    return { json, faults: longStrings.length > 0 || mayHaveFaults(text) ? faultsOfJson(json) : [] };
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = error instanceof SyntaxError ? error.message.split(" in JSON")[0] : "it is not UTF-8";
    throw invalid("malformed-json", `The body is not valid JSON: ${reason}.`);
  }
}

const isJson = (contentType: string | null) => /^application\/json\s*(;|$)/i.test(contentType ?? "");

/** A body as it came: its bytes, what they say, and what is wrong with that. */
export interface ReadBody {
  bytes: Uint8Array;
  body: unknown;
  faults: Fault[];
}

/** Of a request that has no body, or none that counts. */
export const NO_BODY: ReadBody = { bytes: new Uint8Array(), body: {}, faults: [] };

/** What a JSON body says, of which the long strings are known; `{}` where there is none. 400 for anything but well-formed JSON. */
export async function jsonBody(
  bytes: Uint8Array,
  contentType: string | null,
  longStrings: Span[] = [],
): Promise<ReadBody> {
  if (bytes.byteLength === 0) return NO_BODY;
  if (!isJson(contentType)) throw wrongType("application/json");
  const { json, faults } = await parseJson(bytes, longStrings);
  if (isLarge(bytes)) await nextTurn();
  return { bytes, body: json, faults };
}

/** The refusal of a body whose content-type is not among those that the call takes. */
export const wrongType = (taken: string) =>
  invalid("content-type", `A body needs the header content-type: ${taken}.`, [
    { pointer: "/headers/content-type", message: `must be ${taken}` },
  ]);

/** The JSON body of a request, at most 1 MiB, also as the database writes it. */
export const readJsonBody = async (request: Request): Promise<ReadBody> =>
  jsonBody(
    await readBytes(request, { maxBytes: MAX_BODY_BYTES, onChunk: new JsonCounter(MAX_BODY_BYTES).feed }),
    request.headers.get("content-type"),
  );

/** The path and the query of an absolute url, without the cost of parsing all of it. */
export function splitUrl(url: string): { path: string; query: string } {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const mark = url.indexOf("?", start);
  return mark === -1
    ? { path: url.slice(start), query: "" }
    : { path: url.slice(start, mark), query: url.slice(mark + 1) };
}

/** A name in the pattern of a path, and its place among the parts of a path. */
export type PathName = [name: string, place: number];

/** The names in a pattern, such as `id` in `/items/:id`. */
export const namesIn = (pattern: string): PathName[] =>
  pattern.split("/").flatMap((part, i) => (part.startsWith(":") ? [[part.slice(1), i]] : []));

/** The named parts of a path, decoded, and which of them are no text. */
export function paramsOf(
  names: PathName[],
  path: string,
): { params: Record<string, string>; faults: Fault[] } {
  const params: Record<string, string> = {};
  const faults: Fault[] = [];
  if (names.length === 0) return { params, faults };
  const parts = path.slice(BASE_PATH.length).split("/");
  for (const [name, place] of names) {
    const text = decoded(parts[place] ?? "");
    params[name] = text ?? "";
    if (text === undefined) {
      faults.push({ pointer: `/path/${name}`, message: "is not valid UTF-8 text without NUL" });
    }
  }
  return { params, faults };
}

function decoded(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text);
    return decoded.includes("\0") ? undefined : decoded;
  } catch {
    return undefined;
  }
}

/** The query as text by name; of a repeated name the first counts. */
export function queryOf(query: string): Record<string, string> {
  const values: Record<string, string> = {};
  if (query === "") return values;
  for (const [name, value] of new URLSearchParams(query)) values[name] ??= value;
  return values;
}
