import brunoSchema from "@usebruno/schema";
import { expect, test } from "vitest";
import { z } from "zod";
import { endpoints } from "../registry";
import { brunoCollection } from "./bruno";
import { postmanCollection } from "./postman";

// Holds decision 0070.

const text = z.string();
const Pair = z.strictObject({
  key: text,
  value: text,
  description: text.optional(),
  disabled: z.boolean().optional(),
});

/** The parts of Postman's schema, version 2.1, that our collection has. */
const PostmanRequest = z.strictObject({
  name: text,
  request: z.strictObject({
    method: z.enum(["GET", "POST", "DELETE"]),
    description: text,
    auth: z.union([
      z.strictObject({ type: z.literal("noauth") }),
      z.strictObject({
        type: z.literal("apikey"),
        apikey: z.array(z.strictObject({ key: text, value: text, type: z.literal("string") })),
      }),
    ]),
    header: z.array(Pair),
    url: z.strictObject({
      raw: text.startsWith("{{baseUrl}}/api/v2"),
      host: z.array(text),
      path: z.array(text.min(1)),
      query: z.array(Pair).optional(),
      variable: z.array(Pair).optional(),
    }),
    body: z
      .strictObject({
        mode: z.literal("raw"),
        raw: text.min(2),
        options: z.object({ raw: z.object({ language: z.enum(["json", "text"]) }) }),
      })
      .optional(),
  }),
  response: z.array(z.never()),
});
const Postman = z.strictObject({
  info: z.strictObject({
    name: text.min(1),
    description: text,
    schema: text.endsWith("/v2.1.0/collection.json"),
  }),
  variable: z.array(z.strictObject({ key: text, value: text, type: z.literal("string") })),
  item: z.array(z.strictObject({ name: text.min(1), description: text, item: z.array(PostmanRequest) })),
});

const calls = endpoints.map(({ method, path }) => `${method} {{baseUrl}}/api/v2${path}`).sort();
const withoutQuery = (url: string) => url.split("?")[0];

test("the Postman collection has every call, with values of its parameters and a body that is JSON", () => {
  const { item, variable } = Postman.parse(JSON.parse(JSON.stringify(postmanCollection())));
  const requests = item.flatMap((folder) => folder.item.map(({ request }) => request));
  expect(requests.map(({ method, url }) => `${method} ${withoutQuery(url.raw)}`).sort()).toEqual(calls);
  expect(requests.flatMap(({ url }) => url.variable ?? []).filter(({ value }) => value === "")).toEqual([]);
  const bodies = requests.filter(({ body }) => body?.options.raw.language === "json");
  expect(bodies.length).toBeGreaterThan(10);
  for (const { body } of bodies) expect(() => JSON.parse(body?.raw ?? "")).not.toThrow();
  expect(variable.filter(({ value }) => value !== "").map(({ key }) => key)).toEqual(["baseUrl"]);
});

test("Bruno's own schema accepts the Bruno collection, which has every call", async () => {
  const collection = brunoCollection();
  await brunoSchema.collectionSchema.validate(collection);
  const requests = collection.items.flatMap(({ items }) => items.map(({ request }) => request));
  expect(requests.map(({ method, url }) => `${method} ${withoutQuery(url)}`).sort()).toEqual(calls);
  const uids = JSON.stringify(collection).match(/"uid":"\w+"/g) ?? [];
  expect(new Set(uids).size).toBe(uids.length);
});

test("neither collection holds a credential", () => {
  for (const collection of [postmanCollection(), brunoCollection()])
    expect(JSON.stringify(collection)).not.toMatch(/\b(ant|ano)_\w+|whsec_/);
});
