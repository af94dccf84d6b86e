import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import type { JsonObject } from "@/db/json";
import { contents } from "@/db/schema/contents";
import { scans } from "@/db/schema/scans";
import { newId } from "@/server/platform/ids";
import { cleanedImage } from "@/server/platform/images";
import { runtime } from "@/server/runtime/runtime";
import { del, envelope, get, post, problem, type Reply } from "@/server/testing/api";
import {
  eventsOf,
  keptBlobs,
  newContent,
  newHook,
  newItem,
  newProducer,
  newScan,
  producerRow,
  setQuota,
  unacceptedTokens,
} from "@/server/testing/factories";
import { picture, sizeOf } from "@/server/testing/pictures";

// Holds decision 0018.

vi.mock("@/server/platform/images", { spy: true });

const db = () => runtime().database.db;

/** Creates a scan of an item of a new producer. */
async function newScanned(fields: JsonObject = {}) {
  const producer = await newProducer();
  const item = await newItem(producer);
  return { producer, token: producer.token, item, scan: await newScan(item, fields) };
}

const PICTURE = (await picture("png")).toString("base64");
const addTo = (scan: string, fields: JsonObject = {}, options = {}) =>
  post(`/scans/${scan}/image`, { data: PICTURE, ...fields }, options);

const Urls = z.object({ image: z.string(), images: z.array(z.string()) });
const urlsOf = (reply: Reply) => Urls.parse(envelope(reply).data);
const pathOf = (url = "") => url.slice("https://assay.test/api/v2".length);
const idOf = (url = "") => url.slice("https://assay.test/api/v2/contents/".length);

const contentsOf = (scan: string) => db().select().from(contents).where(eq(contents.scanId, scan));

test("200: the answer is the scanner's view of the scan with its images; the producer's view has them too", async () => {
  const producer = await newProducer();
  const { token, producerId } = producer;
  const item = await newItem(producer);
  const sent = {
    copyclassification: "original",
    location: { latitude: 53.55, longitude: 9.99 },
    data: { hint: 1 },
    softwareInfo: { versionApp: "3.1" },
    deviceInfo: { os: "ios" },
  };
  const scanId = await newScan(item, sent);
  const bare = {
    identifier: item,
    copyclassification: "original",
    location: { _lat: 53.55, _long: 9.99 },
    country: "DE",
    continent: "EU",
    data: { hint: 1 },
    timestamp: expect.any(Number),
    creator: "unknown",
    os: "ios",
    softwareversion: "3.1",
    _owner: producerId,
  };
  const expected: string[] = [];
  let last: Reply | undefined;
  for (let i = 0; i < 3; i++) {
    last = await addTo(scanId);
    expected.unshift(urlsOf(last).image);
    expect(last.body).toEqual({ id: scanId, data: { ...bare, image: expected[0], images: expected } });
  }
  expect(new Set(expected).size).toBe(3);
  const owned = { ...bare, image: expected[0], images: expected };
  const read = {
    id: scanId,
    data: { ...owned, softwareInfo: sent.softwareInfo, deviceInfo: sent.deviceInfo },
  };
  expect((await get(`/scans/${scanId}`, { token })).body).toEqual(read);
  const without = await newScan(item);
  for (const path of ["/scans", `/items/${item}/scans`]) {
    const { scans: listed } = z
      .object({ scans: z.array(z.object({ id: z.string(), data: z.looseObject({}) })) })
      .parse((await get(path, { token })).body);
    expect(listed.find(({ id }) => id === scanId)).toEqual(read);
    expect(listed.find(({ id }) => id === without)?.data).not.toHaveProperty("images");
  }
});

test("200: an image is stored as a content of the item's producer, whatever the caller", async () => {
  const { producer, token, scan } = await newScanned();
  const other = await newProducer();
  const replies = [
    await addTo(scan, { name: "shop.png", description: "At the shop" }),
    await addTo(scan, {}, { token: other.token }),
    await addTo(scan, {}, { token: "no token" }),
  ];
  const ids = replies.map((reply) => idOf(urlsOf(reply).image)).toReversed();
  const listed = z.array(z.object({ id: z.string(), data: z.looseObject({}) }));
  const own = listed.parse((await get("/contents", { token })).body);
  expect(own.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(own.find(({ id }) => id === ids[2])).toEqual({
    id: ids[2],
    data: {
      url: `https://assay.test/api/v2/contents/${ids[2]}`,
      path: `contents/${ids[2]}`,
      "content-type": "image/png",
      size: expect.any(Number),
      name: "shop.png",
      description: "At the shop",
      _owner: producer.producerId,
      _created: expect.any(Number),
      _updated: expect.any(Number),
      _scan: scan,
    },
  });
  expect((await get("/contents", { token: other.token })).body).toEqual([]);
  const file = await get(pathOf(urlsOf(replies[2] ?? replies[0] ?? (await addTo(scan))).image));
  expect(file.headers.get("content-type")).toBe("image/png");
  expect(await sizeOf(file.bytes)).toEqual({ format: "png", width: 40, height: 20 });
});

test("400: a fourth image; deleting one permits another", async () => {
  const { producer, token, scan } = await newScanned();
  for (let i = 0; i < 3; i++) expect((await addTo(scan)).status).toBe(200);
  const before = await keptBlobs();
  expect(problem(await addTo(scan))).toMatchObject({ status: 400, code: "too-many-images" });
  expect(await keptBlobs()).toEqual(before);
  const { images } = urlsOf(await get(`/scans/${scan}`, { token }));
  const gone = images[1] ?? "";
  expect((await del(pathOf(gone), { token })).status).toBe(200);
  expect(urlsOf(await get(`/scans/${scan}`, { token })).images).toEqual([images[0], images[2]]);
  const added = urlsOf(await addTo(scan));
  expect(added.images).toEqual([added.image, images[0], images[2]]);
  expect((await addTo(scan)).status).toBe(400);
  for (const url of added.images) await del(pathOf(url), { token });
  expect(envelope(await get(`/scans/${scan}`, { token })).data).not.toHaveProperty("image");
  expect((await producerRow(producer)).scanImageBytes).toBe(0);
});

test("400: of 6 parallel images, exactly 3 are accepted; the others leave nothing behind", async () => {
  const { producer, scan } = await newScanned();
  const before = await keptBlobs();
  const replies = await Promise.all(Array.from({ length: 6 }, () => addTo(scan)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 400, 400, 400]);
  const rows = await contentsOf(scan);
  expect(rows.map(({ scanPlace }) => scanPlace).toSorted()).toEqual([1, 2, 3]);
  expect((await keptBlobs()).toSorted()).toEqual([...before, ...rows.map(({ id }) => id)].toSorted());
  const taken = rows.reduce((sum, { size }) => sum + size, 0);
  expect((await producerRow(producer)).scanImageBytes).toBe(taken);
});

const age = (scan: string, hours: number) =>
  db()
    .update(scans)
    .set({ timestamp: sql`now() - ${hours} * interval '1 hour'` })
    .where(eq(scans.id, scan));

test("400: a scan from 25 hours ago; 200: one from 23 hours ago", async () => {
  const { scan } = await newScanned();
  await age(scan, 25);
  expect(problem(await addTo(scan))).toMatchObject({ status: 400, code: "scan-too-old" });
  expect(await contentsOf(scan)).toEqual([]);
  await age(scan, 23);
  expect((await addTo(scan)).status).toBe(200);
});

test.each([newId(), "x", "..%2Fx"])("404: the scan %j does not exist", async (scan) => {
  expect(problem(await addTo(scan))).toMatchObject({ status: 404, code: "scan-not-found" });
});

test("200: a scan accepts images after its item was deleted or invalidated", async () => {
  const { token, item, scan } = await newScanned();
  await post(`/items/${item}/invalidate`, {}, { token });
  expect((await addTo(scan)).status).toBe(200);
  const other = await newScanned();
  await del(`/items/${other.item}`, { token: other.token });
  expect((await addTo(other.scan)).status).toBe(200);
});

test("200: credentials are ignored, including owner keys and bad tokens", async () => {
  const { producer, scan } = await newScanned();
  for (const [what, token] of (await unacceptedTokens(producer)).slice(0, 2))
    expect((await addTo(scan, {}, { token })).status, what).toBe(200);
  expect((await addTo(scan, {}, { ownerKey: producer.ownerKey })).status).toBe(200);
});

test("400: scan images have their own quota, separate from the producer's contents", async () => {
  const { producer, scan } = await newScanned();
  await setQuota(producer, 1000);
  await newContent(producer, "text/plain", "x".repeat(1000));
  expect((await addTo(scan)).status).toBe(200);
  const { scanImageBytes, contentBytes } = await producerRow(producer);
  const [row] = await contentsOf(scan);
  expect([contentBytes, scanImageBytes]).toEqual([1000, row?.size]);

  const before = await keptBlobs();
  await setQuota(producer, scanImageBytes + 1);
  expect(problem(await addTo(scan))).toMatchObject({ status: 400, code: "quota-exceeded" });
  expect(await contentsOf(scan)).toHaveLength(1);
  expect(await keptBlobs()).toEqual(before);
  await del(`/contents/${row?.id}`, { token: producer.token });
  expect((await producerRow(producer)).scanImageBytes).toBe(0);
  expect((await addTo(scan)).status).toBe(200);
});

test("the item's producer gets contentCreated, and contentDeleted when it deletes the image", async () => {
  const { producer, token, scan } = await newScanned();
  const other = await newProducer();
  await newHook(other);
  await newHook(producer, ["contentCreated", "contentDeleted"]);
  const { image } = urlsOf(await addTo(scan, {}, { token: other.token }));
  await del(pathOf(image), { token });
  const snapshot = { content: { id: idOf(image), scan_id: scan, producer_id: producer.producerId } };
  expect(await eventsOf(producer)).toMatchObject([
    { type: "contentCreated", snapshot },
    { type: "contentDeleted", snapshot },
  ]);
  expect(await eventsOf(other)).toEqual([]);
});

test("403: only the item's producer can delete the image of a scan", async () => {
  const { scan } = await newScanned();
  const other = await newProducer();
  const { image } = urlsOf(await addTo(scan, {}, { token: other.token }));
  expect((await del(pathOf(image), { token: other.token })).status).toBe(403);
  expect((await del(pathOf(image))).status).toBe(403);
});

test("200: 20 parallel calls with one key add one image; 409: a key reused with another image", async () => {
  const { scan } = await newScanned();
  const headers = { "idempotency-key": randomUUID() };
  const replies = await Promise.all(
    Array.from({ length: 20 }, () =>
      addTo(scan, {}, { headers: { ...headers, "content-length": `${PICTURE.length + 11}` } }),
    ),
  );
  expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  expect(replies[0]?.status).toBe(200);
  expect(await contentsOf(scan)).toHaveLength(1);
  const another = { data: (await picture("jpeg")).toString("base64") };
  expect(problem(await addTo(scan, another, { headers }))).toMatchObject({
    status: 409,
    code: "idempotency-key-reused",
  });
});

test("200: a known key is replayed even if the scan is full or too old", async () => {
  const { scan } = await newScanned();
  const headers = { "idempotency-key": randomUUID() };
  const first = await addTo(scan, {}, { headers });
  await addTo(scan);
  await addTo(scan);
  await age(scan, 25);
  expect((await addTo(scan, {}, { headers })).body).toEqual(first.body);
});

test("200: a retry during the first call is replayed, even if that call used up the quota", async () => {
  const { producer, scan } = await newScanned();
  const headers = { "idempotency-key": randomUUID() };
  const cleaned = await cleanedImage(Buffer.from(PICTURE, "base64"));
  await setQuota(producer, cleaned.bytes.byteLength);
  let first: Reply | undefined;
  // The first call runs completely while the second, which found no key, cleans its image.
  vi.mocked(cleanedImage).mockImplementationOnce(async () => {
    first = await addTo(scan, {}, { headers });
    return cleaned;
  });
  const second = await addTo(scan, {}, { headers });
  expect(first?.status).toBe(200);
  expect([second.status, second.body]).toEqual([200, first?.body]);
  expect(await contentsOf(scan)).toHaveLength(1);
});
