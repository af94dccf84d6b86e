import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { runtime } from "@/server/runtime";
import { get, post, problem } from "@/server/testing/api";
import { newItem, newProducer } from "@/server/testing/factories";

// Holds decision 0013.

vi.hoisted(() => {
  process.env.RATE_LIMITS = "on";
});

const rowsOf = async (table: "scans" | "sightings") => {
  const [row] = await runtime().database.db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(table)}`,
  );
  return row?.count;
};

test("429: more than 60 anonymous scans a minute from one address, with Retry-After; others go on", async () => {
  const identifier = await newItem(await newProducer());
  const before = (await rowsOf("scans")) ?? 0;
  const replies = await Promise.all(
    Array.from({ length: 70 }, () => post("/scans", { identifier }, { address: "192.0.2.1" })),
  );
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  for (const reply of refused) {
    expect(problem(reply).code).toBe("too-many-requests");
    expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect(await rowsOf("scans")).toBe(before + 60);
  expect((await post("/scans", { identifier }, { address: "192.0.2.2" })).status).toBe(200);
});

test("429: repetitions of one idempotency key count, too", async () => {
  const identifier = await newItem(await newProducer());
  const headers = { "idempotency-key": "again" };
  const statuses = [];
  for (let i = 0; i < 62; i++) {
    statuses.push((await post("/scans", { identifier }, { address: "192.0.2.3", headers })).status);
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
});

test("429: after 20 unknown identifiers from one address, nothing more is looked up for it", async () => {
  const identifier = await newItem(await newProducer());
  const before = (await rowsOf("sightings")) ?? 0;
  const from = { address: "192.0.2.4" };
  for (let i = 0; i < 20; i++)
    expect((await post("/scans", { identifier: `made up ${i}` }, from)).status).toBe(404);
  expect((await post("/scans", { identifier: "made up, too" }, from)).status).toBe(429);
  expect((await post("/scans", { identifier }, from)).status).toBe(429);
  expect(await rowsOf("sightings")).toBe(before + 20);
});

test("429: more than 50 requests a second of one token", async () => {
  const { token } = await newProducer();
  const statuses = (await Promise.all(Array.from({ length: 80 }, () => get("/scans", { token })))).map(
    ({ status }) => status,
  );
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});
