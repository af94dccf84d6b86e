import { isAscii, isUtf8 } from "node:buffer";
import { setImmediate as nextTurn } from "node:timers/promises";
import { AppError, type Fault, invalid } from "@/server/core/errors";
import { faultsOfJson, MAX_BODY_BYTES, mayHaveFaults } from "@/server/core/json-faults";
import { isLarge, readBytes } from "./body";
import { JsonCounter } from "./json-counter";
import { type Span, takeLongStrings } from "./long-strings";

/** The path prefix of the API, with the specification's version. */
export const BASE_PATH = "/api/v2";

/** Decodes UTF-8 without a byte order mark. Most bodies are ASCII, which decodes in a fraction of the time. */
function textOf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isAscii(bytes)) return buffer.toString("latin1");
  if (!isUtf8(bytes)) throw new Error("It is not UTF-8.");
  return buffer.toString("utf8").replace(/^\uFEFF/, "");
}

const tooLargeWithoutLongTexts = () =>
  invalid("body-too-large", `The body is larger than ${MAX_BODY_BYTES} bytes without its long texts.`);

async function parseJson(
  bytes: Uint8Array,
  longStrings: Span[],
): Promise<{ json: unknown; faults: Fault[] }> {
  try {
    const { rest, revive } =
      longStrings.length === 0 ? { rest: bytes } : await takeLongStrings(bytes, longStrings);
    // The rest is parsed in one step, which holds the event loop.
    if (rest.byteLength > MAX_BODY_BYTES) throw tooLargeWithoutLongTexts();
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

/** A received body: its bytes, its parsed value and its faults. */
export interface ReadBody {
  bytes: Uint8Array;
  body: unknown;
  faults: Fault[];
}

/** The body of a request without one, or with an empty one. */
export const NO_BODY: ReadBody = { bytes: new Uint8Array(), body: {}, faults: [] };

/**
 * Parses a JSON body, given the places of its long strings; `{}` for an empty body.
 * @throws 400 for anything but well-formed JSON
 */
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

/** The refusal of a body whose content type the call does not accept. */
export const wrongType = (taken: string) =>
  invalid("content-type", `A body needs the header content-type: ${taken}.`, [
    { pointer: "/headers/content-type", message: `must be ${taken}` },
  ]);

/** Reads the JSON body of a request: at most 1 MiB, also in the database's notation. */
export const readJsonBody = async (request: Request): Promise<ReadBody> =>
  jsonBody(
    await readBytes(request, { maxBytes: MAX_BODY_BYTES, onChunk: new JsonCounter(MAX_BODY_BYTES).feed }),
    request.headers.get("content-type"),
  );

/** The path and the query of an absolute URL, without the cost of a full parse. */
export function splitUrl(url: string): { path: string; query: string } {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const mark = url.indexOf("?", start);
  return mark === -1
    ? { path: url.slice(start), query: "" }
    : { path: url.slice(start, mark), query: url.slice(mark + 1) };
}

/** A parameter in a path pattern, and its index among the segments. */
export type PathName = [name: string, place: number];

/** The parameters of a path pattern, such as `id` in `/items/:id`. */
export const namesIn = (pattern: string): PathName[] =>
  pattern.split("/").flatMap((part, i) => (part.startsWith(":") ? [[part.slice(1), i]] : []));

/** The decoded parameters of a path, and faults for those that are not text. */
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

/** The query parameters by name; the first value of a repeated name counts. */
export function queryOf(query: string): Record<string, string> {
  const values: Record<string, string> = {};
  if (query === "") return values;
  for (const [name, value] of new URLSearchParams(query)) values[name] ??= value;
  return values;
}
