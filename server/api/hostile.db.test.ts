import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { items } from "@/db/schema/items";
import { createToken } from "@/server/domain/tokens/create";
import { runtime } from "@/server/runtime/runtime";
import { call, del, get, post, problem } from "@/server/testing/api";
import { newGroup, newItem, newProducer, systemCtx } from "@/server/testing/factories";

// Holds decision 0006 and decision 0012.

test("400: 40,000 faults give a short answer", async () => {
  const rawBody = JSON.stringify({ ["k".repeat(300_000)]: Array(40_000).fill("\0") });
  const reply = await call("POST", "/scans", { rawBody });
  expect(problem(reply).errors).toHaveLength(100);
  expect(JSON.stringify(reply.body).length).toBeLessThan(50_000);
});

test("a scan of a locked item waits and delays no scan of other items", async () => {
  const held = await newItem(await newProducer());
  const free = await newItem(await newProducer());
  const { db } = runtime().database;
  let waiting: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from ${items} where ${items.identifier} = ${held} for update`);
    let isOver = false;
    waiting = Promise.all([1, 2, 3].map(() => post("/scans", { identifier: held }))).finally(() => {
      isOver = true;
    });
    for (let i = 0; i < 20; i++) expect((await post("/scans", { identifier: free })).status).toBe(200);
    expect(isOver).toBe(false);
  });
  expect(await waiting).toMatchObject([{ status: 200 }, { status: 200 }, { status: 200 }]);
  const counted = await db
    .select({ scans: items.scans })
    .from(items)
    .where(sql`${items.identifier} in (${held}, ${free})`);
  expect(counted.map(({ scans }) => scans).toSorted()).toEqual([20, 3].toSorted());
});

test("200: deleting a group of 1,200 items removes each from it and records that in its history", async () => {
  const producer = await newProducer();
  const { token } = producer;
  const group = await newGroup(producer);
  const { db } = runtime().database;
  await db.execute(sql`insert into identifiers
    select 'many ' || n, ${producer.producerId} from generate_series(1, 1200) n`);
  await db.execute(sql`insert into items (identifier, producer_id, group_id, created_at, updated_at)
    select 'many ' || n, ${producer.producerId}, ${group}, now(), now() from generate_series(1, 1200) n`);
  expect((await del(`/groups/${group.toUpperCase()}`, { token })).status).toBe(200);
  expect((await get(`/groups/${group}`, { token })).status).toBe(404);
  const [row] = await db.execute<{ left: number; recorded: number }>(sql`
    select (select count(*)::int from items where group_id = ${group}) as left,
      (select count(*)::int from history where changes = ${JSON.stringify([{ path: "/_group", from: group }])}::jsonb) as recorded`);
  expect(row).toEqual({ left: 0, recorded: 1200 });
});

test("403: a token revoked directly in the database is refused too", async () => {
  const { producerId } = await newProducer();
  const { id, secret } = await createToken(systemCtx(), { producerId, kind: "token", name: "Doomed" });
  expect((await get("/scans", { token: secret })).status).toBe(200);
  await runtime().database.db.execute(sql`update tokens set revoked_at = now() where id = ${id}`);
  await vi.waitFor(async () => expect((await get("/scans", { token: secret })).status).toBe(403), {
    timeout: 5_000,
  });
});

test("200: optional fields of a scan may be null", async () => {
  const identifier = await newItem(await newProducer(), { verificationinfos: [{ label: null, value: "x" }] });
  const nothing = {
    copyclassification: null,
    location: null,
    data: null,
    softwareInfo: null,
    deviceInfo: null,
  };
  const reply = await post("/scans", { identifier, ...nothing });
  expect(reply.body).toMatchObject({ scan: { data: { copyclassification: "fake", data: {} } } });
});

test.each([253_402_300_800_000, Number.MAX_SAFE_INTEGER])(
  "200: the far future timestamp=%d is accepted",
  async (timestamp) => {
    const { token } = await newProducer();
    expect((await get(`/scans?timestamp=${timestamp}`, { token })).status).toBe(200);
  },
);

test("400: a body that is not JSON is refused even if the call needs none", async () => {
  const producer = await newProducer();
  const path = `/groups/${await newGroup(producer)}/items/${await newItem(producer)}`;
  const { token } = producer;
  const headers = { "content-type": "text/plain" };
  expect(problem(await call("POST", path, { token, rawBody: "garbage{", headers })).code).toBe(
    "content-type",
  );
  expect((await call("POST", path, { token })).status).toBe(200);
});

test("400: faults of path, text and shape are reported together", async () => {
  const { token } = await newProducer();
  const body = { title: "\0", image: 7 };
  const reply = await call("POST", "/items/%ff", { token, rawBody: JSON.stringify(body) });
  expect(
    problem(reply)
      .errors?.map(({ pointer }) => pointer)
      .toSorted(),
  ).toEqual(["/image", "/path/id", "/title"]);
});

test("thousands of locales do not slow scans of an item: only the first 100 count", async () => {
  const i18n = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, i) => [`de-x-${i.toString(36)}`, { title: "x" }]),
  );
  const identifier = await newItem(await newProducer(), {
    title: "Base",
    data: { i18n: { de: { title: "Titel" }, ...i18n, "fr-x-zzzzzzzz": { title: "Titre" } } },
  });
  const titleIn = async (locale: string) =>
    (await post("/scans", { identifier }, { headers: { "an-api-client-locale": locale } })).headers.get(
      "content-language",
    );
  expect([await titleIn("de"), await titleIn("fr")]).toEqual(["de", "en"]);
});
