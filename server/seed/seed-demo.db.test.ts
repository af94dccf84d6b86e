import { and, asc, count, eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { assessments } from "@/db/schema/assessments";
import { deliveries } from "@/db/schema/deliveries";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { events } from "@/db/schema/events";
import { history } from "@/db/schema/history";
import { items } from "@/db/schema/items";
import { producers } from "@/db/schema/producers";
import { scans } from "@/db/schema/scans";
import { sightings } from "@/db/schema/sightings";
import { newAssessor, takeTurn } from "@/server/domain/assessments/turn";
import { findBrokenHistories } from "@/server/domain/history/check";
import { runtime } from "@/server/runtime/runtime";
import { envelope, get, post } from "@/server/testing/api";
import { callProcedure, newSignedIn } from "@/server/testing/dashboard";
import { itemRow, keptBlobs, newProducer, newScan, producerRow, systemCtx } from "@/server/testing/factories";
import { type DemoProgress, type SeededDemo, seedDemo } from "./seed-demo";

const SIZE = { items: 50, scans: 2_000, days: 30 };
const db = () => runtime().database.db;

let demo: SeededDemo;
const progress: DemoProgress[] = [];

beforeAll(async () => {
  demo = await seedDemo(systemCtx(), { ...SIZE, seed: 1, onProgress: (one) => progress.push(one) });
});

const ownScans = () => eq(scans.producerId, demo.producerId);

test("progress rises from the pictures to the end", () => {
  const percents = progress.map(({ percent }) => percent);
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  expect(progress.at(-1)).toEqual({
    percent: 100,
    stage: "done",
    words: `created demo producer ${demo.name}`,
  });
  expect(new Set(progress.map(({ stage }) => stage)).size).toBe(5);
});

test("its alert rules have opened alerts, including one for the cluster of fakes", async () => {
  const viewer = await newSignedIn([{ producer: demo, role: "viewer" }]);
  const Alerts = z.object({ entries: z.array(z.object({ ruleName: z.string(), state: z.string() })) });
  const { entries } = Alerts.parse((await callProcedure("alerts.list", {}, viewer)).value);
  expect(entries).toHaveLength(demo.alerts);
  expect(entries).toContainEqual({ ruleName: "Many fakes", state: "open" });
});

test("counters match the rows that they count", async () => {
  const counted = await db()
    .select({
      identifier: items.identifier,
      scans: items.scans,
      fakes: items.fakes,
      rows: count(scans.id),
      fakeRows: sql<number>`count(*) filter (where ${scans.copyclassification} = 'fake')::int`,
    })
    .from(items)
    .leftJoin(scans, eq(scans.itemId, items.id))
    .where(eq(items.producerId, demo.producerId))
    .groupBy(items.id);
  expect(counted).toHaveLength(SIZE.items);
  for (const one of counted) expect([one.scans, one.fakes]).toEqual([one.rows, one.fakeRows]);
  expect(counted.reduce((sum, one) => sum + one.scans, 0)).toBe(SIZE.scans);
  expect(counted.reduce((sum, one) => sum + one.fakes, 0)).toBe(demo.fakes);
});

test("histories are intact, and their last entry is the item's last change", async () => {
  expect(await findBrokenHistories(db())).toEqual([]);
  const rows = await db()
    .select({ updatedAt: items.updatedAt, last: sql<string>`max(${history.timestamp})` })
    .from(items)
    .innerJoin(history, eq(history.itemId, items.id))
    .where(eq(items.producerId, demo.producerId))
    .groupBy(items.id);
  for (const { updatedAt, last } of rows) expect(new Date(last)).toEqual(updatedAt);
});

test("fakes are clustered: in one country and on few codes", async () => {
  const isFake = and(ownScans(), eq(scans.copyclassification, "fake"));
  const [top] = await db()
    .select({ country: scans.country, fakes: count() })
    .from(scans)
    .where(isFake)
    .groupBy(scans.country)
    .orderBy(sql`count(*) desc`)
    .limit(1);
  expect((top?.fakes ?? 0) / demo.fakes).toBeGreaterThan(0.5);
  const codes = await db().selectDistinct({ identifier: scans.identifier }).from(scans).where(isFake);
  expect(codes.length).toBeLessThan(SIZE.items / 2);
});

test("no scan is in the future, and ids contain the time of their scan", async () => {
  const rows = await db().select({ id: scans.id, timestamp: scans.timestamp }).from(scans).where(ownScans());
  for (const { id, timestamp } of rows) {
    expect(timestamp.getTime()).toBeLessThanOrEqual(Date.now());
    expect(Number.parseInt(id.replace("-", "").slice(0, 12), 16)).toBe(timestamp.getTime());
  }
  const [later] = await db()
    .select({ count: count() })
    .from(sightings)
    .where(sql`${sightings.timestamp} > now()`);
  expect(later?.count).toBe(0);
  expect((await producerRow(demo)).createdAt.getTime()).toBeLessThan(Date.now() - SIZE.days * 86_400_000);
});

test("the assessment finds the copied codes suspicious, and few others", async () => {
  const assessor = newAssessor();
  while ((await takeTurn(db(), assessor)).hasMore);
  const rows = await db()
    .select({
      isCopied: sql<boolean>`${items.fakes} * 10 > ${items.scans}`,
      share: sql<number>`(count(${assessments.scanId})::float8 / count(*))`,
    })
    .from(scans)
    .innerJoin(items, eq(items.id, scans.itemId))
    .leftJoin(assessments, eq(assessments.scanId, scans.id))
    .where(ownScans())
    .groupBy(sql`1`);
  const shareOf = (copied: boolean) => rows.find(({ isCopied }) => isCopied === copied)?.share ?? 0;
  expect(shareOf(true)).toBeGreaterThan(0.3);
  // The share is between 0.004 and 0.1, depending on the hour of seeding.
  expect(shareOf(false)).toBeLessThan(0.15);
});

test("no webhook is sent; the hook's deliveries are complete", async () => {
  expect(await db().select().from(deliveryQueue)).toEqual([]);
  const scanned = eq(events.type, "itemScanned");
  expect(await db().select().from(events).where(scanned)).toEqual([]);
  const delivered = await db().select().from(deliveries);
  const list = z.object({ hooks: z.array(z.object({ data: z.object({ executed: z.number() }) })) });
  const { hooks } = list.parse((await get("/producers/hooks", { token: demo.token })).body);
  expect(hooks.map(({ data }) => data.executed)).toEqual([delivered.length]);
});

test("200: everything can be read through the API", async () => {
  const { token } = demo;
  const last = await get("/scans?limit=1000", { token });
  const Listed = z.object({
    scans: z.array(z.object({ id: z.string(), data: z.record(z.string(), z.unknown()) })),
  });
  const listed = Listed.parse(last.body).scans;
  expect(listed.length).toBeGreaterThanOrEqual(1_000);

  const [sample] = await db()
    .select()
    .from(items)
    .where(eq(items.producerId, demo.producerId))
    .orderBy(asc(items.id));
  const identifier = sample?.identifier ?? "";
  const item = envelope(await get(`/items/${identifier}`, { token }));
  expect(item.data).toMatchObject({ identifier, _producer: demo.producerId, _scans: sample?.scans });
  expect((await get(`/items/${identifier}/thumbnail/120`)).status).toBe(200);
  expect((await get(`/items/${identifier}/history`, { token })).status).toBe(200);
  const group = sample?.groupId ?? "";
  expect(envelope(await get(`/groups/${group}`, { token })).data).toMatchObject({ _owner: demo.producerId });
  expect((await get(`/groups/${group}/items`, { token })).status).toBe(200);
  expect((await get("/contents", { token })).status).toBe(200);
  const photographed = listed.filter(({ data }) => data.image !== undefined);
  expect(photographed.length).toBeGreaterThan(0);
  for (const { id } of photographed) expect((await get(`/scans/${id}`, { token })).status).toBe(200);
});

test("200: German scanners get German texts", async () => {
  const [sample] = await db()
    .select()
    .from(items)
    .where(sql`${items.producerId} = ${demo.producerId} and ${items.groupId} is not null`);
  const reply = await post(
    "/scans",
    { identifier: sample?.identifier ?? "" },
    { headers: { "an-api-client-locale": "de-AT" } },
  );
  expect(reply.headers.get("content-language")).toBe("de");
  expect(JSON.stringify(reply.body)).toContain("Seriennummer");
});

/** Lists the columns of a row with their types. */
const shapeOf = (row: object | undefined) =>
  Object.entries(row ?? {}).map(([name, value]) => [name, value === null ? "null" : typeof value]);

test("rows have the shape that the service itself writes", async () => {
  const [item] = await db()
    .select()
    .from(items)
    .where(
      sql`${items.producerId} = ${demo.producerId} and ${items.groupId} is not null and ${items.invalidatedAt} is null and ${items.historyLength} = 2`,
    );
  const [scan] = await db()
    .select()
    .from(scans)
    .where(
      sql`${scans.itemId} = ${item?.id} and ${scans.latitude} is not null and ${scans.device} is not null and ${scans.creator} is null`,
    );
  if (!item || !scan) throw new Error("There is nothing to compare.");
  const other = await newProducer();
  const { token } = other;
  const { data, title, verificationinfos } = item;
  const group = envelope(await post("/groups", {}, { token })).id;
  const described = {
    identifier: "by-hand",
    title,
    data,
    verificationinfos: verificationinfos.map((one) => ({ ...one })),
  };
  await post("/items", described, { token });
  await post(`/groups/${group}/items/by-hand`, {}, { token });
  const { latitude, longitude, softwareInfo, deviceInfo } = scan;
  const id = await newScan("by-hand", {
    location: { latitude, longitude },
    data: scan.data,
    copyclassification: scan.copyclassification,
    softwareInfo,
    deviceInfo,
  });
  const [scanned] = await db().select().from(scans).where(eq(scans.id, id));
  const facts = ({ country, continent, os, device, softwareversion, data }: typeof scan) => ({
    country,
    continent,
    os,
    device,
    softwareversion,
    data,
  });
  expect(scanned && facts(scanned)).toEqual(facts(scan));
  expect(shapeOf(scanned)).toEqual(shapeOf(scan));
  const registered = await itemRow("by-hand");
  expect(shapeOf(registered)).toEqual(shapeOf(item));
  const entries = (itemId: number) =>
    db().select().from(history).where(eq(history.itemId, itemId)).orderBy(asc(history.position));
  const [mine, theirs] = [await entries(item.id), await entries(registered.id)];
  expect(mine.map(({ action }) => action)).toEqual(theirs.map(({ action }) => action));
  expect(mine.map((one) => [shapeOf(one), one.actorType, one.actorName])).toEqual(
    theirs.map((one) => [shapeOf(one), one.actorType, one.actorName]),
  );
  const paths = ({ changes }: { changes: { path: string }[] }) => changes.map(({ path }) => path).sort();
  expect(mine.map(paths)).toEqual(theirs.map(paths));
});

test("a second demo has another brand; a used seed is refused", { timeout: 60_000 }, async () => {
  const second = await seedDemo(systemCtx(), { items: 5, scans: 50, days: 3 });
  expect(second.seed).toBe(2);
  expect(second.name).not.toBe(demo.name);
  const again = seedDemo(systemCtx(), { items: 5, scans: 50, days: 3, seed: 1 });
  await expect(again).rejects.toThrow(/has already been created/);
});

test("a stopped seeding leaves no rows and no bytes", { timeout: 60_000 }, async () => {
  const before = await db().select({ id: producers.id }).from(producers);
  const stopped = seedDemo(systemCtx(), {
    ...SIZE,
    onProgress: ({ stage, percent }) => {
      if (stage === "scans" && percent > 40) throw new Error("stopped");
    },
  });
  await expect(stopped).rejects.toThrow("stopped");
  expect(await db().select({ id: producers.id }).from(producers)).toEqual(before);
  const rows = await db().execute(sql`select id from contents`);
  expect((await keptBlobs()).length).toBe(rows.length);
});
