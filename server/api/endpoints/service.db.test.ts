import { connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { directly } from "@/db/address";
import { openDatabase } from "@/db/client";
import { phoneRules } from "@/db/schema/phone-rules";
import packageJson from "@/package.json" with { type: "json" };
import { openapiDocument } from "@/server/api/openapi";
import { openCredentials } from "@/server/auth/credentials";
import { createToken } from "@/server/domain/tokens/create";
import { revokeToken } from "@/server/domain/tokens/revoke";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
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
import { until } from "@/server/testing/until";

// Holds decision 0003 and decision 0012.

afterEach(() => {
  vi.restoreAllMocks();
});

test("200: service info describes the running build", async () => {
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

test("service info, OpenAPI document and package have the same version", async () => {
  const { version } = packageJson;
  expect((await get("")).body).toMatchObject({ version });
  expect(openapiDocument()).toMatchObject({ info: { version } });
});

const supported = async (os: string, deviceInfo: object) =>
  (await post("/checkPhoneSupport", { os, deviceInfo: { ...deviceInfo } })).body;

test("200: a sufficiently new phone is supported; older ones and unknown systems are not", async () => {
  expect(await supported("ios", { systemVersion: "13.0" })).toEqual({ supported: true });
  expect(await supported("iOS", { systemVersion: "12.9.9" })).toEqual({ supported: false });
  expect(await supported(" iOS ", { systemVersion: "13" })).toEqual({ supported: true });
  expect(await supported("ios", { systemVersion: "17", isPhysicalDevice: false })).toEqual({
    supported: false,
  });
  expect(await supported("android", { version: { release: "8" } })).toEqual({ supported: true });
  expect(await supported("android", { version: { release: "7.1" } })).toEqual({ supported: false });
  expect(await supported("symbian", { systemVersion: "99" })).toEqual({ supported: false });
  expect(await supported("ios", {})).toEqual({ supported: false });
});

test("200: an excluded model is not supported, by name or by machine", async () => {
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
])("400: all faults of the phone %j are reported", async (body, pointers) => {
  const reply = await call("POST", "/checkPhoneSupport", { body });
  expect(reply.status).toBe(400);
  expect(
    problem(reply)
      .errors?.map(({ pointer }) => pointer)
      .toSorted(),
  ).toEqual(pointers);
});

test("500: internal errors do not reveal their cause", async () => {
  vi.spyOn(runtime().database.callers.$client, "unsafe").mockImplementation(() => {
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

/** Ids of one producer's objects, or unknown ids. */
interface ObjectIds {
  item: string;
  group: string;
  scan: string;
  entry: string;
}

/** The calls that need a token; `foreign` and `absent` name the object of their 403 and 404. */
const CALLS: { name: string; path: (of: ObjectIds) => string; foreign?: string; absent?: string }[] = [
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

const methodOf = (name: string) => name.split(" ")[0] ?? "";

test.each(CALLS)("403: $name needs an accepted token", async ({ name, path }) => {
  const { producer, things } = await newThings();
  const { ownerKey, token } = producer;
  const answer = async (options: object) => problem(await call(methodOf(name), path(things), options));
  for (const [what, unaccepted] of await unacceptedTokens(producer))
    expect(await answer({ token: unaccepted }), what).toMatchObject({
      status: 403,
      code: "credential-not-accepted",
    });
  expect(await answer({ ownerKey })).toMatchObject({ status: 403, code: "credential-not-accepted" });
  if (name === "GET /items/:id") return;
  for (const headers of [{}, { authorization: `Bearer ${token}` }, { cookie: `an-api-token=${token}` }])
    expect(await answer({ headers })).toMatchObject({ status: 403, code: "credential-missing" });
});

test.each(CALLS.filter(({ foreign }) => foreign))(
  "403: $name refuses another producer's",
  async ({ name, path, foreign }) => {
    const { things } = await newThings();
    const before = await itemRow(things.item);
    const { token } = await newProducer();
    const reply = await call(methodOf(name), path(things), { token });
    expect(problem(reply)).toMatchObject({ status: 403, code: `${foreign}-of-another-producer` });
    expect(await itemRow(things.item)).toEqual(before);
  },
);

test.each(CALLS.filter(({ absent }) => absent))(
  "404: $name finds no such thing",
  async ({ name, path, absent }) => {
    const { token } = await newProducer();
    for (const id of [newId(), "nothing", "%2F", "'"]) {
      const reply = await call(methodOf(name), path({ item: id, group: id, scan: id, entry: id }), { token });
      expect(problem(reply)).toMatchObject({ status: 404, code: `${absent}-not-found` });
    }
  },
);

test.each(["", "/checkPhoneSupport"])("200: %j is public and ignores credentials", async (path) => {
  const body = path === "" ? {} : { body: { os: "ios", deviceInfo: {} } };
  for (const [what, token] of await unacceptedTokens(await newProducer()))
    expect((await call(path === "" ? "GET" : "POST", path, { token, ...body })).status, what).toBe(200);
});

const newToken = (producerId: string) =>
  createToken(systemCtx(), { producerId, kind: "token", name: "Spare token", expiresAt: null });

/** Opens the credentials of a second process, with its own cache. */
function secondProcess(url = runtime().database.url, watchedAt = url) {
  const database = openDatabase(directly(url));
  const credentials = openCredentials({ ...database, url: watchedAt });
  const lookUps = vi.spyOn(database.db, "select");
  return {
    find: credentials.find,
    /** Looks a secret up until it is cached. */
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

test("403: a revoked token is refused on the next request by every process that cached it", async () => {
  const { producerId, token } = await newProducer();
  const second = secondProcess();
  for (let i = 0; i < 5; i++) {
    const { id, secret } = await newToken(producerId);
    for (let j = 0; j < 3; j++) expect((await get("/scans", { token: secret })).status).toBe(200);
    await second.remember(secret);
    // Requests during the revocation may succeed or fail, but must not cache the token again.
    const meanwhile = Array.from({ length: 10 }, () => [
      get("/scans", { token: secret }),
      second.find(secret),
    ]);
    await Promise.all([revokeToken(systemCtx(), producerId, id), ...meanwhile.flat()]);
    expect((await get("/scans", { token: secret })).status).toBe(403);
    expect(await second.find(secret)).toBeUndefined();
    expect((await get("/scans", { token })).status).toBe(200);
  }
  await second.close();
});

test("403: a revoked token is refused by a process whose connections were just cut", async () => {
  const { producerId } = await newProducer();
  const second = secondProcess();
  const { db } = runtime().database;
  for (let i = 0; i < 3; i++) {
    const { id, secret } = await newToken(producerId);
    await second.remember(secret);
    await db.$client`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'assay-credentials' and datname = current_database()`;
    await revokeToken(systemCtx(), producerId, id);
    expect(await second.find(secret)).toBeUndefined();
    expect((await get("/scans", { token: secret })).status).toBe(403);
  }
  await second.close();
});

/** Opens a proxy to the database that can hold back an answer and everything after it. */
async function openHoldingProxy() {
  const { host, port, path, user, pass, database } = runtime().database.db.$client.options;
  const sockets: Socket[] = [];
  const waiting: (() => void)[] = [];
  let holds = (_: Buffer) => false;
  const gate = () =>
    new Transform({
      transform(chunk: Buffer, _, done) {
        if (holds(chunk)) waiting.push(() => done(null, chunk));
        else done(null, chunk);
      },
    });
  const relay = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = path ? connect(path) : connect(port[0] ?? 5432, host[0]);
    sockets.push(client, upstream);
    for (const socket of [client, upstream]) socket.on("error", () => {});
    client.pipe(upstream).pipe(gate()).pipe(client);
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  const address = relay.address();
  if (typeof address !== "object" || !address) throw new Error("The relay has no port.");
  const url = new URL(`postgres://127.0.0.1:${address.port}/${database}`);
  url.username = user;
  url.password = `${pass ?? ""}`;
  return {
    url: url.href,
    waiting,
    hold: (which: (answer: Buffer) => boolean) => {
      holds = which;
    },
    release: () => {
      holds = () => false;
      for (const go of waiting.splice(0)) go();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      relay.close();
    },
  };
}

/** Returns an answer only if it comes from the cache; a look-up through a held proxy does not end. */
const fromCache = (answer: Promise<unknown>) =>
  Promise.race([answer.catch(() => undefined), setImmediate(undefined)]);

test("403: a token looked up just before its revocation is not cached after it", async () => {
  const { producerId, token } = await newProducer();
  const { id, secret } = await newToken(producerId);
  const proxy = await openHoldingProxy();
  const second = secondProcess(proxy.url, runtime().database.url);
  await second.remember(token);
  proxy.hold((answer) => answer.includes("Spare token"));
  const lookUp = second.find(secret);
  await until(() => expect(proxy.waiting).toHaveLength(1));
  await revokeToken(systemCtx(), producerId, id);
  proxy.release();
  await lookUp;
  expect(await second.find(secret)).toBeUndefined();
  await second.close();
  proxy.close();
});

test("403: a revoked token is refused by a process that has not noticed that its connections are cut", async () => {
  const { producerId } = await newProducer();
  const { id, secret } = await newToken(producerId);
  const proxy = await openHoldingProxy();
  const second = secondProcess(proxy.url);
  await second.remember(secret);
  proxy.hold(() => true);
  const { db } = runtime().database;
  await db.$client`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'assay-credentials' and datname = current_database()`;
  await revokeToken(systemCtx(), producerId, id);
  const found = await fromCache(second.find(secret));
  proxy.close();
  await second.close();
  expect(found).toBeUndefined();
});

test("404: a token can be revoked once, and only by its producer", async () => {
  const [producer, other] = [await newProducer(), await newProducer()];
  const { id, secret } = await newToken(producer.producerId);
  await expect(revokeToken(systemCtx(), other.producerId, id)).rejects.toMatchObject({ kind: "notFound" });
  expect((await get("/scans", { token: secret })).status).toBe(200);
  await revokeToken(systemCtx(), producer.producerId, id);
  await expect(revokeToken(systemCtx(), producer.producerId, id)).rejects.toMatchObject({ kind: "notFound" });
});
