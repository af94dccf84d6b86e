import { count, eq } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { groups } from "@/db/schema/groups";
import { scans } from "@/db/schema/scans";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { type Call, call, envelope, get, post, problem } from "@/server/testing/api";
import { everyPage, itemRow, newGroup, newItem, newProducer, newScan } from "@/server/testing/factories";
import { createRoutes } from "./routes";

// Holds decision 0008.

const db = () => runtime().database.db;

/** The specification's paths and their methods. */
const PATHS: [string, string[]][] = [
  ["", ["GET"]],
  ["/checkPhoneSupport", ["POST"]],
  ["/items", ["POST"]],
  ["/items/x", ["GET", "POST", "DELETE"]],
  ["/items/x/invalidate", ["POST"]],
  ["/items/x/scans", ["GET"]],
  ["/items/x/history", ["GET"]],
  ["/items/x/history/y", ["GET"]],
  ["/groups", ["POST"]],
  ["/groups/x", ["GET", "POST", "DELETE"]],
  ["/groups/x/items", ["GET"]],
  ["/groups/x/items/y", ["POST", "DELETE"]],
  ["/scans", ["POST", "GET"]],
  ["/scans/x", ["GET"]],
];

describe.each(PATHS)("%j", (path, methods) => {
  const allowed = new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"]);
  const named = (list: string | null) => new Set(list?.split(/,\s*/));

  test("405: other methods are refused, and Allow lists the supported ones", async () => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "QUERY"].filter(
      (method) => !allowed.has(method),
    )) {
      const reply = await call(method, path);
      expect(problem(reply), method).toMatchObject({ status: 405, code: "method-not-allowed" });
      expect(named(reply.headers.get("allow"))).toEqual(allowed);
    }
  });

  test("204: a preflight permits every origin, without browser credentials", async () => {
    const wish = { origin: "https://shop.test", "access-control-request-method": "POST" };
    const { status, headers, body } = await call("OPTIONS", path, { headers: wish });
    expect([status, body]).toEqual([204, undefined]);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(named(headers.get("access-control-allow-methods"))).toEqual(allowed);
    const sent = [
      "content-type",
      "an-api-token",
      "an-api-key-owner",
      "an-api-client-locale",
      "idempotency-key",
    ];
    expect([...named(headers.get("access-control-allow-headers"))]).toEqual(expect.arrayContaining(sent));
  });
});

test.each(["/nothing", "/items/", "//items", "/Items", "/groups/x/items/y/z", "/%69tems", "/"])(
  "404: the path %j is unknown",
  async (path) => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const reply = await call(method, path);
      expect(problem(reply), method).toMatchObject({
        status: 404,
        code: "unknown-path",
        instance: `/api/v2${path}`,
      });
    }
  },
);

const OF_ALL = {
  "access-control-allow-origin": "*",
  "cache-control": "private, no-store",
  "x-content-type-options": "nosniff",
};

test("every answer has the common headers and a unique request id; refusals repeat it in the body", async () => {
  const identifier = await newItem(await newProducer());
  const found = await get(`/items/${identifier}`);
  const missing = await get("/items/nothing?merged=false");
  for (const { headers } of [found, missing]) {
    expect(Object.fromEntries(headers)).toMatchObject(OF_ALL);
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(headers.get("access-control-expose-headers")).toMatch(/x-request-id.*link.*content-language/);
  }
  expect(found.headers.get("content-type")).toMatch(/^application\/json/);
  expect(missing.headers.get("content-type")).toMatch(/^application\/problem\+json/);
  const requestId = missing.headers.get("x-request-id");
  expect(requestId).not.toBe(found.headers.get("x-request-id"));
  expect(missing.body).toEqual({
    type: expect.stringMatching(/./),
    title: "Not Found",
    status: 404,
    detail: expect.stringContaining("nothing"),
    instance: "/api/v2/items/nothing",
    code: "item-not-found",
    requestId,
  });
});

test("HEAD answers like GET, without a body", async () => {
  const producer = await newProducer();
  const { token } = producer;
  for (const path of [
    "",
    `/items/${await newItem(producer)}`,
    "/items/nothing",
    "/scans",
    "/scans?limit=0",
  ]) {
    const [head, full] = [await call("HEAD", path, { token }), await get(path, { token })];
    expect(head).toMatchObject({ status: full.status, body: undefined });
    const but = ({ headers }: typeof head) => ({ ...Object.fromEntries(headers), "x-request-id": "" });
    expect(but(head)).toEqual(but(full));
  }
});

const groupsOf = async (producerId: string) =>
  (await db().select({ rows: count() }).from(groups).where(eq(groups.producerId, producerId)))[0]?.rows;

const nested = (levels: number) => `{"data":${'{"a":'.repeat(levels - 2)}{}${"}".repeat(levels - 2)}}`;

test.each<[string, string | Uint8Array<ArrayBuffer>, string, string]>([
  ["is cut off", '{"title":', "malformed-json", ""],
  ["is not JSON", "title=x", "malformed-json", ""],
  ["has a number that JSON lacks", '{"data":{"n":NaN}}', "malformed-json", ""],
  ["is not UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), "malformed-json", ""],
  ["is a list", "[]", "invalid-input", ""],
  ["is null", "null", "invalid-input", ""],
  ["is a text", '"x"', "invalid-input", ""],
  ["is a number", "1", "invalid-input", ""],
  ["has a NUL", '{"title":"a\\u0000"}', "invalid-input", "/title"],
  ["has a NUL in a name", '{"data":{"a/b\\u0000":1}}', "invalid-input", "/data/a~1b\uFFFD"],
  ["has a NUL in an ignored field", '{"surprise":["\\u0000"]}', "invalid-input", "/surprise/0"],
  ["has a lone surrogate", '{"title":"\\ud800"}', "invalid-input", "/title"],
  ["has a lone surrogate in a name", '{"data":{"\\udc00":1}}', "invalid-input", "/data/\uFFFD"],
  ["has a number out of range", '{"data":{"n":[0,1e400]}}', "invalid-input", "/data/n/1"],
  ["has a number far below zero", '{"data":{"n":-1e400}}', "invalid-input", "/data/n"],
  [
    "has a number whose digits and exponent are out of range only together",
    `{"data":{"n":${"9".repeat(250)}e99}}`,
    "invalid-input",
    "/data/n",
  ],
  ["has an exponent with a zero before it", '{"data":{"n":1e0400}}', "invalid-input", "/data/n"],
  ["is 33 levels deep", nested(33), "invalid-input", `/data${"/a".repeat(31)}`],
  [
    "is 20,000 levels deep",
    `{"data":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
    "invalid-input",
    `/data${"/0".repeat(31)}`,
  ],
])("400: a body that %s", async (_, rawBody, code, pointer) => {
  const { token, producerId } = await newProducer();
  const reply = await call("POST", "/groups", { token, rawBody });
  expect(problem(reply)).toMatchObject({ status: 400, code });
  expect(problem(reply).errors).toContainEqual({ pointer, message: expect.stringMatching(/./) });
  expect(await groupsOf(producerId)).toBe(0);
});

test("200: a body may be 32 levels deep", async () => {
  const { token } = await newProducer();
  const reply = await call("POST", "/groups", { token, rawBody: nested(32) });
  expect(reply).toMatchObject({ status: 200, body: { data: JSON.parse(nested(32)) } });
});

test("400: faults that no field may have are reported together", async () => {
  const { token } = await newProducer();
  const rawBody = '{"title":"\\u0000","image":"\\ud800","data":{"n":1e999,"deep":"\\u0000"}}';
  const { errors } = problem(await call("POST", "/groups", { token, rawBody }));
  expect(errors?.map(({ pointer }) => pointer)).toEqual(["/title", "/image", "/data/n", "/data/deep"]);
});

test("200: free-form JSON is read back unchanged, or refused with 400, never 500", async () => {
  const { token } = await newProducer();
  const unusable = (json: string) => /\\u0000|\\ud[89a-f]/.test(json);
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ stringUnit: "binary", maxDepth: 4 }), async (value) => {
      const sent = JSON.stringify({ data: { value } });
      fc.pre(!sent.includes("__proto__"));
      const reply = await call("POST", "/groups", { token, rawBody: sent });
      if (unusable(sent)) expect(reply.status).toBe(400);
      else expect(envelope(reply).data.data).toEqual(JSON.parse(sent).data);
    }),
    { numRuns: 200, examples: [[5e-324], [1.7976931348623157e308], [{ toString: 1 }], ["\ud83d\ude00"]] },
  );
});

const MIB = 1024 * 1024;
const ofSize = (bytes: number) => `{"title":"${"x".repeat(bytes - 12)}"}`;

test.each([
  ["declared", false],
  ["not declared", true],
])("400: a body over 1 MiB whose length is %s; exactly 1 MiB is accepted", async (_, isUndeclared) => {
  const { token, producerId } = await newProducer();
  const send = (body: string) => call("POST", "/groups", { token, rawBody: body, isUndeclared });
  expect(problem(await send(ofSize(MIB + 1)))).toMatchObject({ status: 400, code: "body-too-large" });
  expect(await groupsOf(producerId)).toBe(0);
  expect((await send(ofSize(MIB))).status).toBe(200);
});

const createGroup = createRoutes()("POST", "/api/v2/groups")?.handler;

/** Creates a group with a raw body and raw headers. */
async function send(token: string, body: BodyInit, headers: Record<string, string>) {
  const init = { method: "POST", body, headers: { "an-api-token": token, ...headers }, duplex: "half" };
  const response = await createGroup?.(new Request("http://assay.test/api/v2/groups", init));
  return {
    status: response?.status ?? 0,
    headers: response?.headers ?? new Headers(),
    body: await response?.json(),
  };
}

test("400: a chunked body is refused above 1 MiB and read no further", async () => {
  const { token } = await newProducer();
  let chunks = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      controller.enqueue(new Uint8Array(64 * 1024).fill(0x20));
      if (++chunks === 40) controller.close();
    },
  });
  const reply = await send(token, body, { "content-type": "application/json" });
  expect(problem(reply)).toMatchObject({ status: 400, code: "body-too-large" });
  expect(chunks).toBeLessThan(20);
});

test.each([
  "text/plain",
  "application/jsonp",
  "application/json-patch+json",
  "multipart/form-data",
  "",
  undefined,
])("400: a body of content-type %j", async (type) => {
  const { token, producerId } = await newProducer();
  const body = new TextEncoder().encode("{}");
  const reply = await send(token, body, type === undefined ? {} : { "content-type": type });
  expect(problem(reply)).toMatchObject({ status: 400, code: "content-type" });
  expect(problem(reply).errors).toMatchObject([{ pointer: "/headers/content-type" }]);
  expect(await groupsOf(producerId)).toBe(0);
});

test.each(["application/json; charset=utf-8", "Application/JSON", "application/json;charset=UTF-8"])(
  "200: a body of content-type %j",
  async (type) => {
    const { token } = await newProducer();
    expect(
      (await call("POST", "/groups", { token, rawBody: "{}", headers: { "content-type": type } })).status,
    ).toBe(200);
  },
);

test("200: an absent body needs no content-type and counts as an empty object", async () => {
  const { token } = await newProducer();
  for (const options of [{}, { rawBody: "", headers: { "content-type": "text/plain" } }])
    expect((await call("POST", "/groups", { token, ...options })).status).toBe(200);
});

test.each(["%E0%A4%A", "%", "%ZZ", "%FF", "%ED%A0%80", "a%00b"])(
  "400: the path part %s is not valid text",
  async (part) => {
    const { token } = await newProducer();
    const faulty: [string, string, string][] = [
      ["GET", `/items/${part}`, "/path/id"],
      ["POST", `/items/${part}`, "/path/id"],
      ["DELETE", `/items/${part}`, "/path/id"],
      ["GET", `/items/x/history/${part}`, "/path/entryid"],
      ["POST", `/groups/x/items/${part}`, "/path/iditem"],
      ["GET", `/scans/${part}`, "/path/id"],
    ];
    for (const [method, path, pointer] of faulty) {
      const reply = await call(method, path, { token });
      expect(reply.status).toBe(400);
      expect(problem(reply).errors).toContainEqual({ pointer, message: expect.stringMatching(/./) });
    }
  },
);

/** Creates an item in a group; returns the path of each list that shows it or its scans. */
async function newLists() {
  const producer = await newProducer();
  const [item, group] = [await newItem(producer), await newGroup(producer)];
  await post(`/groups/${group}/items/${item}`, undefined, { token: producer.token });
  const lists = {
    last: "/scans",
    scans: `/items/${item}/scans`,
    history: `/items/${item}/history`,
    items: `/groups/${group}/items`,
  };
  return { producer, token: producer.token, item, lists };
}

describe.each(["last", "scans", "history", "items"] as const)("the list: %s", (name) => {
  test("400: a limit that is not a positive integer, a timestamp that is not a number", async () => {
    const { token, lists } = await newLists();
    const refused = async (query: string) => {
      const reply = await get(`${lists[name]}?${query}`, { token });
      expect(reply.status, query).toBe(400);
      return problem(reply).errors?.map(({ pointer }) => pointer);
    };
    for (const limit of ["0", "-1", "1.5", "", "abc", "Infinity", "NaN", "0x10", "%00"])
      expect(await refused(`limit=${limit}`), limit).toEqual(["/query/limit"]);
    for (const timestamp of ["", "abc", "NaN", "Infinity", "1e400", "99999999999999999999", "yesterday"])
      expect(await refused(`timestamp=${timestamp}`), timestamp).toEqual(["/query/timestamp"]);
    expect((await refused("limit=0&timestamp=x"))?.toSorted()).toEqual(["/query/limit", "/query/timestamp"]);
  });

  test("200: a limit of any size, a timestamp of any sign", async () => {
    const { token, lists } = await newLists();
    for (const query of [
      "limit=1",
      "limit=1000000",
      `limit=${"9".repeat(30)}`,
      "timestamp=0",
      "timestamp=-5",
      "timestamp=1.5",
      "surprise=1",
    ])
      expect((await get(`${lists[name]}?${query}`, { token })).status, query).toBe(200);
  });
});

/** Records scans of an item at the given moments. */
async function scanAt(identifier: string, moments: number[]) {
  const { id: itemId, producerId } = await itemRow(identifier);
  const common = { itemId, producerId, identifier, copyclassification: "fake" as const, data: {} };
  const rows = moments.map((ms) => ({ ...common, id: newId(), timestamp: new Date(ms) }));
  await db().insert(scans).values(rows);
  return rows.map(({ id }) => id);
}

const Scans = z.object({
  scans: z.array(z.object({ id: z.string(), data: z.object({ timestamp: z.number() }) })),
});
const timesOf = (body: unknown) => Scans.parse(body).scans.map(({ data }) => data.timestamp);

describe.each(["last", "scans"] as const)("pages of scans: %s", (name) => {
  test("200: no page splits a timestamp, and following Link returns each scan once", async () => {
    const { token, item, lists } = await newLists();
    const ids = await scanAt(item, [1, 2, 2, 2, 3, 4, 4, 5, 6]);
    const pages = await everyPage(`${lists[name]}?limit=2`, token);
    expect(pages.map(({ body }) => timesOf(body))).toEqual([[6, 5], [4, 4], [3, 2, 2, 2], [1]]);
    const seen = pages.flatMap(({ body }) => Scans.parse(body).scans.map(({ id }) => id));
    expect(seen.toSorted()).toEqual(ids.toSorted());
    expect(timesOf((await get(`${lists[name]}?timestamp=4&limit=1`, { token })).body)).toEqual([3]);
    expect(timesOf((await get(`${lists[name]}?timestamp=4.5&limit=1`, { token })).body)).toEqual([4, 4]);
    const whole = await get(`${lists[name]}?timestamp=3&limit=3`, { token });
    expect([timesOf(whole.body), whole.headers.get("link")]).toEqual([
      [2, 2, 2],
      expect.stringContaining("timestamp=2"),
    ]);
    expect((await get(`${lists[name]}?timestamp=2&limit=1`, { token })).headers.get("link")).toBeNull();
  });

  test("200: a page has 25 entries by default and at most 1000", async () => {
    const { token, item, lists } = await newLists();
    const moments = Array.from({ length: 1001 }, (_, i) => i);
    await scanAt(item, moments);
    const newest = moments.toReversed();
    const page = async (query: string) => timesOf((await get(lists[name] + query, { token })).body);
    expect(await page("")).toEqual(newest.slice(0, 25));
    expect(await page("?limit=007")).toEqual(newest.slice(0, 7));
    expect(await page("?limit=1001")).toEqual(newest.slice(0, 1000));
    expect(
      (await everyPage(`${lists[name]}?limit=5000`, token)).flatMap(({ body }) => timesOf(body)),
    ).toEqual(newest);
  });
});

test("200: the last scans cover all items of the producer and show the item of the page's newest scan", async () => {
  const { producer, token, item } = await newLists();
  expect((await get("/scans", { token: (await newProducer()).token })).body).toEqual({
    identifier: {},
    scans: [],
  });
  const other = await newItem(producer, { verificationinfos: [{ visible: "verified" }] });
  const [older] = await scanAt(item, [10]);
  const [newer] = await scanAt(other, [20]);
  await newScan(await newItem(await newProducer()));
  const options: Call = { token };
  expect((await get("/scans", options)).body).toMatchObject({
    identifier: {
      id: other,
      data: { verificationinfos: [{ visibility: "verified" }], _producer: producer.producerId },
    },
    scans: [{ id: newer }, { id: older }],
  });
  expect((await get("/scans?timestamp=20", options)).body).toMatchObject({
    identifier: { id: item },
    scans: [{ id: older }],
  });
  expect((await get("/scans?timestamp=10", options)).body).toEqual({ identifier: {}, scans: [] });
});
