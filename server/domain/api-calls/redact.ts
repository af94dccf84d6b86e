import { isRecord } from "@/server/core/is-record";

const REDACTED = "[redacted]";
const MORE = "…";
const CUT_LIST = `["${MORE}"]`;
const CUT_OBJECT = `{"${MORE}":"${MORE}"}`;
/** Rows store no larger body. */
export const MAX_LOGGED_BYTES = 4096;
/** Marks where something was left out, at each open level, and its brackets. */
const RESERVED_BYTES = 256;
const MAX_DEPTH = 8;
/** Shorter texts have none of the shapes. */
const MIN_SHAPE_CHARACTERS = 6;
const MAX_TEXT_CHARACTERS = 500;
/** Read beyond the shown text, so that what is cut is still recognised. */
const LOOK_AHEAD_CHARACTERS = 300;

/** Parts of keys, without case and punctuation, whose values are credentials. */
const SECRET_KEY =
  /pass(?:word|wd|phrase|code)|secret|token|apikey|ownerkey|authoriz|credential|cookie|session|signature|privatekey/;

/** Keys whose values say who a person is or where, or hold what callers make up. */
const PRIVATE_KEYS = new Set(
  `address androidid birthday city coordinates creator data device deviceid deviceinfo email emails environment firstname
  fullname geo iban identifierforvendor image images imei ip ipaddress lastname lat latitude lng location lon long longitude
  mail mobile person phone phonenumber pin place position postcode serialnumber softwareinfo ssid street surname telephone
  user useragent username zip`.split(/\s+/),
);

/** Ids of the service are shown, though `id` may name a device. */
const SERVICE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Parts of texts that are personal or secret by their shape, wherever they stand. */
const SHAPES: readonly [RegExp, string][] = [
  [/data:[\w.+-]{1,40}\/[\w.+-]{1,60}[;,]\S*/gi, "data:[redacted]"],
  [/[^\s@"'<>(),;:/?&=]{1,64}@[^\s@"'<>(),;:/?&=]{1,255}/g, REDACTED],
  [/\b(?:Bearer|Basic)\s+\S+/gi, REDACTED],
  [/([?&;][^=&\s]{0,40}(?:token|key|secret|sig|pass|auth)[^=&\s]{0,40}=)[^&\s]*/gi, `$1${REDACTED}`],
  // Addresses of networks and network cards.
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, REDACTED],
  [/(?:\b[0-9a-f]{1,4}:){3,7}[0-9a-f]{0,4}|\b[0-9a-f]{0,4}::[0-9a-f]{1,4}\b/gi, REDACTED],
  [/(?:\b[0-9a-f]{2}-){5}[0-9a-f]{2}\b/gi, REDACTED],
  // Two decimal degrees.
  [/-?\d{1,3}\.\d{3,}\s*[,;/ ]\s*-?\d{1,3}\.\d{3,}/g, REDACTED],
  [/\+\d[\d ()/-]{6,}\d/g, REDACTED],
  [/\bwhsec_\S+|\b[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/g, REDACTED],
  // Ids of traced requests are shown.
  [/(?![0-9a-f]{32}-[0-9a-f]{16}\b)[A-Za-z0-9+_=]{32,}/g, REDACTED],
];

/** Texts such as Base64: no path, and no identifier, which rarely mixes cases and digits. */
const OPAQUE = /^(?!\/)(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9+/_=-]{40,}$/;

/** A text without what its shape shows to be personal or secret, cut to 500 characters. */
export function redactedText(text: string): string {
  if (text.length < MIN_SHAPE_CHARACTERS) return text;
  const read = text.slice(0, MAX_TEXT_CHARACTERS + LOOK_AHEAD_CHARACTERS);
  if (OPAQUE.test(read)) return REDACTED;
  const redacted = SHAPES.reduce((rest, [shape, by]) => rest.replaceAll(shape, by), read);
  const isCut = redacted.length > MAX_TEXT_CHARACTERS || read.length < text.length;
  return isCut ? `${redacted.slice(0, MAX_TEXT_CHARACTERS).toWellFormed()}${MORE}` : redacted;
}

const plainKey = (key: string) =>
  key
    .slice(0, 100)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");

/** Whether the value of a key is never shown. */
const isPrivate = (key: string, value: unknown): boolean => {
  const plain = plainKey(key);
  if (plain === "id") return !(typeof value === "string" && SERVICE_ID.test(value));
  return PRIVATE_KEYS.has(plain) || SECRET_KEY.test(plain);
};

/** What is shown of a value that is no list and no object. */
function shownOf(value: unknown): string | number | boolean | null {
  if (typeof value === "string") return redactedText(value);
  if (typeof value === "number" || typeof value === "boolean" || value === null) return value;
  return REDACTED;
}

/** Writes the JSON of a value as long as there is room. */
class Writer {
  #left: number;

  constructor(maxBytes: number) {
    this.#left = maxBytes;
  }

  /** Takes room for a part. Where it has none, no later part has, so that each open level has one mark at most. */
  #fits(json: string): boolean {
    this.#left -= Buffer.byteLength(json) + 2;
    if (this.#left < 0) this.#left = 0;
    return this.#left > 0;
  }

  /** The JSON of a value; undefined where it has no room. */
  write(value: unknown, depth: number): string | undefined {
    if (Array.isArray(value)) return this.#list(value, depth);
    if (isRecord(value) && !ArrayBuffer.isView(value)) return this.#object(value, depth);
    const json = JSON.stringify(shownOf(value));
    return this.#fits(json) ? json : undefined;
  }

  #list(values: readonly unknown[], depth: number): string | undefined {
    if (!this.#fits(depth < MAX_DEPTH ? "[]" : CUT_LIST)) return undefined;
    const parts: string[] = [];
    for (const value of depth < MAX_DEPTH ? values : []) {
      const part = this.write(value, depth + 1);
      if (part === undefined) break;
      parts.push(part);
    }
    return `[${(parts.length < values.length ? [...parts, `"${MORE}"`] : parts).join()}]`;
  }

  #object(object: Record<string, unknown>, depth: number): string | undefined {
    if (!this.#fits(depth < MAX_DEPTH ? "{}" : CUT_OBJECT)) return undefined;
    const parts: string[] = [];
    let isCut = false;
    for (const key of Object.keys(object)) {
      const name = JSON.stringify(redactedText(key));
      isCut = depth >= MAX_DEPTH || !this.#fits(name);
      if (isCut) break;
      const value = object[key];
      const part = this.write(isPrivate(key, value) ? REDACTED : value, depth + 1);
      isCut = part === undefined;
      if (isCut) break;
      parts.push(`${name}:${part}`);
    }
    return `{${(isCut ? [...parts, `"${MORE}":"${MORE}"`] : parts).join()}}`;
  }
}

/** The JSON of a body without personal and secret values, at most 4 KiB: the rest is left out, marked by "…". */
export const redactedJson = (body: unknown): string =>
  new Writer(MAX_LOGGED_BYTES - RESERVED_BYTES).write(body, 0) ?? `"${MORE}"`;

/** A query with the values of its parameters redacted like those of a body. */
export function redactedQuery(query: string): string {
  const shown = [...new URLSearchParams(query)].map(([name, value]) => {
    const text = isPrivate(name, value) ? REDACTED : redactedText(value);
    return `${redactedText(name)}=${text}`;
  });
  return shown.join("&");
}
