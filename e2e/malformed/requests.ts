import fc from "fast-check";
import { z } from "zod";
import type { Endpoint } from "@/server/api/endpoint";
import { BASE_PATH } from "@/server/http/input";
import { JsonSchema, textOf } from "./hostile-json";

/** A request as sent, valid or not. */
export interface HostileRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

const pathPart = fc.oneof(
  fc.constantFrom(
    "%00",
    "%ff",
    "%c0%ae",
    "%",
    "%zz",
    "..",
    ".",
    "%2e%2e",
    "%2F",
    "a%20b",
    "0".repeat(5_000),
    "-",
    "undefined",
    "null",
  ),
  fc.uuid(),
  fc.string({ unit: "binary", maxLength: 50 }).map((text) => encodeURIComponent(text.toWellFormed())),
);

const queryValue = fc.oneof(
  fc.constantFrom(
    "",
    "0",
    "-1",
    "1",
    "1e3",
    "1e999",
    "NaN",
    "Infinity",
    "true",
    "false",
    "yes",
    "8640000000000001",
    "%00",
    "%ff",
    "1.5",
    "1000000",
    "null",
    "[]",
  ),
  fc.integer().map(String),
  fc.string({ unit: "binary", maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
);

const contentType = fc.constantFrom(
  "application/json",
  "application/json; charset=utf-8",
  "APPLICATION/JSON",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/jsonx",
  "",
);

const locale = fc.constantFrom(
  "de",
  "en_US",
  "x",
  "de-DE-u-co-phonebk",
  "\u00e9",
  "*",
  "a".repeat(3_000),
  "-",
);

/** Possible damage to a body in transit. */
const damaged = (text: string): fc.Arbitrary<Buffer> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(Buffer.from(text)) },
    { weight: 1, arbitrary: fc.nat(text.length).map((end) => Buffer.from(text.slice(0, end))) },
    {
      weight: 1,
      arbitrary: fc.constant(Buffer.concat([Buffer.from([0xff, 0xfe, 0xc3]), Buffer.from(text)])),
    },
    { weight: 1, arbitrary: fc.constant(Buffer.from(text, "utf16le")) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
  );

/** Requests to one endpoint in its expected shape, most of them with some fault. */
export function hostileRequests(
  endpoint: Endpoint,
  tokens: string[],
  identifiers: string[],
): fc.Arbitrary<HostileRequest> {
  const path = endpoint.path.split("/").map((part) => {
    if (!part.startsWith(":")) return fc.constant(part);
    return fc.oneof(fc.constantFrom(...identifiers.map(encodeURIComponent)), pathPart);
  });
  const query = fc.array(fc.tuple(fc.constantFrom("limit", "timestamp", "merged", "x"), queryValue), {
    maxLength: 3,
  });
  const schema = endpoint.input.body
    ? JsonSchema.parse(z.toJSONSchema(endpoint.input.body, { io: "input", unrepresentable: "any" }))
    : undefined;
  const body = schema
    ? fc.oneof(
        { weight: 9, arbitrary: textOf(schema).chain(damaged) },
        { weight: 1, arbitrary: fc.constant(undefined) },
      )
    : fc.constant(undefined);
  const token = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...tokens) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "",
        "ant_",
        "x".repeat(4_000),
        "ano_x",
        "ant_000000000000000000000000000000000000",
      ),
    },
  );
  return fc
    .record({
      path: fc.tuple(...path).map((parts) => BASE_PATH + parts.join("/")),
      query,
      body,
      token: fc.option(token, { freq: 5 }),
      contentType: fc.oneof(
        { weight: 9, arbitrary: fc.constant("application/json") },
        { weight: 1, arbitrary: contentType },
      ),
      locale: fc.option(locale, { freq: 1 }),
      key: fc.option(fc.constantFrom("", "k", "k".repeat(300), "a b", "1"), { freq: 1 }),
    })
    .map(({ path, query, body, token, contentType, locale, key }) => ({
      method: endpoint.method,
      path: query.length > 0 ? `${path}?${query.map(([name, value]) => `${name}=${value}`).join("&")}` : path,
      headers: {
        ...(body === undefined ? {} : { "content-type": contentType, "content-length": String(body.length) }),
        ...(token === null ? {} : { "an-api-token": token }),
        ...(locale === null ? {} : { "an-api-client-locale": locale }),
        ...(key === null ? {} : { "idempotency-key": key }),
      },
      body,
    }));
}
