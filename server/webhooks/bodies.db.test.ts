import sharp from "sharp";
import { Webhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import type { JsonObject } from "@/db/json";
import type { NewProducer } from "@/server/domain/producers/create";
import { SPECIFIED_EVENTS, type SpecifiedEvent } from "@/server/events/catalogue";
import { VERSION } from "@/server/platform/build-info";
import { newId } from "@/server/platform/ids";
import { call, del, envelope, get, post } from "@/server/testing/api";
import {
  bodyOfCall,
  deliverNothingElse,
  openDelivering,
  registerHook,
  signatureOf,
} from "@/server/testing/delivering";
import { itemRow, newGroup, newItem, newProducer, newScan } from "@/server/testing/factories";

const DESCRIPTION = {
  title: "Watch",
  image: "/watch.png",
  data: { color: "red", weight: 1.5, parts: [1, null, { ü: "☃" }] },
  verificationinfos: [{ key: "k", label: "l", value: ["a", "b"], visible: "verified", pos: -1 }],
};
const SERIES = { ...DESCRIPTION, title: "Series", data: { season: "autumn" } };

beforeEach(async () => {
  await deliverNothingElse();
});

const FILE = { "content-type": "text/plain", name: "a.txt", description: "A file" };

const Listed = z.object({ id: z.string(), data: z.object({ _created: z.number() }) });

async function newFile({ producerId, token }: NewProducer) {
  await post("/contents", { ...FILE, data: btoa("bytes") }, { token });
  const [newest] = z.array(Listed).parse((await get("/contents", { token })).body);
  const { id = "", data } = newest ?? {};
  const _created = data?._created;
  const own = { _owner: producerId, _created, _updated: _created };
  const where = { url: `https://assay.test/api/v2/contents/${id}`, path: `contents/${id}` };
  return { id, data: { ...FILE, ...where, size: 5, ...own } };
}

/** Creates a producer with a file, an item without a group, and a group with another item. */
async function newWorld() {
  const producer = await newProducer("Hanse Watches");
  const { token } = producer;
  const [item, member] = [await newItem(producer, DESCRIPTION), await newItem(producer, DESCRIPTION)];
  const group = await newGroup(producer, SERIES);
  await post(`/groups/${group}/items/${member}`, undefined, { token });
  return { producer, token, item, member, group, file: await newFile(producer) };
}

type World = Awaited<ReturnType<typeof newWorld>>;

/** The item as its producer sees it, without its group; `fields` are the changes of an event. */
async function itemNow({ producer }: World, identifier: string, fields: JsonObject = {}) {
  const { createdAt, updatedAt } = await itemRow(identifier);
  const times = { _created: createdAt.getTime(), _updated: updatedAt.getTime() };
  const counted = { _producer: producer.producerId, _scans: 0, _fakes: 0 };
  return { id: identifier, data: { identifier, ...DESCRIPTION, ...times, ...counted, ...fields } };
}

async function groupNow({ producer, group, token }: World, fields: JsonObject = {}) {
  const { _created, _updated } = envelope(await get(`/groups/${group}`, { token })).data;
  return { id: group, data: { ...SERIES, _created, _updated, _owner: producer.producerId, ...fields } };
}

/** The change that causes each event, and the entities of its body. */
const ACTS: Record<SpecifiedEvent, (world: World) => Promise<object>> = {
  contentCreated: async ({ producer }) => ({ content: await newFile(producer) }),
  contentDeleted: async ({ token, file }) => {
    await del(`/contents/${file.id}`, { token });
    return { content: file };
  },
  groupCreated: async (world) => {
    const group = await newGroup(world.producer, SERIES);
    return { group: await groupNow({ ...world, group }) };
  },
  groupModified: async (world) => {
    await post(`/groups/${world.group}`, { title: "New" }, { token: world.token });
    return { group: await groupNow(world, { title: "New" }) };
  },
  groupDeleted: async (world) => {
    const group = await groupNow(world);
    await del(`/groups/${world.group}`, { token: world.token });
    return { group };
  },
  itemCreated: async (world) => {
    const identifier = await newItem(world.producer, DESCRIPTION);
    return { identifier: await itemNow(world, identifier), group: {} };
  },
  itemModified: async (world) => {
    await post(`/items/${world.item}`, { title: "New", image: null }, { token: world.token });
    const { data, ...identifier } = await itemNow(world, world.item, { title: "New" });
    const { image: _, ...shown } = data;
    return { identifier: { ...identifier, data: shown }, group: {} };
  },
  itemInvalidated: async (world) => {
    await post(`/items/${world.item}/invalidate`, {}, { token: world.token });
    return { identifier: await itemNow(world, world.item, { invalidated: true }), group: {} };
  },
  itemDeleted: async (world) => {
    const identifier = await itemNow(world, world.item);
    await del(`/items/${world.item}`, { token: world.token });
    return { identifier, group: {} };
  },
  itemAddedToGroup: async (world) => {
    await post(`/groups/${world.group}/items/${world.item}`, undefined, { token: world.token });
    const identifier = await itemNow(world, world.item, { _group: world.group });
    return { identifier, group: await groupNow(world) };
  },
  itemDeletedFromGroup: async (world) => {
    await del(`/groups/${world.group}/items/${world.member}`, { token: world.token });
    return { identifier: await itemNow(world, world.member), group: await groupNow(world) };
  },
  itemScanned: async (world) => {
    const sent = { copyclassification: "fake", data: { hint: [1, null] } };
    const infos = {
      softwareInfo: { app: "scanner", versionApp: "3.1" },
      deviceInfo: { os: "ios", environment: { identifierForVendor: "ABC-1" } },
    };
    const location = { latitude: 53.55, longitude: 9.99 };
    const id = await newScan(world.member, { ...sent, location, ...infos });
    const { timestamp, device } = envelope(await get(`/scans/${id}`, { token: world.token })).data;
    const derived = { country: "DE", continent: "EU", os: "ios", device, softwareversion: "3.1" };
    const made = { timestamp, creator: "unknown", _owner: world.producer.producerId };
    const stored = { identifier: world.member, location: { _lat: 53.55, _long: 9.99 } };
    return {
      scan: { id, data: { ...sent, ...stored, ...infos, ...derived, ...made } },
      item: await itemNow(world, world.member, { _group: world.group, _scans: 1, _fakes: 1 }),
    };
  },
};

test.each([...SPECIFIED_EVENTS])(
  "%s: the body matches the specification, and its signature verifies",
  async (type) => {
    const world = await newWorld();
    const { receiver, drain } = await openDelivering();
    const url = `${receiver.url}/a%20b/?x=1&y=a%2Fb&z`;
    const { secret, ...hook } = await registerHook(world.producer, url, { data: { own: [1] } });
    const entities = await ACTS[type](world);
    await drain();

    expect(receiver.calls).toHaveLength(1);
    const [called] = receiver.calls;
    if (!called) throw new Error("no call");
    expect(bodyOfCall(called)).toEqual({
      event: { type },
      producer: { id: world.producer.producerId, data: { name: "Hanse Watches" } },
      hook: {
        id: hook.id,
        data: {
          events: "*",
          url,
          data: { own: [1] },
          type: "httprequest",
          executed: 0,
          _created: hook.data._created,
          _updated: hook.data._created,
        },
      },
      ...entities,
    });
    expect(called.body).not.toContain("secret");

    expect(called).toMatchObject({ method: "POST", url: "/hook/a%20b/?x=1&y=a%2Fb&z" });
    expect(called.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": `Assay/${VERSION}`,
      "content-length": String(Buffer.byteLength(called.body)),
    });
    const headers = signatureOf(called);
    for (const library of [Webhook, SvixWebhook]) {
      expect(new library(secret).verify(called.body, headers)).toEqual(bodyOfCall(called));
      expect(() => new library(secret).verify(called.body.replace("{", "{ "), headers)).toThrow();
      expect(() => new library(`whsec_${btoa("another secret")}`).verify(called.body, headers)).toThrow();
      const moved = { ...headers, "webhook-id": newId() };
      expect(() => new library(secret).verify(called.body, moved)).toThrow();
    }
  },
);

test("contentCreated: an image added to a scan is a file of the item's producer", async () => {
  const world = await newWorld();
  const { receiver, drain } = await openDelivering();
  const scan = await newScan(world.item);
  await registerHook(world.producer, receiver.url);
  const image = await sharp({ create: { width: 4, height: 3, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const reply = await call("POST", `/scans/${scan}/image`, {
    rawBody: new Uint8Array(image),
    headers: { "content-type": "image/png" },
  });
  expect(reply.status).toBe(200);
  await drain();
  const { image: url } = envelope(reply).data;
  const content = { url, "content-type": "image/png", _scan: scan, _owner: world.producer.producerId };
  expect(receiver.calls.map(bodyOfCall)).toEqual([
    expect.objectContaining({
      event: { type: "contentCreated" },
      content: { id: expect.any(String), data: expect.objectContaining(content) },
    }),
  ]);
});

test("events of an item in a group contain item and group unmerged", async () => {
  const world = await newWorld();
  const { token, member } = world;
  const { receiver, drain } = await openDelivering();
  await registerHook(world.producer, receiver.url);
  await post(`/items/${member}`, { title: "New" }, { token });
  await drain();
  await post(`/items/${member}/invalidate`, {}, { token });
  await drain();
  const other = await newItem(world.producer);
  await post(`/groups/${world.group}/items/${other}`, undefined, { token });
  await del(`/items/${other}`, { token });
  await drain();
  const seen = receiver.calls.map(bodyOfCall);
  const group = await groupNow(world);
  const identifier = { data: { _group: world.group, title: "New" } };
  expect(seen.slice(0, 2)).toMatchObject([
    { event: { type: "itemModified" }, identifier, group },
    { event: { type: "itemInvalidated" }, identifier: { data: { invalidated: true, title: "New" } }, group },
  ]);
  expect(seen.find(({ event }) => event.type === "itemDeleted")).toMatchObject({
    identifier: { id: other, data: { _group: world.group } },
    group,
  });
});
