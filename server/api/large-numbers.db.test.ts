import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { JsonObject } from "@/db/json";
import type { NewProducer } from "@/server/domain/producers/create";
import { runtime } from "@/server/runtime/runtime";
import { call, get, post, problem } from "@/server/testing/api";
import { callProcedure, newSignedIn } from "@/server/testing/dashboard";
import { newGroup, newItem, newProducer } from "@/server/testing/factories";
import { hashesOfRows } from "@/server/testing/rows";

// Holds decision 0037: the database expands 1e308 to 309 digits, so limits apply to the size read back.

const MIB = 1024 * 1024;

/** 18 and 21 KiB as sent; below and above 1 MiB as read back. */
const TAKEN = { numbers: Array(3_300).fill(1e308) };
const TOO_MANY = { numbers: Array(3_500).fill(1e308) };

let producer: NewProducer;
let item: string;
let group: string;
beforeAll(async () => {
  producer = await newProducer();
  item = await newItem(producer);
  group = await newGroup(producer);
  await post(`/groups/${group}/items/${item}`, undefined, { token: producer.token });
});

interface Target {
  path: () => string;
  body?: () => JsonObject;
}

const TARGETS: [name: string, Target][] = [
  ["a new item", { path: () => "/items", body: () => ({ identifier: randomUUID() }) }],
  ["an item", { path: () => `/items/${item}` }],
  ["a new group", { path: () => "/groups" }],
  ["a group", { path: () => `/groups/${group}` }],
  [
    "a hook",
    { path: () => "/producers/hooks", body: () => ({ events: "*", url: "https://receiver.test/" }) },
  ],
];

describe.each(TARGETS)("%s", (_, { path, body }) => {
  const send = (data: JsonObject) => post(path(), { ...body?.(), data }, { token: producer.token });

  test("400: powers of ten that expand to more than 1 MiB are refused, and nothing is written", async () => {
    const before = await hashesOfRows();
    expect(problem(await send(TOO_MANY))).toMatchObject({ status: 400, code: "body-too-large" });
    expect(await hashesOfRows()).toEqual(before);
  });

  test("200: powers of ten that expand to at most 1 MiB", async () => {
    expect((await send(TAKEN)).status).toBe(200);
  });
});

test("answers with accepted numbers are hardly larger than 1 MiB", async () => {
  const { token } = producer;
  await post(`/items/${item}`, { data: TAKEN }, { token });
  await post(`/groups/${group}`, { data: TAKEN }, { token });
  const answers = [await get(`/items/${item}`, { token }), await get(`/groups/${group}`, { token })];
  for (const { status, body, bytes } of answers) {
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain("1e+308");
    expect(bytes.byteLength).toBeLessThan(1.05 * MIB);
  }
});

test("400: other spellings of the numbers, and numbers beside verification infos", async () => {
  const { token } = producer;
  for (const number of ["1e308", "1E308", "1.0e+308", "-1e308", "1e-308"]) {
    const rawBody = `{"data":{"numbers":[${Array(3_500).fill(number)}]}}`;
    const reply = await call("POST", "/groups", { token, rawBody });
    expect(problem(reply), number).toMatchObject({ status: 400, code: "body-too-large" });
  }
  const half = Array(1_750).fill(1e308);
  const body = { data: { half }, verificationinfos: half.map((pos) => ({ key: "a", pos })) };
  expect(problem(await post("/groups", body, { token }))).toMatchObject({ code: "body-too-large" });
});

test("200: a text that looks like numbers counts with its own length", async () => {
  const title = "1e308,".repeat(10_000);
  expect((await post("/groups", { title }, { token: producer.token })).status).toBe(200);
});

test("400: the dashboard has the same limit", async () => {
  const editor = await newSignedIn([{ producer, role: "editor" }]);
  const create = (data: object) => callProcedure("items.create", { identifier: randomUUID(), data }, editor);
  expect((await create(TOO_MANY)).failure).toMatchObject({ httpStatus: 400, appCode: "body-too-large" });
  expect((await create(TAKEN)).status).toBe(200);
});

test("no number is larger in the database than its counted size", async () => {
  const numbers = [1e308, 1.7976931348623157e308, 1e21, 123.456e100, -1e-7, 1.5e-9, 5e-324, 4.94e-300];
  const sent = JSON.stringify({ numbers });
  const exponents = z.array(z.string()).parse(sent.match(/(?<=e[+-])\d+/g));
  const counted = exponents.reduce((sum, exponent) => sum + Number(exponent), sent.length);
  const [row] = await runtime().database.db.execute<{ bytes: number }>(
    sql`select octet_length(replace(${sent}::jsonb::text, ' ', ''))::int as bytes`,
  );
  expect(row?.bytes).toBeGreaterThan(1_000);
  expect(row?.bytes).toBeLessThanOrEqual(counted);
});
