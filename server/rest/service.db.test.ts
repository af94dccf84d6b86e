import { connect, createServer, type Socket } from "node:net";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openDatabase } from "@/db/client";
import { phoneRules } from "@/db/schema/phone-rules";
import { openCredentials } from "@/server/auth/credentials";
import { createToken } from "@/server/domain/tokens/create";
import { revokeToken } from "@/server/domain/tokens/revoke";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime";
import { call, get, post, problem } from "@/server/testing/api";
import {
  itemRow,
  newGroup,
  newItem,
  newProducer,
  newScan,
  systemCtx,
  unacceptedTokens,
} from "@/server/testing/factories";

afterEach(() => {
  vi.restoreAllMocks();
});

test("200: service info tells what is running", async () => {
  const before = Date.now();
  const reply = await get("");
  expect(reply.status).toBe(200);
  const text = expect.stringMatching(/./);
  expect(reply.body).toEqual({
    service: "Assay",
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    environment: text,
    build: { time: text, branch: text, hash: text },
    version: text,
  });
  expect(reply.body).toHaveProperty(
    "timestamp",
    expect.toSatisfy((at: string) => Date.parse(at) >= before),
  );
});

const supported = async (os: string, deviceInfo: object) =>
  (await post("/checkPhoneSupport", { os, deviceInfo: { ...deviceInfo } })).body;

test("200: a phone that is new enough is supported, others and unknown systems are not", async () => {
  expect(await supported("ios", { systemVersion: "13.0" })).toEqual({ supported: true });
  expect(await supported("iOS", { systemVersion: "12.9.9" })).toEqual({ supported: false });
  expect(await supported("ios", { systemVersion: "17", isPhysicalDevice: false })).toEqual({
    supported: false,
  });
  expect(await supported("android", { version: { release: "8" } })).toEqual({ supported: true });
  expect(await supported("android", { version: { release: "7.1" } })).toEqual({ supported: false });
  expect(await supported("symbian", { systemVersion: "99" })).toEqual({ supported: false });
  expect(await supported("ios", {})).toEqual({ supported: false });
});

test("200: a model that the rules name is not supported, by its name or by its machine", async () => {
  const os = "testos";
  const { db } = runtime().database;
  await db.insert(phoneRules).values({ os, minimumVersion: "1", unsupportedModels: ["Brick 1", "brick,2"] });
  const systemVersion = "2";
  expect(await supported(os, { systemVersion, model: "Brick 1" })).toEqual({ supported: false });
  expect(await supported(os, { systemVersion, utsname: { machine: "brick,2" } })).toEqual({
    supported: false,
  });
  expect(await supported(os, { systemVersion, model: "Brick" })).toEqual({ supported: true });
  await db.update(phoneRules).set({ minimumVersion: "2.1" }).where(eq(phoneRules.os, os));
  expect(await supported(os, { systemVersion, model: "Brick" })).toEqual({ supported: false });
});

test.each<[unknown, string[]]>([
  [undefined, ["/deviceInfo", "/os"]],
  [{ deviceInfo: {} }, ["/os"]],
  [{ os: 5, deviceInfo: [] }, ["/deviceInfo", "/os"]],
  [
    { os: "ios", deviceInfo: { systemVersion: 13, isPhysicalDevice: "yes" } },
    ["/deviceInfo/isPhysicalDevice", "/deviceInfo/systemVersion"],
  ],
])("400: the phone %j has all its faults named", async (body, pointers) => {
  const reply = await call("POST", "/checkPhoneSupport", { body });
  expect(reply.status).toBe(400);
  expect(
    problem(reply)
      .errors?.map(({ pointer }) => pointer)
      .toSorted(),
  ).toEqual(pointers);
});

test("500: what fails inside answers without a word of the cause", async () => {
  vi.spyOn(runtime().database.db, "select").mockImplementation(() => {
    throw new Error("the secret cause");
  });
  const reply = await post("/checkPhoneSupport", { os: "ios", deviceInfo: {} });
  expect(problem(reply)).toMatchObject({
    status: 500,
    code: "internal",
    requestId: reply.headers.get("x-request-id"),
  });
  expect(JSON.stringify([reply.body, ...reply.headers])).not.toMatch(/secret|cause|stack/);
});

/** Ids of things that one producer has; or of nothing. */
interface Things {
  item: string;
  group: string;
  scan: string;
  entry: string;
}

/** The calls that list a token; what they answer for a thing of another producer, and for none. */
const CALLS: { name: string; path: (of: Things) => string; foreign?: string; absent?: string }[] = [
  { name: "POST /items", path: () => "/items" },
  { name: "POST /items/:id", path: ({ item }) => `/items/${item}`, foreign: "item", absent: "item" },
  { name: "DELETE /items/:id", path: ({ item }) => `/items/${item}`, foreign: "item", absent: "item" },
  {
    name: "POST /items/:id/invalidate",
    path: ({ item }) => `/items/${item}/invalidate`,
    foreign: "item",
    absent: "item",
  },
  {
    name: "GET /items/:id/scans",
    path: ({ item }) => `/items/${item}/scans`,
    foreign: "item",
    absent: "item",
  },
  {
    name: "GET /items/:id/history",
    path: ({ item }) => `/items/${item}/history`,
    foreign: "item",
    absent: "item",
  },
  {
    name: "GET /items/:itemid/history/:entryid",
    path: ({ item, entry }) => `/items/${item}/history/${entry}`,
    foreign: "item",
    absent: "item",
  },
  { name: "POST /groups", path: () => "/groups" },
  { name: "GET /groups/:id", path: ({ group }) => `/groups/${group}`, foreign: "group", absent: "group" },
  { name: "POST /groups/:id", path: ({ group }) => `/groups/${group}`, foreign: "group", absent: "group" },
  { name: "DELETE /groups/:id", path: ({ group }) => `/groups/${group}`, foreign: "group", absent: "group" },
  {
    name: "GET /groups/:id/items",
    path: ({ group }) => `/groups/${group}/items`,
    foreign: "group",
    absent: "group",
  },
  {
    name: "POST /groups/:idgroup/items/:iditem",
    path: ({ group, item }) => `/groups/${group}/items/${item}`,
    foreign: "group",
    absent: "group",
  },
  {
    name: "DELETE /groups/:idgroup/items/:iditem",
    path: ({ group, item }) => `/groups/${group}/items/${item}`,
    foreign: "group",
    absent: "group",
  },
  { name: "GET /scans/:id", path: ({ scan }) => `/scans/${scan}`, foreign: "scan", absent: "scan" },
  { name: "GET /scans", path: () => "/scans" },
  { name: "GET /items/:id", path: ({ item }) => `/items/${item}`, absent: "item" },
];

async function newThings() {
  const producer = await newProducer();
  const { token } = producer;
  const [item, group] = [await newItem(producer, { title: "t" }), await newGroup(producer)];
  await post(`/groups/${group}/items/${item}`, undefined, { token });
  const scan = await newScan(item);
  const entry = JSON.stringify((await get(`/items/${item}/history?limit=1`, { token })).body).match(
    /"history":\[\{"id":"(.+?)"/,
  );
  return { producer, things: { item, group, scan, entry: entry?.[1] ?? "" } };
}

describe.each(CALLS)("$name", ({ name, path, foreign, absent }) => {
  const method = name.split(" ")[0] ?? "";

  test("403: no credential but an accepted token serves", async () => {
    const { producer, things } = await newThings();
    const { ownerKey } = producer;
    const answer = (options: object) => call(method, path(things), options);
    for (const [what, token] of await unacceptedTokens(producer))
      expect(problem(await answer({ token })), what).toMatchObject({
        status: 403,
        code: "credential-not-accepted",
      });
    expect(problem(await answer({ ownerKey }))).toMatchObject({
      status: 403,
      code: "credential-not-accepted",
    });
    if (name === "GET /items/:id") return;
    const { token } = producer;
    for (const headers of [{}, { authorization: `Bearer ${token}` }, { cookie: `an-api-token=${token}` }])
      expect(problem(await answer({ headers }))).toMatchObject({ status: 403, code: "credential-missing" });
  });

  test.runIf(foreign)("403: a producer is refused another producer's", async () => {
    const { things } = await newThings();
    const before = await itemRow(things.item);
    const { token } = await newProducer();
    const reply = await call(method, path(things), { token });
    expect(problem(reply)).toMatchObject({ status: 403, code: `${foreign}-of-another-producer` });
    expect(await itemRow(things.item)).toEqual(before);
  });

  test.runIf(absent)("404: there is none", async () => {
    const { producer } = await newThings();
    for (const id of [newId(), "nothing", "%2F", "'"]) {
      const reply = await call(method, path({ item: id, group: id, scan: id, entry: id }), {
        token: producer.token,
      });
      expect(problem(reply)).toMatchObject({ status: 404, code: `${absent}-not-found` });
    }
  });
});

test.each(["", "/checkPhoneSupport"])(
  "200: %j is open to all, whatever credential comes with it",
  async (path) => {
    const body = path === "" ? {} : { body: { os: "ios", deviceInfo: {} } };
    for (const [what, token] of await unacceptedTokens(await newProducer()))
      expect((await call(path === "" ? "GET" : "POST", path, { token, ...body })).status, what).toBe(200);
  },
);

const newToken = (producerId: string) =>
  createToken(systemCtx(), { producerId, kind: "token", name: "Spare token", expiresAt: null });

/** Credentials as a second process has them, which remembers a secret once asked for it. */
function secondProcess(url = runtime().database.url) {
  const database = openDatabase(url, { connections: 2 });
  const credentials = openCredentials(database);
  const lookUps = vi.spyOn(database.db, "select");
  return {
    find: credentials.find,
    /** Asks until the answer comes from memory. */
    remember: (secret: string) =>
      vi.waitFor(
        async () => {
          expect(await credentials.find(secret)).toBeDefined();
          lookUps.mockClear();
          expect(await credentials.find(secret)).toBeDefined();
          expect(lookUps).not.toHaveBeenCalled();
        },
        { timeout: 10_000, interval: 10 },
      ),
    close: async () => {
      await credentials.close();
      await database.close();
    },
  };
}

test("403: a revoked token is refused on the next request by every process that remembered it", async () => {
  const { producerId, token } = await newProducer();
  const second = secondProcess();
  for (let i = 0; i < 20; i++) {
    const { id, secret } = await newToken(producerId);
    for (let j = 0; j < 3; j++) expect((await get("/scans", { token: secret })).status).toBe(200);
    await second.remember(secret);
    // Requests while it is revoked may go either way, but must not bring it back.
    const meanwhile = Array.from({ length: 10 }, () => [
      get("/scans", { token: secret }),
      second.find(secret),
    ]);
    await Promise.all([revokeToken(runtime().database.db, producerId, id), ...meanwhile.flat()]);
    expect((await get("/scans", { token: secret })).status).toBe(403);
    expect(await second.find(secret)).toBeUndefined();
    expect((await get("/scans", { token })).status).toBe(200);
  }
  await second.close();
});

test("403: a revoked token is refused by a process whose connections were just cut, too", async () => {
  const { producerId } = await newProducer();
  const second = secondProcess();
  const { db } = runtime().database;
  for (let i = 0; i < 5; i++) {
    const { id, secret } = await newToken(producerId);
    await second.remember(secret);
    await db.$client`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'assay-credentials' and datname = current_database()`;
    await revokeToken(db, producerId, id);
    expect(await second.find(secret)).toBeUndefined();
    expect((await get("/scans", { token: secret })).status).toBe(403);
  }
  await second.close();
});

/** A way to the database that can go silent: what is sent on it, an end included, then no longer arrives. */
async function silentWay() {
  const { host, port, path, user, pass, database } = runtime().database.db.$client.options;
  const sockets: Socket[] = [];
  const relay = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = path ? connect(path) : connect(port[0] ?? 5432, host[0]);
    sockets.push(client, upstream);
    for (const socket of [client, upstream]) socket.on("error", () => {});
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  const address = relay.address();
  if (typeof address !== "object" || !address) throw new Error("The relay has no port.");
  const url = new URL(`postgres://127.0.0.1:${address.port}/${database}`);
  url.username = user;
  url.password = `${pass ?? ""}`;
  return {
    url: url.href,
    silence: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      relay.close();
    },
  };
}

test("403: a revoked token is refused by a process that has not heard yet that its connections are cut", async () => {
  const { producerId } = await newProducer();
  const { id, secret } = await newToken(producerId);
  const way = await silentWay();
  const second = secondProcess(way.url);
  await second.remember(secret);
  way.silence();
  const { db } = runtime().database;
  await db.$client`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'assay-credentials' and datname = current_database()`;
  await revokeToken(db, producerId, id);
  // What is remembered is answered at once; a look-up can't come to an end here.
  const answer = second.find(secret).catch(() => undefined);
  const found = await Promise.race([answer, new Promise((resolve) => setImmediate(resolve))]);
  way.close();
  await second.close();
  expect(found).toBeUndefined();
});

test("404: a token can be revoked once, and by its producer alone", async () => {
  const [producer, other] = [await newProducer(), await newProducer()];
  const { id, secret } = await newToken(producer.producerId);
  const { db } = runtime().database;
  await expect(revokeToken(db, other.producerId, id)).rejects.toMatchObject({ kind: "notFound" });
  expect((await get("/scans", { token: secret })).status).toBe(200);
  await revokeToken(db, producer.producerId, id);
  await expect(revokeToken(db, producer.producerId, id)).rejects.toMatchObject({ kind: "notFound" });
});
