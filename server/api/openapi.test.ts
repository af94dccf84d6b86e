import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { openapiDocument } from "./openapi";

// Holds decision 0015.

type Schema = Record<string, unknown>;

/** Yields every object of the document with its JSON pointer. */
function* partsOf(value: unknown, pointer = ""): Generator<[pointer: string, part: Schema]> {
  if (typeof value !== "object" || value === null) return;
  yield [pointer, { ...value }];
  for (const [key, member] of Object.entries(value)) yield* partsOf(member, `${pointer}/${key}`);
}

const TEXT_ONLY = ["pattern", "format", "minLength", "maxLength", "contentEncoding"];

test("no number, boolean, array or object of the document has a string keyword", () => {
  const parts = [...partsOf(JSON.parse(JSON.stringify(openapiDocument())))];
  const typed = parts.filter(([, { type }]) => typeof type === "string");
  expect(typed.length).toBeGreaterThan(500);
  const wrong = typed.filter(
    ([, part]) =>
      ["number", "integer", "boolean", "array", "object"].includes(String(part.type)) &&
      TEXT_ONLY.some((keyword) => keyword in part),
  );
  expect(wrong.map(([pointer]) => pointer)).toEqual([]);
});

test("the document states the minimum of 16 characters for idempotency keys without a token", () => {
  const keys = [...partsOf(openapiDocument())].filter(([, { name }]) => name === "idempotency-key");
  expect(keys.length).toBeGreaterThan(5);
  const minimal = keys
    .filter(([, { schema }]) => JSON.stringify(schema).includes('"minLength":16'))
    .map(([pointer]) => pointer.split("/").slice(0, -2).join("/"));
  expect(minimal).toEqual(["/paths//api/v2/scans/{id}/image/post"]);
  const [, scan] = keys.find(([pointer]) => pointer.startsWith("/paths//api/v2/scans/post")) ?? [];
  expect(JSON.stringify(scan)).toContain("at least 16 characters without a token");
});

test("every description of visibility says that apps show the entry after verification and that it is not secret", () => {
  const described = [...partsOf(JSON.parse(JSON.stringify(openapiDocument())))].filter(([pointer]) =>
    /\/properties\/visib(le|ility)$/.test(pointer),
  );
  expect(described.length).toBeGreaterThanOrEqual(4);
  const wrong = described.filter(
    ([, part]) => !/apps show .* after verification, so they are not secret/.test(JSON.stringify(part)),
  );
  expect(wrong.map(([pointer]) => pointer)).toEqual([]);
});

test("the OpenAPI document passes Redocly's recommended rules", async () => {
  const config = await createConfig({
    extends: ["recommended"],
    rules: {
      // The ping of a public API has no 4xx refusals of its own.
      "operation-4xx-response": "off",
      "no-server-example.com": "off",
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(openapiDocument()), config });
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ""}`),
  ).toEqual([]);
});
