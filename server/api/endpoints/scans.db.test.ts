import { randomBytes } from "node:crypto";
import { count, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { JsonObject } from "@/db/json";
import { events } from "@/db/schema/events";
import { scans } from "@/db/schema/scans";
import { sightings } from "@/db/schema/sightings";
import { commitScan } from "@/server/domain/scans/commit";
import { ScanAnswer } from "@/server/domain/scans/schema";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { call, del, get, post, problem } from "@/server/testing/api";
import {
  eventsOf,
  itemRow,
  newGroup,
  newHook,
  newItem,
  newProducer,
  newScan,
  systemCtx,
  unacceptedTokens,
} from "@/server/testing/factories";

// Holds decision 0009 and decision 0010.

const db = () => runtime().database.db;

const DEVICE = { os: "ios", environment: { identifierForVendor: "ABC-1", model: "phone" } };
const SOFTWARE = { app: "scanner", versionApp: "3.1", os: "other", osEnv: { a: [1] } };
const HAMBURG = { latitude: 53.55, longitude: 9.99 };

const scanned = async (identifier: string, fields: JsonObject = {}) =>
  ScanAnswer.parse((await post("/scans", { identifier, ...fields })).body).scan.data;

test("200: a scan returns the reduced item and the scan; its producer reads the infos too", async () => {
  const producer = await newProducer();
  const { token, producerId } = producer;
  const image = "https://images.test/watch.png";
  const verificationinfos = [{ value: ["a"], visible: "verified" }];
  const identifier = await newItem(producer, { title: "Watch", image, data: { a: 1 }, verificationinfos });
  const before = Date.now();
  const sent = { copyclassification: "original", location: HAMBURG, data: { hint: [1, null] } };
  const infos = { softwareInfo: SOFTWARE, deviceInfo: DEVICE };
  const reply = await post(
    "/scans",
    { identifier, ...sent, ...infos, timestamp: 1, creator: "me" },
    { token },
  );
  expect(reply.status).toBe(200);
  const { scan } = ScanAnswer.parse(reply.body);
  expect(scan.data.timestamp).toSatisfy((ms: number) => ms >= before && ms <= Date.now());
  expect(scan.data.device).toMatch(/^[\w-]{20,}$/);
  const data = {
    identifier,
    copyclassification: "original",
    location: { _lat: 53.55, _long: 9.99 },
    country: "DE",
    continent: "EU",
    data: { hint: [1, null] },
    timestamp: scan.data.timestamp,
    creator: producerId,
    os: "ios",
    device: scan.data.device,
    softwareversion: "3.1",
    _owner: producerId,
  };
  const seen = [{ value: ["a"], visibility: "verified" }];
  expect(reply.body).toEqual({
    identifier: {
      id: identifier,
      data: { identifier, title: "Watch", data: { a: 1 }, verificationinfos: seen, imageUrl: image },
    },
    scan: { id: scan.id, data },
  });

  const owned = { id: scan.id, data: { ...data, ...infos } };
  expect((await get(`/scans/${scan.id}`, { token })).body).toEqual(owned);
  const { createdAt, updatedAt } = await itemRow(identifier);
  const times = { _created: createdAt.getTime(), _updated: updatedAt.getTime() };
  const counted = { _producer: producerId, _scans: 1, _fakes: 0 };
  const item = {
    identifier,
    title: "Watch",
    image,
    data: { a: 1 },
    verificationinfos: seen,
    ...times,
    ...counted,
  };
  const list = { identifier: { id: identifier, data: item }, scans: [owned] };
  expect((await get(`/items/${identifier}/scans`, { token })).body).toEqual(list);
  expect((await get("/scans", { token })).body).toEqual(list);
});

test("200: only the identifier is required; the default classification is fake, the default creator unknown", async () => {
  const producer = await newProducer();
  const identifier = await newItem(producer);
  expect(await scanned(identifier)).toEqual({
    identifier,
    copyclassification: "fake",
    data: {},
    timestamp: expect.any(Number),
    creator: "unknown",
    _owner: producer.producerId,
  });
});

test("200: a scan of an item in a group shows the merged item and omits an image that is not a url", async () => {
  const producer = await newProducer();
  const group = await newGroup(producer, {
    title: "Series",
    data: { a: 2 },
    verificationinfos: [{ key: "g", pos: 1 }],
  });
  const identifier = await newItem(producer, {
    image: "/watch.png",
    data: { a: 1, b: 1 },
    verificationinfos: [{ key: "i" }],
  });
  await post(`/groups/${group}/items/${identifier}`, undefined, { token: producer.token });
  const { body } = await post("/scans", { identifier });
  const verificationinfos = [{ key: "i" }, { key: "g", pos: 1 }];
  const data = { identifier, title: "Series", data: { a: 2, b: 1 }, verificationinfos, _group: group };
  expect(body).toMatchObject({ identifier: { id: identifier, data } });
  expect(ScanAnswer.parse(body).identifier.data).toEqual(data);
});

test("200: a scan's creator is the producer of an accepted token; other tokens are ignored", async () => {
  const producer = await newProducer();
  const identifier = await newItem(await newProducer());
  const creator = async (options: { token?: string; ownerKey?: string }) =>
    ScanAnswer.parse((await post("/scans", { identifier }, options)).body).scan.data.creator;
  expect(await creator({ token: producer.token })).toBe(producer.producerId);
  expect(await creator({ ownerKey: producer.ownerKey })).toBe("unknown");
  for (const [what, token] of await unacceptedTokens(producer))
    expect(await creator({ token }), what).toBe("unknown");
});

test("200: every scan is counted; only fakes count as fakes", async () => {
  const producer = await newProducer();
  const identifier = await newItem(producer);
  const counters = async () => {
    const row = await itemRow(identifier);
    return [row.scans, row.fakes];
  };
  for (const [copyclassification, counted] of [
    ["original", [1, 0]],
    ["unknown", [2, 0]],
    ["fake", [3, 1]],
    ["error", [4, 1]],
  ] as const) {
    expect((await scanned(identifier, { copyclassification })).copyclassification).toBe(copyclassification);
    expect(await counters()).toEqual(counted);
  }
});

test.each([
  [{}, ["/identifier"]],
  [{ identifier: 5 }, ["/identifier"]],
  [{ identifier: "i", copyclassification: "real" }, ["/copyclassification"]],
  [{ identifier: "i", location: { latitude: 90.1, longitude: 0 } }, ["/location/latitude"]],
  [
    { identifier: "i", location: { latitude: -91, longitude: -180.1 } },
    ["/location/latitude", "/location/longitude"],
  ],
  [{ identifier: "i", location: { latitude: 0 } }, ["/location/longitude"]],
  [
    { identifier: "i", location: { latitude: "0", longitude: null } },
    ["/location/latitude", "/location/longitude"],
  ],
  [
    { copyclassification: 1, location: [], data: [], softwareInfo: "x", deviceInfo: 1 },
    ["/copyclassification", "/data", "/deviceInfo", "/identifier", "/location", "/softwareInfo"],
  ],
])("400: all faults of the scan %j are reported", async (body, pointers) => {
  const reply = await call("POST", "/scans", { body });
  expect(problem(reply)).toMatchObject({ status: 400, code: "invalid-input" });
  const named = problem(reply).errors?.map(({ pointer }) => pointer);
  expect(named?.toSorted()).toEqual(pointers);
});

test.each([
  ["Hamburg", 53.55, 9.99, { country: "DE", continent: "EU" }],
  ["Tokyo", 35.68, 139.69, { country: "JP", continent: "AS" }],
  ["the South Pole", -90, 0, { country: "AQ", continent: "AN" }],
  ["the open sea", 0, -140, {}],
  ["the North Pole", 90, 180, {}],
  ["Taveuni, from the east", -16.85, 180, { country: "FJ", continent: "OC" }],
  ["Taveuni, from the west", -16.85, -180, { country: "FJ", continent: "OC" }],
  ["Chukotka, from the east", 66, 180, { country: "RU", continent: "AS" }],
  ["Chukotka, from the west", 66, -180, { country: "RU", continent: "AS" }],
])("200: a scan at %s", async (_, latitude, longitude, place) => {
  const { location, country, continent } = await scanned(await newItem(await newProducer()), {
    location: { latitude, longitude },
  });
  expect(location).toEqual({ _lat: latitude, _long: longitude });
  expect({ country, continent }).toEqual({ country: undefined, continent: undefined, ...place });
});

test("200: a device has a hash: stable per device, absent without an identifier", async () => {
  const identifier = await newItem(await newProducer());
  const device = async (environment: JsonObject) =>
    (await scanned(identifier, { deviceInfo: { environment } })).device;
  const vendor = await device({ identifierForVendor: "ABC-1", serialNumber: "1" });
  expect(await device({ identifierForVendor: "ABC-1", serialNumber: "2" })).toBe(vendor);
  const others = [
    { identifierForVendor: "ABC-2" },
    { androidId: "a" },
    { deviceId: "b" },
    { id: "c" },
    { serialNumber: "d" },
  ];
  const hashes = [vendor, ...(await Promise.all(others.map(device)))];
  expect(new Set(hashes).size).toBe(6);
  expect(hashes).not.toContain(undefined);
  expect(hashes.join()).not.toMatch(/ABC/);
  for (const environment of [{}, { model: "phone" }, { id: "" }, { id: 7 }])
    expect(await device(environment)).toBeUndefined();
});

test("200: the os comes from the device, else from the software", async () => {
  const identifier = await newItem(await newProducer());
  expect((await scanned(identifier, { softwareInfo: { os: "android" }, deviceInfo: {} })).os).toBe("android");
  expect((await scanned(identifier, { softwareInfo: { os: "android" }, deviceInfo: { os: "ios" } })).os).toBe(
    "ios",
  );
  expect(await scanned(identifier, { softwareInfo: { os: 1 } })).not.toHaveProperty("os");
});

const sightingsOf = (identifier: string) =>
  db().select().from(sightings).where(eq(sightings.identifier, identifier));

test("404: a scan of an unknown identifier is stored as a sighting", async () => {
  const { token, producerId } = await newProducer();
  const identifier = `made up ${newId()}`;
  const reply = await post(
    "/scans",
    { identifier, location: HAMBURG, softwareInfo: SOFTWARE, deviceInfo: DEVICE },
    { token },
  );
  expect(problem(reply)).toMatchObject({ status: 404, code: "item-not-found" });
  expect(await sightingsOf(identifier)).toMatchObject([
    {
      latitude: 53.55,
      longitude: 9.99,
      country: "DE",
      os: "ios",
      softwareversion: "3.1",
      creator: producerId,
      copyclassification: "fake",
    },
  ]);
});

test("404: a deleted item cannot be scanned", async () => {
  const producer = await newProducer();
  const identifier = await newItem(producer);
  await del(`/items/${identifier}`, { token: producer.token });
  expect((await post("/scans", { identifier })).status).toBe(404);
  expect(await sightingsOf(identifier)).toHaveLength(1);
});

test("404: an identifier above the maximum length is unknown and stored truncated to it", async () => {
  const identifier = randomBytes(10_000).toString("hex");
  expect((await post("/scans", { identifier })).status).toBe(404);
  expect(await sightingsOf(identifier.slice(0, 200))).toHaveLength(1);
});

test("a scan emits itemScanned in its own transaction, with the current item, and without the group, which no webhook gets", async () => {
  const producer = await newProducer();
  const { token } = producer;
  const group = await newGroup(producer, { title: "Series" });
  const identifier = await newItem(producer);
  await post(`/groups/${group}/items/${identifier}`, undefined, { token });
  await newScan(identifier);
  await newHook(producer, ["itemModified", "groupModified"]);
  expect(await eventsOf(producer)).toEqual([]);
  await newHook(producer, ["itemScanned"], { groupId: group });
  const id = await newScan(identifier);
  const [event, ...more] = await eventsOf(producer);
  expect([event, ...more]).toMatchObject([
    {
      type: "itemScanned",
      snapshot: {
        scan: { id, creator: null },
        item: { identifier, scans: 2 },
      },
    },
  ]);
  expect(Object.keys(event?.snapshot ?? {}).toSorted()).toEqual(["item", "producer", "scan"]);
  const [together] = await db()
    .select({ same: sql<boolean>`${scans}.xmin = ${events}.xmin` })
    .from(scans)
    .innerJoin(events, eq(sql`${events.snapshot}->'scan'->>'id'`, sql`${scans.id}::text`))
    .where(eq(scans.id, id));
  expect(together).toEqual({ same: true });
});

test("200 parallel scans of 3 items, half with a key, are recorded and counted exactly", async () => {
  const producer = await newProducer();
  await newHook(producer);
  const identifiers = await Promise.all([newItem(producer), newItem(producer), newItem(producer)]);
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, i) => {
      const body = {
        identifier: identifiers[i % 3] ?? "",
        copyclassification: i % 5 === 0 ? "original" : "fake",
        data: { i },
      };
      return post(
        "/scans",
        body,
        i % 2 === 0 ? {} : { headers: { "idempotency-key": `${i}`.padStart(16, "0") } },
      );
    }),
  );
  for (const [i, reply] of replies.entries()) {
    const { identifier, scan } = ScanAnswer.parse(reply.body);
    expect([identifier.id, scan.data.data]).toEqual([identifiers[i % 3], { i }]);
  }
  for (const [which, identifier] of identifiers.entries()) {
    const expected = replies.map((_, i) => i).filter((i) => i % 3 === which);
    const row = await itemRow(identifier);
    expect([row.scans, row.fakes]).toEqual([expected.length, expected.filter((i) => i % 5 !== 0).length]);
    expect(await db().select({ rows: count() }).from(scans).where(eq(scans.itemId, row.id))).toEqual([
      { rows: expected.length },
    ]);
  }
  expect((await eventsOf(producer)).filter(({ type }) => type === "itemScanned")).toHaveLength(200);
});

test("a scan that the database refuses fails alone; others of its group commit succeed", async () => {
  const identifier = await newItem(await newProducer());
  const commit = (latitude: number) =>
    commitScan(systemCtx(), {
      id: newId(),
      identifier,
      timestamp: new Date(),
      copyclassification: "fake",
      latitude,
      longitude: 0,
      country: null,
      continent: null,
      data: {},
      softwareInfo: null,
      deviceInfo: null,
      os: null,
      device: null,
      softwareversion: null,
      creator: null,
    });
  const settled = await Promise.allSettled(Array.from({ length: 21 }, (_, i) => commit(i === 10 ? 999 : i)));
  expect(settled.flatMap(({ status }, i) => (status === "rejected" ? [i] : []))).toEqual([10]);
  expect((await itemRow(identifier)).scans).toBe(20);
});
