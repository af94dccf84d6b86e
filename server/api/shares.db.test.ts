import { expect, onTestFinished, test, vi } from "vitest";
import { fromNetwork } from "@/server/platform/caller-network";
import { runtime } from "@/server/runtime/runtime";
import { get, post } from "@/server/testing/api";
import { callProcedure, newSignedIn } from "@/server/testing/dashboard";
import { newGroup, newItem, newProducer } from "@/server/testing/factories";
import { visit } from "@/server/web/verify/visit";
import { forVisitor } from "@/server/web/verify/visitor";

// Holds decision 0038.

/** Locks a table; the returned function releases it. */
async function lock(table: string): Promise<() => Promise<void>> {
  const held = await runtime().database.db.$client.reserve();
  await held`begin`;
  await held`lock table ${held(table)} in access exclusive mode`;
  let isHeld = true;
  const release = async () => {
    if (!isHeld) return;
    isHeld = false;
    await held`rollback`;
    held.release();
  };
  onTestFinished(release);
  return release;
}

/** Counts the callers' statements that wait for a lock. */
async function stuck(): Promise<number> {
  const rows = await runtime().database.batchClient<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name in ('assay', 'assay-walks') and wait_event_type = 'Lock'`;
  return rows[0]?.count ?? 0;
}

test("while one producer's calls hold its whole share, other tenants are served", async () => {
  const [busy, other] = [await newProducer(), await newProducer()];
  const [own, identifier] = [await newItem(busy), await newItem(other)];
  const member = await newSignedIn([{ producer: other, role: "owner" }]);
  const admin = await newSignedIn([], { isAdmin: true });
  const release = await lock("contents");
  const held = Array.from({ length: 20 }, () => get("/contents", { token: busy.token }));
  await vi.waitFor(async () => expect(await stuck()).toBe(6), { timeout: 3_000 });

  const { token } = other;
  const path = `/items/${identifier}`;
  const statusOf = async (reply: Promise<{ status: number }>) => (await reply).status;
  const request = new Request(`https://assay.test/v/${identifier}`, { headers: { host: "assay.test" } });
  const statuses = {
    item: await statusOf(get(path, { token })),
    history: await statusOf(get(`${path}/history`, { token })),
    create: await statusOf(post("/items", { identifier: `${identifier} 2` }, { token })),
    scan: await statusOf(post("/scans", { identifier })),
    unknown: await statusOf(post("/scans", { identifier: "made up" }, { address: "192.0.2.1" })),
    hooks: await statusOf(get("/producers/hooks", { token })),
    procedure: await statusOf(callProcedure("items.list", {}, member)),
    admin: await statusOf(callProcedure("admin.producers", {}, admin)),
    ofBusy: await statusOf(get(`/items/${own}`, { token: busy.token })),
  };
  expect(statuses).toEqual({
    ...Object.fromEntries(Object.keys(statuses).map((name) => [name, 200])),
    unknown: 404,
  });
  const page = await fromNetwork("192.0.2.9", () => forVisitor(request, (visitor) => visit(visitor, ["en"])));
  expect(page).toMatchObject({ identifier });

  await release();
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual(Array(20).fill(200));
});

test("anonymous callers are one tenant: producers are served however many networks call", async () => {
  const producer = await newProducer();
  const { token } = producer;
  const identifier = await newItem(producer);
  const release = await lock("sightings");
  const held = Array.from({ length: 20 }, (_, n) =>
    post("/scans", { identifier: `made up ${n}` }, { address: `203.0.${n}.1` }),
  );
  await vi.waitFor(async () => expect(await stuck()).toBe(6), { timeout: 3_000 });

  const served = [
    await get(`/items/${identifier}/history`, { token }),
    await post("/items", { identifier: `${identifier} 2` }, { token }),
    await get("/producers/hooks", { token }),
  ];
  expect(served.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await stuck()).toBe(6);

  await release();
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual(Array(20).fill(404));
});

test("429 with Retry-After, never 500: a call that waits too long for its producer's other calls", async () => {
  const busy = await newProducer();
  const release = await lock("contents");
  const refused: (string | null)[] = [];
  const calls = Array.from({ length: 12 }, async () => {
    const { status, headers } = await get("/contents", { token: busy.token });
    if (status === 429) refused.push(headers.get("retry-after"));
    return status;
  });
  await vi.waitFor(() => expect(refused).toHaveLength(6), { timeout: 4_500 });
  await release();
  expect(refused).toEqual(Array(6).fill("1"));
  expect((await Promise.all(calls)).filter((status) => status === 200)).toHaveLength(6);
});

test("429, never 500: a call whose session waits too long for its person's other calls", async () => {
  const person = await newSignedIn();
  const release = await lock("people");
  const ended: number[] = [];
  const calls = Array.from({ length: 12 }, async () => {
    const { status } = await callProcedure("people.me", undefined, person);
    ended.push(status);
  });
  await vi.waitFor(() => expect(ended).toHaveLength(6), { timeout: 4_500 });
  await release();
  await Promise.all(calls);
  expect(ended).toEqual([...Array(6).fill(429), ...Array(6).fill(200)]);
});

test("large descriptions are read within the caller's own share and delay no other tenant", async () => {
  const [busy, other] = [await newProducer(), await newProducer()];
  const data = { text: "x".repeat(20_000) };
  const light = await newItem(busy);
  const heavy = await newItem(busy, { data });
  const group = await newGroup(busy, { data: { story: "y".repeat(20_000) } });
  const member = await newItem(busy);
  await post(`/groups/${group}/items/${member}`, undefined, { token: busy.token });
  const release = await lock("contents");
  const held = Array.from({ length: 12 }, () => get("/contents", { token: busy.token }));
  await vi.waitFor(async () => expect(await stuck()).toBe(6), { timeout: 3_000 });

  const { token } = busy;
  const waiting = [heavy, member].flatMap((identifier) => [
    get(`/items/${identifier}`, { token }),
    post("/scans", { identifier }, { token }),
  ]);
  const ended: unknown[] = [];
  for (const one of waiting) void one.then((reply) => ended.push(reply));
  for (const caller of [{ token }, { token: other.token }, {}]) {
    expect((await get(`/items/${light}`, caller)).status).toBe(200);
    expect((await post("/scans", { identifier: light }, caller)).status).toBe(200);
  }
  expect(await get(`/items/${heavy}`, { token: other.token })).toMatchObject({ body: { data: { data } } });
  expect((await post("/scans", { identifier: heavy })).status).toBe(200);
  expect(ended).toEqual([]);

  await release();
  await Promise.all(held);
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
  expect((await get(`/items/${heavy}`, { token })).body).toMatchObject({ data: { data, _scans: 2 } });
  expect((await get(`/items/${member}`, { token })).body).toMatchObject({
    data: { data: { story: "y".repeat(20_000) }, _scans: 1 },
  });
});
