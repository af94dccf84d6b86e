import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { runtime } from "@/server/runtime";
import { get, post, problem } from "@/server/testing/api";
import { newItem, newProducer } from "@/server/testing/factories";

// Holds decision 0013 and decision 0037.

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
  const headers = { "idempotency-key": "again-and-again-and-again" };
  const statuses = [];
  for (let i = 0; i < 62; i++) {
    statuses.push((await post("/scans", { identifier }, { address: "192.0.2.3", headers })).status);
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
});

test("429: more than 120 phone checks a minute from one address", async () => {
  const check = (address: string) => post("/checkPhoneSupport", { os: "ios", deviceInfo: {} }, { address });
  const replies = await Promise.all(Array.from({ length: 125 }, () => check("192.0.2.20")));
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(5);
  expect((await check("192.0.2.21")).status).toBe(200);
});

test("429: more than 50 requests a second of one token", async () => {
  const { token } = await newProducer();
  const statuses = (await Promise.all(Array.from({ length: 80 }, () => get("/scans", { token })))).map(
    ({ status }) => status,
  );
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});

test("429: all addresses of an IPv6 /64 scan as one; those of another go on", async () => {
  const identifier = await newItem(await newProducer());
  const scan = (address: string) => post("/scans", { identifier }, { address });
  const replies = await Promise.all(
    Array.from({ length: 70 }, (_, n) => scan(`2001:db8:0:1::${n.toString(16)}`)),
  );
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(10);
  expect((await scan("2001:db8:0:2::1")).status).toBe(200);
});
