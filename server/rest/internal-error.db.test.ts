import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { runtime } from "@/server/runtime";
import { get, post, problem } from "@/server/testing/api";
import { newItem, newProducer } from "@/server/testing/factories";

test("500: what fails on our side is a problem that tells nothing of the inside, and the next call works", async () => {
  const { db } = runtime().database;
  const producer = await newProducer();
  const identifier = await newItem(producer);
  await db.execute(sql`alter table items rename to elsewhere`);
  const calls = await Promise.all([
    get(`/items/${identifier}`),
    post(`/items/${identifier}`, {}, { token: producer.token }),
    post("/scans", { identifier }),
    post("/scans", { identifier }, { headers: { "idempotency-key": "500" } }),
  ]);
  await db.execute(sql`alter table elsewhere rename to items`);
  for (const reply of calls) {
    expect(problem(reply)).toMatchObject({ status: 500, code: "internal" });
    expect(JSON.stringify(reply.body)).not.toMatch(/relation|items"|select|stack|elsewhere/i);
  }
  expect((await get(`/items/${identifier}`)).status).toBe(200);
  expect((await post("/scans", { identifier }, { headers: { "idempotency-key": "500" } })).status).toBe(200);
});
