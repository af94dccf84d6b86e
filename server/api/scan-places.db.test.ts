import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import type { JsonObject } from "@/db/json";
import { ScanAnswer } from "@/server/domain/scans/schema";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { del, envelope, get, post } from "@/server/testing/api";
import { eventsOf, newContent, newGroup, newHook, newItem, newProducer } from "@/server/testing/factories";
import { picture } from "@/server/testing/pictures";

// Holds decision 0018.

const db = () => runtime().database.db;

const NETHERLANDS = "91.198.174.192";
const HAMBURG = { latitude: 53.55, longitude: 9.99 };

async function scan(identifier: string, fields: JsonObject = {}, options = {}) {
  const reply = await post("/scans", { identifier, ...fields }, options);
  return ScanAnswer.parse(reply.body);
}

const imageUrl = async (identifier: string) => (await scan(identifier)).identifier.data.imageUrl;

/** Creates a picture; returns the URL that a scan should answer with. */
async function newPicture() {
  const producer = await newProducer();
  const id = await newContent(producer, "image/png", await picture());
  return { producer, id, url: `https://assay.test/api/v2/contents/${id}` };
}

test.each([
  ["an id", (id: string) => id],
  ["an id in capitals", (id: string) => id.toUpperCase()],
  ["a path", (id: string) => `contents/${id}`],
  ["a path from the root", (id: string) => `/contents/${id}`],
  ["a path of the interface", (id: string) => `/api/v2/contents/${id}`],
  ["a url", (id: string) => `https://assay.test/api/v2/contents/${id}`],
])("200: an image named by %s is returned as an absolute url", async (_, name) => {
  const { producer, id, url } = await newPicture();
  const item = await newItem(producer, { image: name(id) });
  expect(await imageUrl(item)).toBe(url);
  const headers = { host: "evil.test", "x-forwarded-host": "evil.test" };
  expect((await scan(item, {}, { headers })).identifier.data.imageUrl).toBe(url);
  expect((await get(url.slice("https://assay.test/api/v2".length))).status).toBe(200);
});

test.each(["https://images.test/a b.png?q=1#f", "http://images.test", "HTTPS://images.test/x"])(
  "200: the url %s is answered as it is",
  async (image) => {
    expect(await imageUrl(await newItem(await newProducer(), { image }))).toBe(image);
  },
);

test.each([
  null,
  "",
  "/watch.png",
  "contents/",
  `contents/${newId()}`,
  newId(),
  "ftp://images.test/watch.png",
  "javascript:alert(1)",
  "data:image/png;base64,AAAA",
  "//images.test/watch.png",
])("200: the image %j names no picture and is omitted", async (image) => {
  const answer = await scan(await newItem(await newProducer(), { image }));
  expect(answer.identifier.data).not.toHaveProperty("imageUrl");
});

test("200: an id with small letters and capitals names no picture: nothing would find that the item uses it", async () => {
  const { producer, id } = await newPicture();
  const mixed = id.replace(/[a-f](?=.*[a-f])/, (letter) => letter.toUpperCase());
  expect(await imageUrl(await newItem(producer, { image: mixed }))).toBeUndefined();
});

test("200: the image of a deleted content is omitted", async () => {
  const { producer, id, url } = await newPicture();
  const item = await newItem(producer, { image: `contents/${id}` });
  expect(await imageUrl(item)).toBe(url);
  await del(`/contents/${id}`, { token: producer.token });
  expect(await imageUrl(item)).toBeUndefined();
});

test("200: the image is the group's if it has one, else the item's", async () => {
  const { producer, id, url } = await newPicture();
  const { token } = producer;
  const item = await newItem(producer, { image: id });
  const group = await newGroup(producer);
  await post(`/groups/${group}/items/${item}`, undefined, { token });
  expect(await imageUrl(item)).toBe(url);
  const other = await newContent(producer, "application/pdf", "%PDF-1.4\n");
  await post(`/groups/${group}`, { image: other }, { token });
  expect(await imageUrl(item)).toBe(`https://assay.test/api/v2/contents/${other}`);
  await post(`/groups/${group}`, { image: "gone.png" }, { token });
  expect(await imageUrl(item)).toBeUndefined();
});

const Listed = z.object({ scans: z.array(z.object({ data: z.looseObject({}) })) });

test("200: without a location, a scan's country comes from the caller's address in every view", async () => {
  const producer = await newProducer();
  const { token } = producer;
  await newHook(producer, ["itemScanned"]);
  const item = await newItem(producer);
  const place = { country: "NL", continent: "EU", _geo: "ip" };
  const { scan: made } = await scan(item, {}, { address: NETHERLANDS });
  expect(made.data).toMatchObject(place);
  expect(made.data).not.toHaveProperty("location");
  expect(envelope(await get(`/scans/${made.id}`, { token })).data).toMatchObject(place);
  for (const path of ["/scans", `/items/${item}/scans`])
    expect(Listed.parse((await get(path, { token })).body).scans).toMatchObject([{ data: place }]);
  expect(await eventsOf(producer)).toMatchObject([
    { snapshot: { scan: { country: "NL", continent: "EU" } } },
  ]);
});

test("200: with a location the address is ignored, even at sea", async () => {
  const item = await newItem(await newProducer());
  const at = async (location: JsonObject) =>
    (await scan(item, { location }, { address: NETHERLANDS })).scan.data;
  expect(await at(HAMBURG)).toMatchObject({ country: "DE" });
  expect(await at(HAMBURG)).not.toHaveProperty("_geo");
  const atSea = await at({ latitude: 0, longitude: -140 });
  for (const field of ["country", "continent", "_geo"]) expect(atSea).not.toHaveProperty(field);
});

test.each(["::ffff:91.198.174.192", "::FFFF:91.198.174.192", "2a02:ec80:300:ed1a::1"])(
  "200: the address %s is in the Netherlands, too",
  async (address) => {
    const { data } = (await scan(await newItem(await newProducer()), {}, { address })).scan;
    expect(data).toMatchObject({ country: "NL", continent: "EU", _geo: "ip" });
  },
);

test("200: a place that is almost zero is zero, which the database computes with", async () => {
  const item = await newItem(await newProducer());
  for (const degrees of [5e-324, -5e-324, 1e-200, -0]) {
    const reply = await post("/scans", {
      identifier: item,
      location: { latitude: degrees, longitude: degrees },
    });
    expect(reply.status).toBe(200);
    expect(ScanAnswer.parse(reply.body).scan.data.location).toEqual({ _lat: 0, _long: 0 });
  }
});

test.each([
  "127.0.0.1",
  "::1",
  "10.0.0.1",
  "192.168.1.1",
  "172.16.0.1",
  "169.254.1.1",
  "100.64.0.1",
  "::ffff:10.0.0.1",
  "fd12:3456::1",
  "fe80::1",
  "fe80::1%eth0",
  "0.0.0.0",
  "::",
  "255.255.255.255",
  "no address",
  "",
])("200: the address %j has no country", async (address) => {
  const { data } = (await scan(await newItem(await newProducer()), {}, { address })).scan;
  for (const field of ["country", "continent", "_geo"]) expect(data).not.toHaveProperty(field);
});

/** Lists the tables with the text in any column, as text or within JSON. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await db().execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
        and table_schema = 'public'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await db().execute<{ rows: number }>(
      sql`select count(*)::int as rows from ${sql.identifier(name)} t where strpos(t::text, ${text}) > 0`,
    );
    if (row && row.rows > 0) found.push(name);
  }
  return found.toSorted();
}

test("the caller's address is never stored: not with scans, sightings, events, keys or images", async () => {
  const producer = await newProducer();
  await newHook(producer);
  const item = await newItem(producer);
  const options = { address: NETHERLANDS, headers: { "idempotency-key": newId() } };
  const { scan: made } = await scan(item, {}, options);
  await post(`/scans/${made.id}/image`, { data: (await picture()).toString("base64") }, options);
  const unknown = `unknown-${newId()}`;
  await post("/scans", { identifier: unknown }, { address: NETHERLANDS });
  expect(await tablesWith(item)).toEqual(expect.arrayContaining(["events", "items", "scans"]));
  expect(await tablesWith(unknown)).toEqual(["sightings"]);
  expect(await tablesWith(made.id)).toEqual(expect.arrayContaining(["contents", "scans"]));
  expect(await tablesWith(NETHERLANDS)).toEqual([]);
  expect(await tablesWith("91.198.174")).toEqual([]);
});
