import { type Fault, invalid } from "@/server/errors";

/** Where the interface begins; the specification's version prefix. */
export const BASE_PATH = "/api/v2";

const MOST_DEPTH = 32;
const MOST_BODY_BYTES = 1024 * 1024;

const tooLarge = (most: number) => invalid("body-too-large", `The body is larger than ${most} bytes.`);

/** Reads a body of at most `most` bytes; counts while reading where the length is not declared. 400 beyond. */
async function readBytes(request: Request, most: number): Promise<Uint8Array> {
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
  const visit = (value: unknown, pointer: () => string, depth: number) => {
    if (typeof value === "string") {
      if (value.includes("\0"))
        faults.push({ pointer: pointer(), message: "must not contain a NUL character" });
      else if (!value.isWellFormed())
        faults.push({ pointer: pointer(), message: "must not contain a lone surrogate" });
    } else if (typeof value === "number") {
      if (!Number.isFinite(value)) faults.push({ pointer: pointer(), message: "is a number out of range" });
    } else if (typeof value === "object" && value !== null) {
      if (depth === MOST_DEPTH) {
        faults.push({ pointer: pointer(), message: `must not be nested deeper than ${MOST_DEPTH} levels` });
        return;
      }
      if (Object.hasOwn(value, "__proto__")) Reflect.deleteProperty(value, "__proto__");
      const isArray = Array.isArray(value);
      for (const [key, member] of Object.entries(value)) {
        const at = () =>
          `${pointer()}/${key.replaceAll("~", "~0").replaceAll("/", "~1").toWellFormed().replaceAll("\0", "\uFFFD")}`;
        if (!isArray) visit(key, at, depth);
        visit(member, at, depth + 1);
      }
    }
  };
  visit(root, () => "", 0);
  return faults;
}

function parseJson(bytes: Uint8Array): unknown {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message.split(" in JSON")[0] : "it is not UTF-8";
    throw invalid("malformed-json", `The body is not valid JSON: ${reason}.`);
  }
  const faults = faultsOfJson(value);
  if (faults.length > 0) throw invalid("invalid-input", "The request has faults.", faults);
  return value;
}

const isJson = (contentType: string | null) => /^application\/json\s*(;|$)/i.test(contentType ?? "");

/** The JSON body of a request and its bytes; `{}` where there is none. 400 for anything but well-formed JSON. */
export async function readJsonBody(request: Request): Promise<{ bytes: Uint8Array; json: unknown }> {
  const bytes = await readBytes(request, MOST_BODY_BYTES);
  if (bytes.byteLength === 0) return { bytes, json: {} };
  if (!isJson(request.headers.get("content-type"))) {
    throw invalid("content-type", "A body needs the header content-type: application/json.", [
      { pointer: "/headers/content-type", message: "must be application/json" },
    ]);
  }
  return { bytes, json: parseJson(bytes) };
}

/** The path and the query of an absolute url, without the cost of parsing all of it. */
export function splitUrl(url: string): { path: string; query: string } {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const mark = url.indexOf("?", start);
  return mark === -1
    ? { path: url.slice(start), query: "" }
    : { path: url.slice(start, mark), query: url.slice(mark + 1) };
}

const UNUSABLE_TEXT = "is not valid UTF-8 text without NUL";

/** The parts of a path that its pattern names (`/items/:id`), decoded. 400 for text that can't be any. */
export function paramsOf(pattern: string, path: string): Record<string, string> {
  const params: Record<string, string> = {};
  if (!pattern.includes(":")) return params;
  const parts = path.slice(BASE_PATH.length).split("/");
  for (const [i, name] of pattern.split("/").entries()) {
    if (name.startsWith(":")) params[name.slice(1)] = decode(parts[i] ?? "", `/path/${name.slice(1)}`);
  }
  return params;
}

function decode(text: string, pointer: string): string {
  try {
    const decoded = decodeURIComponent(text);
    if (!decoded.includes("\0")) return decoded;
  } catch {
    // Falls through to the refusal.
  }
  throw invalid("invalid-input", "The request has faults.", [{ pointer, message: UNUSABLE_TEXT }]);
}

/** The query as text by name; of a repeated name the first counts. */
export function queryOf(query: string): Record<string, string> {
  const values: Record<string, string> = {};
  if (query === "") return values;
  for (const [name, value] of new URLSearchParams(query)) values[name] ??= value;
  return values;
}
