import { readFileSync } from "node:fs";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectral from "@stoplight/spectral-core";
import { oas } from "@stoplight/spectral-rulesets";
import { expect, test } from "vitest";
import { EVENTS } from "@/server/events/catalogue";
import { openapiDocument } from "./openapi";
import { codesByStatus } from "./openapi-errors";
import { endpoints } from "./registry";

// Holds decision 0015 and decision 0069.

type Schema = Record<string, unknown>;

/** Yields every object of the document with its JSON pointer, except those in examples. */
function* partsOf(value: unknown, pointer = ""): Generator<[pointer: string, part: Schema]> {
  if (typeof value !== "object" || value === null) return;
  yield [pointer, { ...value }];
  for (const [key, member] of Object.entries(value))
    if (key !== "example" && key !== "examples") yield* partsOf(member, `${pointer}/${key}`);
}

const parts = [...partsOf(JSON.parse(JSON.stringify(openapiDocument())))];

const TEXT_ONLY = ["pattern", "format", "minLength", "maxLength", "contentEncoding"];

test("no number, boolean, array or object of the document has a string keyword", () => {
  const typed = parts.filter(([, { type }]) => typeof type === "string");
  expect(typed.length).toBeGreaterThan(500);
  const wrong = typed.filter(
    ([, part]) =>
      ["number", "integer", "boolean", "array", "object"].includes(String(part.type)) &&
      TEXT_ONLY.some((keyword) => keyword in part),
  );
  expect(wrong.map(([pointer]) => pointer)).toEqual([]);
});

test("every field, parameter, header and call of the document has a sentence that says what it is", () => {
  const isField = (pointer: string) => /\/properties\/[^/]+$/.test(pointer);
  const described = parts.filter(
    ([pointer, part]) =>
      isField(pointer) || "operationId" in part || "in" in part || /\/headers\/[^/]+$/.test(pointer),
  );
  expect(described.length).toBeGreaterThan(700);
  const isSentence = (text: unknown) => typeof text === "string" && /^[A-Z`0-9].*[.]$/s.test(text);
  const wrong = described.filter(
    ([, { description, type }]) =>
      !isSentence(description) && !(type === "apiKey" && isSentence(description)),
  );
  expect(wrong.map(([pointer, { description }]) => `${pointer}: ${description}`)).toEqual([]);
});

test("every call has an example of its body and of its JSON answer, and every error one of each of its codes", () => {
  const contents = parts.filter(([pointer]) =>
    /\/content\/application~1json$|\/content\/application\/json$/.test(pointer),
  );
  expect(contents.length).toBeGreaterThan(50);
  expect(contents.filter(([, part]) => !("example" in part)).map(([pointer]) => pointer)).toEqual([]);
  const problems = parts.filter(([pointer]) => pointer.endsWith("/content/application/problem+json"));
  const without = problems.filter(([, part]) => !("examples" in part)).map(([pointer]) => pointer);
  // The specification lists 404 for webhooks of the producer, which always exists.
  expect(without.map((pointer) => pointer.slice(0, "/paths//api/v2/producers/hooks".length))).toEqual([
    "/paths//api/v2/producers/hooks",
    "/paths//api/v2/producers/hooks",
  ]);
});

test("webhooks of the document are the events", () => {
  const webhooks = parts.filter(([pointer]) => /^\/webhooks\/\w+$/.test(pointer));
  expect(webhooks.map(([pointer]) => pointer.slice("/webhooks/".length)).sort()).toEqual([...EVENTS].sort());
});

test("every part of the document that calls belong to has an introduction", () => {
  const [, document] = parts[0] ?? [];
  const names = new Set(endpoints.map(({ tag }) => tag));
  expect(document?.tags).toEqual(
    expect.arrayContaining([...names].map((name) => ({ name, description: expect.stringMatching(/\.$/) }))),
  );
});

test("docs/reference/errors.md lists the codes of the API", () => {
  const rows = [...readFileSync("docs/reference/errors.md", "utf8").matchAll(/^\| (\d{3}) \| (.*) \|$/gm)];
  const listed = rows.map(([, status, cell]) => [
    Number(status),
    [...(cell ?? "").matchAll(/`([a-z-]+)`/g)].map(([, code]) => code),
  ]);
  expect(listed).toEqual(codesByStatus());
});

test("the document states the minimum of 16 characters for idempotency keys without a token", () => {
  const keys = parts.filter(([, { name }]) => name === "idempotency-key");
  expect(keys.length).toBeGreaterThan(5);
  const minimal = keys
    .filter(([, { schema }]) => JSON.stringify(schema).includes('"minLength":16'))
    .map(([pointer]) => pointer.split("/").slice(0, -2).join("/"));
  expect(minimal).toEqual(["/paths//api/v2/scans/{id}/image/post"]);
  const [, scan] = keys.find(([pointer]) => pointer.startsWith("/paths//api/v2/scans/post")) ?? [];
  expect(JSON.stringify(scan)).toContain("at least 16 characters without a token");
});

test("every description of visibility says that apps show the entry after verification and that it is not secret", () => {
  const described = parts.filter(([pointer]) => /\/properties\/visib(le|ility)$/.test(pointer));
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

test("the OpenAPI document passes Spectral's rules for OpenAPI, its examples included", async () => {
  const linter = new spectral.Spectral();
  linter.setRuleset(new spectral.Ruleset(oas, { severity: "recommended" }));
  const problems = await linter.run(JSON.stringify(openapiDocument()));
  expect(problems.map(({ code, message, path }) => `${code}: ${message} ${path.join("/")}`)).toEqual([]);
});
