import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { call, get, post, problem } from "@/server/testing/api";
import { queueAllEvents } from "@/server/testing/delivering";
import { newGroup, newItem, newProducer } from "@/server/testing/factories";
import { CreatedHook } from "@/server/webhooks/hooks/schema";

// Holds decision 0020.

const HOOK = { events: "*", url: "https://receiver.test/hook", data: {} };

const db = () => runtime().database.db;

/** Lists the tables with a row that contains one of the texts. */
async function tablesWith(...texts: string[]): Promise<string[]> {
  const tables = await db().execute<{ name: string }>(
    sql`select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'partitions')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const held = texts.map((text) => sql`strpos(row::text, ${text}) > 0`);
    const rows = await db().execute(
      sql`select from ${sql.raw(name)} as row where ${sql.join(held, sql` or `)} limit 1`,
    );
    if (rows.length > 0) found.push(name);
  }
  return found.toSorted();
}

const hex = (text: string, encoding?: "base64") => Buffer.from(text, encoding).toString("hex");

test("a secret is returned once: lists, events and deliveries omit it, and the database stores it sealed", async () => {
  const { token } = await newProducer();
  const options = { token, headers: { "idempotency-key": newId() } };
  const { secret, id } = CreatedHook.parse((await post("/producers/hooks", HOOK, options)).body);
  await post("/groups", { title: "told" }, { token });
  await queueAllEvents();

  expect(JSON.stringify((await get("/producers/hooks", { token })).body)).not.toContain("secret");
  const written = ["audit_events", "deliveries", "delivery_queue", "events", "hooks"].map(
    (name) => `public.${name}`,
  );
  expect(await tablesWith(id)).toEqual(written);
  const key = secret.slice("whsec_".length);
  expect(await tablesWith(key, hex(key), hex(key, "base64"), "whsec_", hex("whsec_"))).toEqual([]);
});

test("each hook has its own secret", async () => {
  const { token } = await newProducer();
  const secrets = new Set<string>();
  for (let i = 0; i < 5; i++)
    secrets.add(CreatedHook.parse((await post("/producers/hooks", HOOK, { token })).body).secret);
  expect(secrets.size).toBe(5);
});

/** Creates a group with a hook; returns the path that deletes it by GET. */
async function newGroupHook() {
  const producer = await newProducer();
  const hooks = `/groups/${await newGroup(producer)}/hooks`;
  const { id } = CreatedHook.parse((await post(hooks, HOOK, { token: producer.token })).body);
  const isThere = async () => JSON.stringify((await get(hooks, { token: producer.token })).body).includes(id);
  return { token: producer.token, ownerKey: producer.ownerKey, path: `${hooks}/${id}`, isThere };
}

test("405: HEAD never deletes a hook of a group, unlike GET", async () => {
  const { token, path, isThere } = await newGroupHook();
  const reply = await call("HEAD", path, { token });
  expect(reply.status).toBe(405);
  expect(reply.headers.get("allow")).toBe("DELETE, GET, OPTIONS");
  expect(await isThere()).toBe(true);
});

test("200: GET on a hook of a group is marked no-store and deprecated", async () => {
  const { token, path, isThere } = await newGroupHook();
  const { status, headers } = await get(path, { token });
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toMatch(/\bno-store\b/);
  expect(headers.get("deprecation")).toMatch(/^@\d{10}$/);
  expect(await isThere()).toBe(false);
});

test("403: GET on a hook of a group without a token, like a browser prefetch, deletes nothing", async () => {
  const { ownerKey, path, isThere } = await newGroupHook();
  for (const options of [{}, { headers: { "sec-purpose": "prefetch", cookie: "a=b" } }, { ownerKey }])
    expect(problem(await get(path, options)).status).toBe(403);
  expect(await isThere()).toBe(true);
});

test("hooks of items and producers have no GET", async () => {
  const producer = await newProducer();
  const { token } = producer;
  for (const base of [`/items/${await newItem(producer)}`, "/producers"])
    for (const method of ["GET", "HEAD"])
      expect((await call(method, `${base}/hooks/${newId()}`, { token })).status).toBe(405);
});
