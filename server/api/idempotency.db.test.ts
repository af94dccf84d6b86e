import { randomUUID } from "node:crypto";
import { count, eq, like, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "@/db/json";
import { groups } from "@/db/schema/groups";
import { idempotencyKeys } from "@/db/schema/idempotency-keys";
import { scans } from "@/db/schema/scans";
import { sightings } from "@/db/schema/sightings";
import { runtime } from "@/server/runtime/runtime";
import { call, get, post, problem } from "@/server/testing/api";
import { eventsOf, itemRow, newHook, newItem, newProducer, newScan } from "@/server/testing/factories";
import { picture } from "@/server/testing/pictures";

// Holds decision 0007.

const db = () => runtime().database.db;

/** Options of a call with a key; a new key by default. */
const keyed = (
  token: string | undefined,
  key: string = randomUUID(),
  headers: Record<string, string> = {},
) => ({
  token,
  headers: { "idempotency-key": key, ...headers },
});

const image = async () => ({ data: (await picture("png")).toString("base64") });

const groupsOf = async (producerId: string) =>
  (await db().select({ rows: count() }).from(groups).where(eq(groups.producerId, producerId)))[0]?.rows;

/** Sets the age of a key, in hours. */
const age = (key: string, hours: number) =>
  db()
    .update(idempotencyKeys)
    .set({ createdAt: sql`now() - ${hours} * interval '1 hour'` })
    .where(eq(idempotencyKeys.key, key));

test.each(["anonymous", "with a token"])(
  "R7: the same key 100 times in parallel, %s, records one scan",
  async (who) => {
    const producer = await newProducer();
    await newHook(producer);
    const identifier = await newItem(producer);
    const { id } = await itemRow(identifier);
    const body = { identifier, data: { n: 1 } };
    const options = keyed(who === "anonymous" ? undefined : producer.token);
    const replies = await Promise.all(Array.from({ length: 100 }, () => post("/scans", body, options)));

    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    expect(replies.filter(({ headers }) => headers.get("idempotency-replayed") === "true")).toHaveLength(99);
    const stored = await db().select({ id: scans.id }).from(scans).where(eq(scans.itemId, id));
    expect(stored).toHaveLength(1);
    expect(replies[0]?.body).toMatchObject({ scan: { id: stored[0]?.id } });
    expect((await eventsOf(producer)).map(({ type }) => type)).toEqual(["itemCreated", "itemScanned"]);
    expect(await itemRow(identifier)).toMatchObject({ scans: 1, fakes: 1 });
  },
);

describe.each<[string, (n: number) => JsonObject]>([
  ["/items", (n) => ({ identifier: `item-${randomUUID()}`, title: `${n}` })],
  ["/groups", (n) => ({ title: `${n}` })],
])("POST %s", (path, bodyOf) => {
  test("200: the same key and body return the first answer and create nothing", async () => {
    const producer = await newProducer();
    const options = keyed(producer.token);
    await newHook(producer);
    const body = bodyOf(1);
    const first = await post(path, body, options);
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    const second = await post(path, body, options);
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    expect(await eventsOf(producer)).toHaveLength(1);
  });

  test("409: a key reused with another body", async () => {
    const { token } = await newProducer();
    const options = keyed(token);
    expect((await post(path, bodyOf(1), options)).status).toBe(200);
    expect(problem(await post(path, bodyOf(2), options))).toMatchObject({
      status: 409,
      code: "idempotency-key-reused",
    });
  });
});

test("200: a replayed scan keeps the language of the first answer", async () => {
  const identifier = await newItem(await newProducer(), {
    title: "Watch",
    data: { i18n: { de: { title: "Uhr" } } },
  });
  const key = randomUUID();
  for (const locale of ["de", "en"]) {
    const reply = await post(
      "/scans",
      { identifier },
      keyed(undefined, key, { "an-api-client-locale": locale }),
    );
    expect(reply.headers.get("content-language")).toBe("de");
    expect(reply.body).toMatchObject({ identifier: { data: { title: "Uhr" } } });
  }
});

test("200: a replayed scan is the first answer, also after its item was changed, and after it was deleted", async () => {
  const producer = await newProducer();
  const { token } = producer;
  const identifier = await newItem(producer, { title: "As it was", data: { colour: "red" } });
  const scan = (options: object) => post("/scans", { identifier, data: { n: 1 } }, options);
  const options = keyed(undefined);
  const first = await scan(options);
  await post(`/items/${identifier}`, { title: "As it is now", data: { colour: "blue" } }, { token });
  const replayed = { status: 200, body: first.body };
  expect(await scan(options)).toMatchObject(replayed);
  await call("DELETE", `/items/${identifier}`, { token });
  const seen = () => db().$count(sightings, eq(sightings.identifier, identifier));
  expect(await scan(options)).toMatchObject(replayed);
  expect(await seen()).toBe(0);
  expect((await scan(keyed(undefined))).status).toBe(404);
  expect(await seen()).toBe(1);
});

test("a transaction that changes the row of a used key holds up no scan", async () => {
  const identifier = await newItem(await newProducer());
  const options = keyed(undefined);
  const scan = () => post("/scans", { identifier }, options);
  const first = await scan();
  await db().transaction(async (tx) => {
    await tx.execute(
      sql`select from idempotency_keys where key = ${options.headers["idempotency-key"]} for update`,
    );
    expect((await scan()).body).toEqual(first.body);
    expect((await post("/scans", { identifier })).status).toBe(200);
  });
});

test("200: a key of a scan expires after 24 hours", async () => {
  const identifier = await newItem(await newProducer());
  const key = randomUUID();
  const scan = (n: number) => post("/scans", { identifier, data: { n } }, keyed(undefined, key));
  const first = await scan(1);
  expect(problem(await scan(2))).toMatchObject({ status: 409, code: "idempotency-key-reused" });
  await age(key, 24.1);
  const later = await scan(2);
  expect(later.status).toBe(200);
  expect(later.body).not.toEqual(first.body);
  expect((await scan(2)).body).toEqual(later.body);
  expect((await itemRow(identifier)).scans).toBe(2);
});

test("a scan with a key waits for its locked item alone, and is recorded once", async () => {
  const producer = await newProducer();
  const [locked, free] = [await newItem(producer), await newItem(producer)];
  const options = keyed(undefined);
  const replies = await db().transaction(async (tx) => {
    await tx.execute(sql`select from items where identifier = ${locked} for update`);
    const waiting = [1, 2, 3].map(() => post("/scans", { identifier: locked }, options));
    expect((await post("/scans", { identifier: free }, keyed(undefined))).status).toBe(200);
    return waiting;
  });
  const bodies = (await Promise.all(replies)).map(({ status, body }) => JSON.stringify([status, body]));
  expect(new Set(bodies).size).toBe(1);
  expect((await itemRow(locked)).scans).toBe(1);
});

test("a key that another process is using holds up neither other keys nor scans without a key", async () => {
  const identifier = await newItem(await newProducer());
  const key = randomUUID();
  const reply = await db().transaction(async (tx) => {
    // As the statement of another process that claims the key.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`POST /api/v2/scans anonymous ${key}`}, 0))`,
    );
    const waiting = post("/scans", { identifier }, keyed(undefined, key));
    expect((await post("/scans", { identifier }, keyed(undefined))).status).toBe(200);
    expect((await post("/scans", { identifier })).status).toBe(200);
    expect((await itemRow(identifier)).scans).toBe(2);
    return [waiting];
  });
  expect((await Promise.all(reply)).map(({ status }) => status)).toEqual([200]);
  expect((await itemRow(identifier)).scans).toBe(3);
});

test("200: keys are scoped to producer and path", async () => {
  const [one, other] = [await newProducer(), await newProducer()];
  const key = randomUUID();
  const ids = new Set<unknown>();
  for (const { token } of [one, other]) {
    const reply = await post("/groups", { title: "same" }, keyed(token, key));
    expect(reply.headers.get("idempotency-replayed")).toBeNull();
    ids.add(JSON.stringify(reply.body));
    expect((await post("/items", { identifier: `item-${randomUUID()}` }, keyed(token, key))).status).toBe(
      200,
    );
  }
  expect(ids.size).toBe(2);
});

test("a refused call leaves its key free", async () => {
  const producer = await newProducer();
  const { token } = producer;
  const taken = await newItem(producer);
  const options = keyed(token);
  expect((await post("/items", { identifier: "" }, options)).status).toBe(400);
  expect((await post("/items", { identifier: taken }, options)).status).toBe(409);
  expect((await post("/items", { identifier: `item-${randomUUID()}` }, options)).status).toBe(200);
});

test("404: a scan of an unknown identifier keeps its sighting and leaves its key free", async () => {
  const producer = await newProducer();
  const identifier = `item-${randomUUID()}`;
  const options = keyed(undefined);
  const seen = () =>
    db().select({ rows: count() }).from(sightings).where(eq(sightings.identifier, identifier));
  expect((await post("/scans", { identifier }, options)).status).toBe(404);
  expect(await seen()).toEqual([{ rows: 1 }]);
  await post("/items", { identifier }, { token: producer.token });
  expect((await post("/scans", { identifier }, options)).status).toBe(200);
  expect((await itemRow(identifier)).scans).toBe(1);
});

test("200: a key expires after 24 hours", async () => {
  const { token, producerId } = await newProducer();
  const key = randomUUID();
  const first = await post("/groups", { title: "a" }, keyed(token, key));
  await age(key, 23.9);
  expect((await post("/groups", { title: "a" }, keyed(token, key))).body).toEqual(first.body);
  await age(key, 24.1);
  const later = await post("/groups", { title: "b" }, keyed(token, key));
  expect(later).toMatchObject({ status: 200, body: { data: { title: "b" } } });
  expect((await post("/groups", { title: "b" }, keyed(token, key))).body).toEqual(later.body);
  expect(await groupsOf(producerId)).toBe(2);
});

test.each(["", "a b", "x".repeat(256), "é"])("400: %j is not a valid key", async (key) => {
  const { token, producerId } = await newProducer();
  const reply = await post("/groups", {}, keyed(token, key));
  expect(reply.status).toBe(400);
  expect(problem(reply).errors).toMatchObject([{ pointer: "/headers/idempotency-key" }]);
  expect(await groupsOf(producerId)).toBe(0);
});

describe.each<[string, (identifier: string) => Promise<[string, JsonObject]>]>([
  ["a scan", async (identifier) => ["/scans", { identifier }]],
  ["an image of a scan", async (identifier) => [`/scans/${await newScan(identifier)}/image`, await image()]],
])("anonymous key, for %s", (_, sending) => {
  test("400: fewer than 16 characters, which could collide with another caller's key", async () => {
    const identifier = await newItem(await newProducer());
    const [path, body] = await sending(identifier);
    const reply = await post(path, body, keyed(undefined, "k".repeat(15)));
    expect(problem(reply)).toMatchObject({ status: 400, code: "invalid-input" });
    expect(problem(reply).errors).toEqual([
      {
        pointer: "/headers/idempotency-key",
        message: "must be 16 to 255 visible ASCII characters without a token",
      },
    ]);
  });

  test("200: 16 characters", async () => {
    const [path, body] = await sending(await newItem(await newProducer()));
    expect((await post(path, body, keyed(undefined, "k".repeat(16)))).status).toBe(200);
  });
});

test("200: a key of a caller with a token may be shorter", async () => {
  const producer = await newProducer();
  const identifier = await newItem(producer);
  expect((await post("/scans", { identifier }, keyed(producer.token, "k"))).status).toBe(200);
});

test("403: a key gives no permission to create", async () => {
  const key = randomUUID();
  const { token, ownerKey } = await newProducer();
  await post("/groups", {}, keyed(token, key));
  for (const options of [keyed(undefined, key), { ...keyed(undefined, key), ownerKey }])
    expect((await post("/groups", {}, options)).status).toBe(403);
});

test("calls that create nothing ignore keys", async () => {
  const producer = await newProducer();
  const identifier = await newItem(producer);
  const options = keyed(producer.token);
  for (const title of ["a", "b"])
    expect((await post(`/items/${identifier}`, { title }, options)).body).toMatchObject({ data: { title } });
  for (const method of ["GET", "DELETE"])
    expect((await call(method, `/items/${identifier}`, options)).status).toBe(200);
  expect((await get(`/items/${identifier}`, options)).status).toBe(404);
  const kept = db()
    .select()
    .from(idempotencyKeys)
    .where(like(idempotencyKeys.scope, `%${identifier}%`));
  expect(await kept).toEqual([]);
});
