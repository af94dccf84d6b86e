import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { NewProducer } from "@/server/domain/producers/create";
import { runtime } from "@/server/runtime/runtime";
import { get, post, problem } from "@/server/testing/api";
import { newItem, newProducer } from "@/server/testing/factories";

// Holds decision 0039.

let producer: NewProducer;
let identifier: string;
beforeAll(async () => {
  producer = await newProducer();
  identifier = await newItem(producer);
});

/** Builds an object whose JSON has the given size in bytes. */
const dataOf = (bytes: number) => ({ text: "x".repeat(bytes - '{"text":""}'.length) });
const send = async (scan: object, token?: string) =>
  post("/scans", { identifier, ...scan }, token === undefined ? {} : { token });

test.each([
  ["without a token", 16 * 1024, () => undefined],
  ["with a token", 64 * 1024, () => producer.token],
])("400: a scan with more data than permitted, %s", async (_, maxBytes, token) => {
  expect((await send({ data: dataOf(maxBytes) }, token())).status).toBe(200);
  const shared = {
    data: dataOf(maxBytes / 2),
    softwareInfo: dataOf(maxBytes / 4),
    deviceInfo: dataOf(maxBytes / 4),
  };
  expect((await send(shared, token())).status).toBe(200);

  const larger = { ...shared, deviceInfo: dataOf(maxBytes / 4 + 1) };
  const refused = await send(larger, token());
  expect(problem(refused)).toMatchObject({ status: 400, code: "scan-too-large" });
  expect(problem(refused).errors).toMatchObject([{ pointer: "/data" }]);
  expect((await send({ data: dataOf(maxBytes + 1) }, token())).status).toBe(400);
  // The limit counts UTF-8 bytes and expanded digits.
  expect((await send({ data: { text: "\u00e9".repeat(maxBytes / 2) } }, token())).status).toBe(400);
  expect((await send({ data: { numbers: Array(maxBytes / 256).fill(1e308) } }, token())).status).toBe(400);
});

test("200: a text that looks like numbers counts with its own length", async () => {
  for (const text of ["1e+308,".repeat(1_000), "2e+99999999]", '\\"1e-300}\\\\'])
    expect((await send({ data: { text } })).status, text).toBe(200);
});

test("400: an unaccepted token has the limit of no token; scans of unknown identifiers are limited too", async () => {
  expect((await send({ data: dataOf(16 * 1024 + 1) }, "ant_unknown")).status).toBe(400);
  expect((await post("/scans", { identifier: "made up", data: dataOf(16 * 1024 + 1) })).status).toBe(400);
  expect((await post("/scans", { identifier: "made up", data: dataOf(16 * 1024) })).status).toBe(404);
});

test("200: scans recorded by older versions stay readable, whatever their size", async () => {
  const { id } = z.object({ scan: z.object({ id: z.string() }) }).parse((await send({})).body).scan;
  const text = "y".repeat(900_000);
  await runtime().database.db.execute(
    sql`update scans set data = jsonb_build_object('text', ${text}::text) where id = ${id}`,
  );
  expect((await get(`/scans/${id}`, producer)).body).toMatchObject({ data: { data: { text } } });
  expect((await get(`/items/${identifier}/scans?limit=1`, producer)).body).toMatchObject({
    scans: [{ data: { data: { text } } }],
  });
});

test("the OpenAPI document states the limits", async () => {
  const { body } = await get("/openapi.json");
  expect(JSON.stringify(body)).toContain("at most 16384 bytes of JSON without a token, 65536 with one");
});
