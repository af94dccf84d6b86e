import fc from "fast-check";
import { z } from "zod";

/** The subset of JSON Schema that the endpoints' input uses. */
export const JsonSchema: z.ZodType<JsonSchema> = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.lazy(() => JsonSchema)).optional(),
  items: z.lazy(() => JsonSchema).optional(),
  properties: z
    .record(
      z.string(),
      z.lazy(() => JsonSchema),
    )
    .optional(),
});
interface JsonSchema {
  type?: string | undefined;
  enum?: unknown[] | undefined;
  anyOf?: JsonSchema[] | undefined;
  items?: JsonSchema | undefined;
  properties?: Record<string, JsonSchema> | undefined;
}

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

/** JSON texts that no schema expects, each of a kind that has broken services. */
const HOSTILE_JSON = [
  "null",
  "true",
  "-0",
  "1e400",
  "-1e400",
  "9".repeat(400),
  "9007199254740993",
  '""',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00x"',
  '"\u202e\ufeff\ufffe"',
  `"${"x".repeat(20_000)}"`,
  "[]",
  "{}",
  nested(31),
  nested(33),
  nested(5_000),
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"\\u0000":1}',
  '{"\\ud800":1}',
  '{"toString":null,"hasOwnProperty":null}',
  '{"$gt":""}',
  '"\'; drop table items; --"',
];

const hostile = fc.constantFrom(...HOSTILE_JSON);
const anyJson = fc.json({ maxDepth: 4, stringUnit: "binary" });

/** JSON texts in the shape of a schema, with hostile values in some places. */
export function textOf(schema: JsonSchema): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: shaped(schema) },
    { weight: 1, arbitrary: hostile },
    { weight: 1, arbitrary: anyJson },
  );
}

function shaped(schema: JsonSchema): fc.Arbitrary<string> {
  if (schema.enum) return fc.constantFrom(...schema.enum).map((value) => JSON.stringify(value));
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(textOf));
  switch (schema.type) {
    case "string":
      return fc.string({ unit: "binary", maxLength: 300 }).map((text) => JSON.stringify(text));
    case "number":
    case "integer":
      return fc.oneof(fc.double().filter(Number.isFinite), fc.integer()).map(String);
    case "boolean":
      return fc.boolean().map(String);
    case "array":
      return fc.array(textOf(schema.items ?? {}), { maxLength: 4 }).map((texts) => `[${texts.join(",")}]`);
    case "object":
      return object(schema.properties ?? {});
    default:
      return anyJson;
  }
}

function object(properties: Record<string, JsonSchema>): fc.Arbitrary<string> {
  const members = Object.entries(properties).map(([name, schema]) =>
    fc.option(
      textOf(schema).map((text) => `${JSON.stringify(name)}:${text}`),
      { freq: 6, nil: undefined },
    ),
  );
  const surprise = fc.option(
    hostile.map((text) => `"_scans":${text}`),
    { nil: undefined },
  );
  return fc
    .tuple(surprise, ...members)
    .map((texts) => `{${texts.filter((text) => text !== undefined).join(",")}}`);
}
