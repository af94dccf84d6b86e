import { isAscii, isUtf8 } from "node:buffer";
import { AppError, type Fault, invalid, pointerTo } from "@/server/errors";

/** Where the interface begins; the specification's version prefix. */
export const BASE_PATH = "/api/v2";

/** Nobody reads more, and an answer stays small whatever came in. */
const ENOUGH_FAULTS = 100;
const MOST_DEPTH = 32;
const MOST_BODY_BYTES = 1024 * 1024;

/** The connection is closed, so that the rest of the body is not received for nothing. */
const tooLarge = (most: number) =>
  new AppError("invalid", "body-too-large", `The body is larger than ${most} bytes.`, {
    headers: { connection: "close" },
  });

/** Reads a body of at most `most` bytes; counts while reading where the length is not declared. 400 beyond. */
export async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  const declared = request.headers.get("content-length");
  if (declared !== null) {
    // The HTTP parser holds a body to its declared length.
    if (Number(declared) > most) throw tooLarge(most);
    return new Uint8Array(await request.arrayBuffer());
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw tooLarge(most);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Goes through parsed JSON for what no part of the service takes, and drops `__proto__` keys on the way. */
export function faultsOfJson(root: unknown): Fault[] {
  const faults: Fault[] = [];
  const visit = (value: unknown, pointer: string, depth: number) => {
    if (faults.length === ENOUGH_FAULTS) return;
    if (typeof value === "string") {
      if (value.includes("\0")) faults.push({ pointer, message: "must not contain a NUL character" });
      else if (!value.isWellFormed()) faults.push({ pointer, message: "must not contain a lone surrogate" });
    } else if (typeof value === "number") {
      if (!Number.isFinite(value)) faults.push({ pointer, message: "is a number out of range" });
    } else if (typeof value === "object" && value !== null) {
      if (depth === MOST_DEPTH) {
        faults.push({ pointer, message: `must not be nested deeper than ${MOST_DEPTH} levels` });
        return;
      }
      if (Object.hasOwn(value, "__proto__")) Reflect.deleteProperty(value, "__proto__");
      const isArray = Array.isArray(value);
      for (const [key, member] of Object.entries(value)) {
        const at = pointerTo(pointer, key.replaceAll("\0", "\uFFFD"));
        if (!isArray) visit(key, at, depth);
        visit(member, at, depth + 1);
      }
    }
  };
  visit(root, "", 0);
  return faults;
}

/** What a text must contain for its JSON to have a fault; a few brackets can't be nested too deep either. */
const SUSPICIOUS = /\\u|__proto__|\d[eE]\+?\d{3}|\d{300}/;

function mayHaveFaults(text: string): boolean {
  if (text.length > MOST_BODY_BYTES || SUSPICIOUS.test(text)) return true;
  let opened = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if ((code === 0x5b || code === 0x7b) && ++opened > MOST_DEPTH) return true;
  }
  return false;
}

/** Text of UTF-8, without a byte order mark; most bodies are ASCII, which takes a fraction of the time. */
function textOf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isAscii(bytes)) return buffer.toString("latin1");
  if (!isUtf8(bytes)) throw new Error("It is not UTF-8.");
  return buffer.toString("utf8").replace(/^\uFEFF/, "");
}

function parseJson(bytes: Uint8Array): { json: unknown; faults: Fault[] } {
  try {
    const text = textOf(bytes);
    const json: unknown = JSON.parse(text);
    return { json, faults: mayHaveFaults(text) ? faultsOfJson(json) : [] };
  } catch (error) {
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

const MOST_VALUES_OF_LARGE_BODY = 100_000;

/** A large body is one long text; one of many values would keep everybody waiting. */
function refuseManyValues(bytes: Uint8Array): void {
  let values = 0;
  for (const byte of bytes) if (byte === 0x2c || byte === 0x5b || byte === 0x7b) values++;
  if (values > MOST_VALUES_OF_LARGE_BODY) {
    throw invalid("body-too-large", `The body has more than ${MOST_VALUES_OF_LARGE_BODY} values.`);
  }
}

/** What a JSON body says; `{}` where there is none. 400 for anything but well-formed JSON. */
export function jsonBody(bytes: Uint8Array, contentType: string | null): ReadBody {
  if (bytes.byteLength === 0) return NO_BODY;
  if (!isJson(contentType)) throw wrongType("application/json");
  if (bytes.byteLength > MOST_BODY_BYTES) refuseManyValues(bytes);
  const { json, faults } = parseJson(bytes);
  return { bytes, body: json, faults };
}

/** The refusal of a body whose content-type is not among those that the call takes. */
export const wrongType = (taken: string) =>
  invalid("content-type", `A body needs the header content-type: ${taken}.`, [
    { pointer: "/headers/content-type", message: `must be ${taken}` },
  ]);

/** The JSON body of a request, at most 1 MiB. */
export const readJsonBody = async (request: Request): Promise<ReadBody> =>
  jsonBody(await readBytes(request, MOST_BODY_BYTES), request.headers.get("content-type"));

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
