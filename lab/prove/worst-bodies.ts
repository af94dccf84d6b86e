import { randomUUID } from "node:crypto";
import { z } from "zod";

/** The body of a request, made anew for each sending. */
export interface Load {
  name: string;
  body: () => string | Buffer;
  type?: string;
  /** Sent with an Idempotency-Key. */
  keyed?: boolean;
}

const MIB = 1024 * 1024;
/** The part of 1 MiB that is available for one value. */
const BYTES = MIB - 4_096;
/** The maximum of values and of different names in a body, less those around them. */
const MAX_VALUES = 49_000;
const MAX_NAMES = 9_900;

const list = (value: (n: number) => string, count: number) =>
  `[${Array.from({ length: count }, (_, n) => value(n))}]`;
const wide = (members: number, length: number) =>
  `{${Array.from({ length: members }, (_, n) => `"${n.toString(36).padStart(length, "k")}":1`)}}`;
const text = (part: string) => `"${part.repeat(Math.floor(BYTES / Buffer.byteLength(part)))}"`;

/** JSON values of up to 1 MiB, each of which slows some part of a service. */
const WORST: [name: string, json: string][] = [
  ["empty arrays, as many as fit", list(() => "[]", BYTES / 3)],
  ["empty arrays, as many as are accepted", list(() => "[]", MAX_VALUES)],
  ["objects of as many shapes as are accepted", list((n) => `{"a${n % MAX_NAMES}":1}`, MAX_VALUES / 3)],
  ["wide objects with more names than are accepted", list((n) => wide(MAX_NAMES, 8 + n), 4)],
  ["wide objects", list(() => wide(MAX_NAMES, 8), 4)],
  ["one wide object", wide(MAX_NAMES, 90)],
  ["strings", list(() => '""', MAX_VALUES)],
  ["wrong entries", list(() => '{"key":1,"label":2,"value":3,"pos":"","visible":4}', 8_000)],
  ["long runs of digits", list(() => "9".repeat(299), 3_400)],
  ["a long text", text("x")],
  ["a version of many parts", text("1.")],
  ["names with commas", text("itemScanned,")],
  ["spaces", text(" ")],
  ["text beyond ASCII", text("日")],
  ["text beyond the basic plane", text("😀")],
  ["escapes", text("\\u0061")],
  ["NULs", list(() => '"\\u0000"', 40_000)],
  ["members below a long key", `{"${"k".repeat(BYTES / 2)}":${wide(MAX_NAMES, 10)}}`],
  ["deep and wide", `${'{"a":'.repeat(28)}${wide(MAX_NAMES, 60)}${"}".repeat(28)}`],
  ["a thousand locales", `{${Array.from({ length: 1_000 }, (_, n) => `"de-x-${n}":{"title":"x"}`)}}`],
  [
    "locales with long tags",
    `{${Array.from({ length: 100 }, (_, n) => `"de-u-${n.toString().padStart(3, "a")}${"-abc".repeat(2_000)}":{}`)}}`,
  ],
];

const Shape: z.ZodType<Shape> = z.looseObject({
  properties: z
    .record(
      z.string(),
      z.lazy(() => Shape),
    )
    .optional(),
  anyOf: z.array(z.lazy(() => Shape)).optional(),
});
interface Shape {
  properties?: Record<string, Shape> | undefined;
  anyOf?: Shape[] | undefined;
}

/** The paths of the fields in a schema, two levels deep. */
function fieldsOf(schema: z.ZodType, depth = 2): string[][] {
  const pathsIn = (shape: Shape, left: number): string[][] => {
    const own = Object.entries(shape.properties ?? {}).flatMap(([name, field]) => [
      [name],
      ...(left > 1 ? pathsIn(field, left - 1).map((rest) => [name, ...rest]) : []),
    ]);
    return [...own, ...(shape.anyOf ?? []).flatMap((one) => pathsIn(one, left))];
  };
  return pathsIn(Shape.parse(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })), depth);
}

const PLACEHOLDER = "\u2603here";

/** JSON of `base` with a value in a field. */
function withValue(base: object, path: string[], json: string): string {
  const [field = "", ...rest] = path;
  const inner = rest.reduceRight<unknown>((value, name) => ({ [name]: value }), PLACEHOLDER);
  return JSON.stringify({ ...base, [field]: inner }).replace(`"${PLACEHOLDER}"`, () => json);
}

/** Bodies in which each field of a schema, an unknown field, or the whole has each of the worst values. */
export function worstBodies(schema: z.ZodType | undefined, base: () => object): Load[] {
  const fields = [...(schema ? fieldsOf(schema) : []), ["surprise"], ["data", "i18n"]];
  const inFields = fields.flatMap((path) =>
    WORST.map(([name, json]) => ({
      name: `${name} as ${path.join(".")}`,
      body: () => withValue(base(), path, json),
    })),
  );
  return [...WORST.map(([name, json]) => ({ name, body: () => json })), ...inFields];
}

const base64 = (bytes: Buffer) => bytes.toString("base64");
const file = (data: string, fields: object = {}) =>
  JSON.stringify({ "content-type": "application/octet-stream", data: PLACEHOLDER, ...fields }).replace(
    PLACEHOLDER,
    () => data,
  );

/** The start of a zip entry without a length, so that a reader must search for its end. */
function endlessZip(): Buffer {
  const head = Buffer.alloc(35);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(8, 6);
  head.writeUInt16LE(5, 26);
  head.write("a.bin", 30);
  return Buffer.concat([head, Buffer.alloc(10 * MIB - 64, "P")]);
}

const gzip = Buffer.concat([Buffer.from("1f8b0800000000000003", "hex"), Buffer.alloc(10 * MIB - 64)]);

/** Bodies of up to 14 MiB for calls that accept files. */
export const WORST_FILES: Load[] = [
  ["10 MiB of Base64", file(base64(Buffer.alloc(10 * MIB, "x")))],
  ["10 MiB of zip", file(base64(endlessZip()))],
  ["10 MiB of gzip", file(base64(gzip))],
  ["10 MiB with a name beyond ASCII", file(base64(Buffer.alloc(10 * MIB, "x")), { name: "日" })],
  ["14 MiB beyond ASCII", file("日".repeat((13.9 * MIB) / 3))],
  ["14 MiB of escapes", file("\\u0041".repeat((13.9 * MIB) / 6))],
  ["14 MiB that are no Base64", file("!".repeat(13.9 * MIB))],
  ["14 MiB of brackets", "[".repeat(13.9 * MIB)],
  ["14 MiB of short texts", file(`x","texts":[${Array(230).fill(`"${"\\u0041".repeat(10_000)}"`)}],"z":"`)],
  [
    "a long text and many values",
    file(`${"x".repeat(10 * MIB)}","values":[${Array(49_000).fill('""')}],"z":"`),
  ],
].flatMap(([name = "", text = ""]) => [
  { name, body: () => text },
  { name: `${name}, with a key`, body: () => text, keyed: true },
]);

const BOUNDARY = "x".repeat(70);
const form = (fill: string, head = "") =>
  Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n${head}\r\n${fill.repeat((13.9 * MIB) / fill.length)}\r\n--${BOUNDARY}--\r\n`,
  );

/** Bodies of calls that accept images. */
export const WORST_IMAGES: Load[] = [
  ...["\r\n-", `\r\n--${BOUNDARY.slice(1)}`, "\r\n", "-"].map((fill) => ({
    name: `a form full of ${JSON.stringify(fill)}`,
    body: () => form(fill),
    type: `multipart/form-data; boundary=${BOUNDARY}`,
  })),
  {
    name: "a form of headers",
    body: () => form("a: b\r\n", "a: b"),
    type: `multipart/form-data; boundary=${BOUNDARY}`,
  },
  { name: "14 MiB that are no PNG", body: () => Buffer.alloc(13.9 * MIB, 1), type: "image/png" },
  {
    name: "14 MiB that begin as a PNG",
    body: () =>
      Buffer.concat([Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), Buffer.alloc(13.9 * MIB)]),
    type: "image/png",
  },
];

const LONG_HEADER_CHARACTERS = 12_000;
const long = (part: string) => part.repeat(Math.floor(LONG_HEADER_CHARACTERS / part.length));

/** Headers that some part of the service parses. */
export const WORST_HEADERS: [name: string, headers: Record<string, string>][] = [
  ["a long locale", { "an-api-client-locale": `de-u${long("-abc")}` }],
  ["a long private locale", { "an-api-client-locale": `de-x${long("-ab1")}` }],
  ["many languages", { "accept-language": long("de-AT;q=0.5,") }],
  ["a long language", { "accept-language": `de${long("-abcdefgh")}` }],
  ["many cookies", { cookie: Array.from({ length: 2_400 }, (_, n) => `${n.toString(36)}=`).join(";") }],
  ["many cookies of ours", { cookie: Array.from({ length: 1_000 }, (_, n) => `assay-${n}=`).join(";") }],
  ["a long session", { cookie: `next-auth.session-token=${long("eyJ.")}` }],
  [
    "a session in many parts",
    { cookie: Array.from({ length: 400 }, (_, n) => `next-auth.session-token.${n}=x`).join("; ") },
  ],
  ["many scans in a cookie", { cookie: `assay-scans=${long("a.b~")}` }],
  ["a long user agent", { "user-agent": `Mozilla/5.0 ${long("cubot ")}` }],
  ["many ranges", { range: `bytes=${long("0-1,")}0-1` }],
  ["many tags", { "if-none-match": long('"a",') }],
  ["many hops", { "x-forwarded-for": long("::ffff:1.2.3.4,") }],
  ["a long token", { "an-api-token": long("ant_") }],
];

export const WORST_QUERIES = [
  `?${long("limit=1&")}`,
  `?timestamp=${long("1")}`,
  `?timestamp=1${long("e1")}`,
  `?limit=${long("0")}x`,
  `?${long("%F0%9F%98%80=&")}`,
];

export const newIdentifier = () => `hostile ${randomUUID()}`;
