import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import type { JsonObject } from "@/db/json";
import { auditEvents } from "@/db/schema/audit-events";
import { contents } from "@/db/schema/contents";
import { erasures } from "@/db/schema/erasures";
import { events } from "@/db/schema/events";
import { producers } from "@/db/schema/producers";
import { reports } from "@/db/schema/reports";
import { type Scan, scans } from "@/db/schema/scans";
import { setAside } from "@/db/schema/set-aside";
import { sightings } from "@/db/schema/sightings";
import { DAY_MS } from "@/server/core/time";
import { only } from "@/server/data/only";
import { deleteContent } from "@/server/domain/contents/delete";
import type { NewProducer } from "@/server/domain/producers/create";
import { createReport } from "@/server/domain/reports/report";
import { NewReport } from "@/server/domain/reports/schema";
import { countScans } from "@/server/domain/stats/count-scans";
import { blobs } from "@/server/platform/blobs";
import { derivatives } from "@/server/platform/derivatives";
import { env } from "@/server/platform/env";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { envelope, get, post, problem } from "@/server/testing/api";
import { callProcedure, newSignedIn, producerQuery } from "@/server/testing/dashboard";
import {
  bodyOfCall,
  deliverNothingElse,
  makeDue,
  openDelivering,
  registerHook,
} from "@/server/testing/delivering";
import {
  ctxOf,
  itemRow,
  newItem,
  newProducer,
  newScan,
  producerRow,
  systemCtx,
} from "@/server/testing/factories";
import { picture } from "@/server/testing/pictures";
import { hashesOfRows } from "@/server/testing/rows";
import { tablesWith } from "@/server/testing/tables-with";
import { exportPersonalData } from "@/server/web/dashboard/personal-data";
import { openQueueing } from "@/server/webhooks/queue-events";
import { carryOutErasures } from "./erase";
import { retellScans } from "./redact";
import { requestErasure } from "./request";
import { keepRetention } from "./retention";
import { forgetStalePictures } from "./stale-pictures";

// Holds decision 0030.

const HAMBURG = { latitude: 53.5511123, longitude: 9.9936789 };

/** A canary: a unique word, short enough to be counted as an os. */
const newMark = () => `mark${randomUUID().replaceAll("-", "").slice(0, 20)}`;

const db = () => runtime().database.db;
const scanRow = async (id: string): Promise<Scan> =>
  only(await db().select().from(scans).where(eq(scans.id, id)));

/** Fields of a scan, each with the canary in it. */
const fieldsWith = (mark: string): JsonObject => ({
  copyclassification: "fake",
  location: HAMBURG,
  data: { note: `seen by ${mark}` },
  softwareInfo: { versionApp: `v-${mark}`, app: mark },
  deviceInfo: { os: `os-${mark}`, environment: { androidId: `id-${mark}`, model: mark } },
});

/** Moves scans and their events a number of days into the past. */
async function age(ids: string[], days: number) {
  const back = sql`make_interval(days => ${days})`;
  const own = await db().select().from(scans).where(inArray(scans.id, ids));
  await db()
    .update(events)
    .set({ createdAt: sql`created_at - ${back}` })
    .where(
      inArray(
        events.createdAt,
        own.map(({ timestamp }) => timestamp),
      ),
    );
  await db()
    .update(scans)
    .set({ timestamp: sql`timestamp - ${back}` })
    .where(inArray(scans.id, ids));
}

/** Inserts many scans of a device, as an import would. */
async function manyScans(producer: NewProducer, device: string, count: number, fields: Partial<Scan> = {}) {
  const identifier = await newItem(producer);
  const item = await itemRow(identifier);
  const rows = Array.from({ length: count }, (_, n) => ({
    id: newId(),
    itemId: item.id,
    producerId: producer.producerId,
    identifier,
    device,
    data: { n },
    os: "ios",
    timestamp: new Date(Date.now() - n * 1_000),
    copyclassification: "fake" as const,
    latitude: 50 + n / 1_000,
    longitude: 10,
    country: "DE",
    continent: "EU",
    ...fields,
  }));
  await db().insert(scans).values(rows);
  return rows.map(({ id }) => id);
}

/** The service's files whose names or bytes contain one of the texts. */
async function filesWith(texts: string[]): Promise<string[]> {
  const entries = await readdir(env.DATA_DIR, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const found = [];
  for (const file of files) {
    const bytes = await readFile(file);
    if (texts.some((text) => file.includes(text) || bytes.includes(text))) found.push(file);
  }
  return found;
}

const Requested = z.object({ id: z.string(), isDone: z.boolean() });

/** The roll-ups of scans, summed up. */
async function counts() {
  const verdicts = sql.raw(
    ["original", "fake", "unknown", "error"].map((name) => `sum(${name})::text as ${name}`).join(),
  );
  const isSome = sql`having (sum(original), sum(fake), sum(unknown), sum(error)) <> (0, 0, 0, 0)`;
  const rows = (of: SQL) => db().execute(of);
  return {
    cells:
      await rows(sql`select producer_id, level, day::text, x, y, ${verdicts}, sum(latitude_sum)::text as latitude,
      sum(longitude_sum)::text as longitude from scan_cells group by 1, 2, 3, 4, 5 ${isSome} order by 1, 2, 3, 4, 5`),
    days: await rows(
      sql`select producer_id, facet, day::text, value, ${verdicts} from scan_days group by 1, 2, 3, 4 ${isSome} order by 1, 2, 3, 4`,
    ),
    hours: await rows(
      sql`select producer_id, facet, hour::text, value, ${verdicts} from scan_hours group by 1, 2, 3, 4 ${isSome} order by 1, 2, 3, 4`,
    ),
  };
}

/** Runs the counting that the service runs every second. */
const count = () => countScans(runtime().database);

/** Expects that roll-ups equal a recount of all scans. */
async function expectExactCounts() {
  const kept = await counts();
  await db().execute(sql`select recount_scans('2000-01-01', '2100-01-01')`);
  expect(kept).toEqual(await counts());
}

async function ownerOf(producer: NewProducer) {
  const { cookie } = await newSignedIn([{ producer, role: "owner" }]);
  return {
    cookie,
    call: async (procedure: string, input?: unknown) => {
      const reply = await callProcedure(procedure, input, { cookie });
      expect(reply.failure).toBeUndefined();
      return reply.value;
    },
  };
}

beforeEach(deliverNothingElse);

describe("erasing", () => {
  /** Creates everything that a scan can leave behind, with the canary in each part. */
  async function leaveTraces(producer: NewProducer, mark: string) {
    const { token } = producer;
    const receiver = await openDelivering(({ body }) => ({ status: 500, body }));
    await registerHook(producer, receiver.receiver.url);
    const item = await newItem(producer);
    const headers = { "idempotency-key": mark.slice(-8).padStart(16, "0") };
    const body = { identifier: item, ...fieldsWith(mark) };
    const scan = await newScan(item, fieldsWith(mark), { headers });
    const data = (await picture("png")).toString("base64");
    const report = {
      kind: "shop" as const,
      text: `Seen at ${mark}`,
      place: `Market of ${mark}`,
      sellerUrl: `https://${mark}.example/offer`,
      email: `${mark}@people.test`,
    };
    await createReport(systemCtx(), { identifier: item, scanId: scan }, report);
    const image = { "content-type": "image/png", data, name: `${mark}.png`, description: `of ${mark}` };
    const addImage = (key: string) =>
      post(`/scans/${scan}/image`, image, { headers: { "idempotency-key": key } });
    await addImage("the-first-image-of-it");
    await addImage("the-second-image-of-it");
    const files = await db().select().from(contents).where(eq(contents.scanId, scan));
    const [kept, gone] = files.map(({ id }) => id);
    if (!kept || !gone) throw new Error("There are no images.");
    await deleteContent(ctxOf(producer), gone);
    await derivatives().take(`${scan}-map-of-it`, async () => Buffer.from("a map"));
    expect((await get(`/contents/${kept}/10`)).status).toBe(200);
    expect((await post("/scans", { ...body, identifier: `none-${randomUUID()}` }, { token })).status).toBe(
      404,
    );
    await receiver.drain();
    return { receiver, item, scan, kept, gone, repeat: () => post("/scans", body, { headers }) };
  }

  test("an erased device leaves no trace in tables or files, and counters stay exact", async () => {
    const producer = await newProducer();
    const mark = newMark();
    const { receiver, item, scan, kept, gone, repeat } = await leaveTraces(producer, mark);
    const before = await itemRow(item);
    const { device, timestamp } = await scanRow(scan);
    const micro = String(Math.round(HAMBURG.latitude * 1_000_000));
    await count();
    const traces = [mark, String(HAMBURG.latitude), micro, String(device)];
    // A control: the search finds the canary before the erasure.
    expect(await tablesWith(mark)).toEqual(
      expect.arrayContaining([
        "contents",
        "rollup_days",
        "rollup_hours",
        "deliveries",
        "events",
        "scans",
        "sightings",
        "reports",
        "attempts",
      ]),
    );
    expect(await tablesWith(micro)).toEqual(["rollup_cells", "rollup_month_cells"]);
    expect((await filesWith([scan, kept])).length).toBeGreaterThanOrEqual(3);

    const { call } = await ownerOf(producer);
    const subject = await call("privacy.device", { identifier: `id-${mark}` });
    expect(subject).toEqual({ device });
    const preview = await call("privacy.concerned", subject);
    expect(preview).toMatchObject({ scans: 1, images: 1, sightings: 1, hasMore: false });
    const { id } = Requested.parse(await call("privacy.erase", subject));
    await count();
    expect(await call("privacy.erasures", {})).toMatchObject({
      entries: [{ id, kind: "device", scans: 1, images: 1, sightings: 1, doneAt: expect.any(Date) }],
    });

    for (const trace of traces) expect(await tablesWith(trace), trace).toEqual([]);
    expect(await filesWith([...traces, scan, kept, gone])).toEqual([]);
    expect(await scanRow(scan)).toMatchObject({
      copyclassification: "fake",
      country: "DE",
      continent: "EU",
      timestamp,
      erasedAt: expect.any(Date),
    });
    expect(await itemRow(item)).toMatchObject({ scans: before.scans, fakes: before.fakes });
    expect((await producerRow(producer)).scanImageBytes).toBe(0);
    // A scanner's retry receives the same scan without the erased data.
    const again = await repeat();
    expect(again.status).toBe(200);
    expect(again.bytes.includes(mark)).toBe(false);
    expect(again.bytes.includes(scan)).toBe(true);
    // Pending deliveries go out without the erased data, and the receiver's answers are not stored.
    await makeDue();
    const calls = receiver.receiver.calls.length;
    await receiver.drain();
    const since = receiver.receiver.calls.slice(calls);
    expect(since.map((one) => bodyOfCall(one).event.type)).toContain("itemScanned");
    expect(since.filter(({ body }) => body.includes(mark))).toEqual([]);
    for (const trace of traces) expect(await tablesWith(trace), trace).toEqual([]);
    await expectExactCounts();
  });

  test("a delivery created after the erasure of its scan contains no erased data", async () => {
    const producer = await newProducer();
    const mark = newMark();
    const { receiver, drain } = await openDelivering();
    await registerHook(producer, receiver.url, { events: "itemScanned" });
    const scan = await newScan(await newItem(producer), fieldsWith(mark));
    expect(await tablesWith(mark)).toContain("events");
    await requestErasure(ctxOf(producer), { scan });
    await count();
    expect(await tablesWith(mark)).toEqual([]);
    await drain();
    expect(receiver.calls.map(({ body }) => [body.includes(scan), body.includes(mark)])).toEqual([
      [true, false],
    ]);
  });

  test("no delivery is created from an event while its scan is being erased", async () => {
    const producer = await newProducer();
    const mark = newMark();
    await registerHook(producer, "https://receiver.test/", { events: "itemScanned" });
    const scan = await newScan(await newItem(producer), fieldsWith(mark));
    const queueEvents = openQueueing(db().$client);
    await db().transaction(async (tx) => {
      await retellScans({ db: tx }, [scan]);
      expect(await queueEvents(100)).toBe(0);
    });
    expect(await queueEvents(100)).toBe(1);
  });

  test("an attempt in flight during an erasure stores neither body nor answer", async () => {
    const producer = await newProducer();
    const mark = newMark();
    const item = await newItem(producer);
    let scan = "";
    const { receiver, drain } = await openDelivering(async ({ body }) => {
      await requestErasure(ctxOf(producer), { scan });
      return { status: 500, body };
    });
    await registerHook(producer, receiver.url, { events: "itemScanned" });
    scan = await newScan(item, fieldsWith(mark));
    await drain();
    expect(receiver.calls).toHaveLength(1);
    await count();
    expect(await tablesWith(mark)).toEqual([]);
  });

  test("an erased scan accepts no images and has no map", async () => {
    const producer = await newProducer();
    const scan = await newScan(await newItem(producer), fieldsWith("x"));
    await requestErasure(ctxOf(producer), { scan });
    const data = (await picture("png")).toString("base64");
    const refused = await post(`/scans/${scan}/image`, { data });
    expect([refused.status, problem(refused).code]).toEqual([400, "scan-erased"]);
    expect((await get(`/scans/${scan}/map`, { token: producer.token })).status).toBe(404);
    const shown = envelope(await get(`/scans/${scan}`, { token: producer.token }));
    expect(shown.data).toMatchObject({ country: "DE", _erased: expect.any(Number), data: {} });
    expect(shown.data).not.toHaveProperty("_geo");
  });

  test("many scans are erased exactly once each, despite a stop, a crash and two concurrent processes", async () => {
    const [producer, other] = [await newProducer(), await newProducer()];
    const device = randomUUID().replaceAll("-", "");
    const ids = await manyScans(producer, device, 1_000);
    const foreign = await manyScans(other, device, 10);
    const { id } = await requestErasure(ctxOf(producer), { device });
    const counted = async () => only(await db().select().from(erasures).where(eq(erasures.id, id)));
    expect(await counted()).toMatchObject({ scans: 200, doneAt: null, device });

    // A crash during a step rolls it back.
    const removing = vi.spyOn(blobs(), "remove");
    onTestFinished(() => removing.mockRestore());
    const broken = new Proxy(db(), {
      get: (target, name) =>
        name === "transaction"
          ? (work: (tx: unknown) => Promise<unknown>) =>
              target.transaction(async (tx) => {
                await work(tx);
                throw new Error("The power is gone.");
              })
          : Reflect.get(target, name),
    });
    await carryOutErasures({ ...systemCtx(), db: broken });
    expect(await counted()).toMatchObject({ scans: 200 });
    const retryAt = new Date(0);
    expect(await db().update(setAside).set({ retryAt }).returning()).toMatchObject([
      { loop: "erasing", key: id, reason: "The power is gone." },
    ]);

    const ending = new AbortController();
    const stopped = carryOutErasures(runtime().database, ending.signal);
    ending.abort();
    expect(await stopped).toBeLessThanOrEqual(1);
    const steps = await Promise.all([
      carryOutErasures(runtime().database),
      carryOutErasures(runtime().database),
    ]);
    expect(steps[0] + steps[1]).toBeGreaterThanOrEqual(4);
    expect(await counted()).toMatchObject({ scans: 1_000, doneAt: expect.any(Date), device: null });
    expect(await db().$count(scans, sql`${inArray(scans.id, ids)} and erased_at is not null`)).toBe(1_000);
    // Another producer's scans of the same device stay unchanged.
    expect(await db().$count(scans, sql`${inArray(scans.id, foreign)} and device = ${device}`)).toBe(10);
    await expectExactCounts();
  });

  test("an admin can erase a device for every producer", async () => {
    const device = randomUUID().replaceAll("-", "");
    for (const producer of [await newProducer(), await newProducer()]) await manyScans(producer, device, 3);
    const { cookie } = await newSignedIn([], { isAdmin: true });
    const call = (procedure: string, input: unknown) => callProcedure(procedure, input, { cookie });
    expect((await call("privacy.concernedEverywhere", { device })).value).toMatchObject({ scans: 6 });
    const { id } = Requested.parse((await call("privacy.eraseEverywhere", { device })).value);
    expect((await call("privacy.erasuresEverywhere", {})).value).toMatchObject({
      entries: expect.arrayContaining([
        expect.objectContaining({ id, scans: 6, hint: `${device.slice(0, 8)}…` }),
      ]),
    });
    expect(await tablesWith(device)).toEqual([]);
  });

  test("404: an unknown subject or another producer's cannot be erased, and nothing changes", async () => {
    const [producer, other] = [await newProducer(), await newProducer()];
    const device = randomUUID().replaceAll("-", "");
    const [scan = ""] = await manyScans(other, device, 1);
    const { cookie } = await ownerOf(producer);
    const before = await hashesOfRows();
    for (const subject of [{ scan }, { device }, { scan: newId() }]) {
      const reply = await callProcedure("privacy.erase", subject, { cookie });
      expect([reply.status, reply.failure?.appCode]).toEqual([404, "nothing-to-erase"]);
    }
    expect(await hashesOfRows()).toEqual(before);
  });
});

describe("retention", () => {
  const setDays = (producer: NewProducer, days: Partial<typeof producers.$inferInsert>) =>
    db().update(producers).set(days).where(eq(producers.id, producer.producerId));

  test("precise places become the middle of their cell after their retention, once", async () => {
    const producer = await newProducer();
    const item = await newItem(producer);
    const { receiver, drain } = await openDelivering(() => ({ status: 500 }));
    await registerHook(producer, receiver.url, { events: "itemScanned" });
    const at = (latitude: number, longitude: number) => newScan(item, { location: { latitude, longitude } });
    const old = [
      await at(53.5511, 9.9937),
      await at(-33.8688, -70.6693),
      await at(90, 180),
      await at(-90, -180),
    ];
    const young = await at(53.5511, 9.9937);
    const nowhere = await newScan(item);
    await drain();
    await age([...old, nowhere], 91);
    await age([young], 89);
    await keepRetention(runtime().database);
    await count();
    const places = await Promise.all(old.map(scanRow));
    expect(places.map(({ latitude, longitude, coarse }) => [latitude, longitude, coarse])).toEqual([
      [53.55, 9.95, true],
      [-33.85, -70.65, true],
      [89.95, 179.95, true],
      [-89.95, -179.95, true],
    ]);
    expect(await scanRow(young)).toMatchObject({ latitude: 53.5511, coarse: false });
    expect(await scanRow(nowhere)).toMatchObject({ latitude: null, coarse: false });
    // Pending deliveries contain the coarse place, too.
    expect(await tablesWith("33.8688")).toEqual([]);
    const shown = envelope(await get(`/scans/${old[0]}`, { token: producer.token }));
    expect(shown.data).toMatchObject({ location: { _lat: 53.55, _long: 9.95 }, _geo: "area" });
    await expectExactCounts();
    const before = await hashesOfRows();
    expect(await keepRetention(runtime().database)).toBe(0);
    expect(await hashesOfRows()).toEqual(before);
  });

  test("devices, images, reports and sightings lose their personal data after their retention, unless kept for good", async () => {
    const [producer, keeper] = [await newProducer(), await newProducer()];
    await setDays(producer, { preciseDays: 7, deviceDays: 30, imageDays: 30 });
    await setDays(keeper, { preciseDays: null, deviceDays: null, imageDays: null });
    const data = (await picture("png")).toString("base64");
    const leave = async (of: NewProducer) => {
      const scan = await newScan(await newItem(of), fieldsWith("abc"));
      await post(`/scans/${scan}/image`, { data });
      await post("/scans", { identifier: `none-${randomUUID()}`, ...fieldsWith("abc") }, { token: of.token });
      await age([scan], 31);
      const back = sql`make_interval(days => 31)`;
      const report = NewReport.parse({ kind: "looks", text: "Odd.", email: "buyer@people.test" });
      await createReport(systemCtx(), { identifier: (await scanRow(scan)).identifier, scanId: scan }, report);
      await db()
        .update(reports)
        .set({ timestamp: sql`timestamp - ${back}` })
        .where(eq(reports.scanId, scan));
      await db()
        .update(contents)
        .set({ createdAt: sql`created_at - ${back}` })
        .where(eq(contents.scanId, scan));
      await db()
        .update(sightings)
        .set({ timestamp: sql`timestamp - ${back}` })
        .where(eq(sightings.producerId, of.producerId));
      return scan;
    };
    const [going, staying] = [await leave(producer), await leave(keeper)];
    await keepRetention(runtime().database);
    expect(await scanRow(going)).toMatchObject({
      device: null,
      deviceInfo: null,
      softwareInfo: null,
      os: "os-abc",
      latitude: 53.55,
      erasedAt: null,
    });
    expect(await scanRow(staying)).toMatchObject({ ...HAMBURG, deviceInfo: { os: "os-abc" }, coarse: false });
    const images = (scan: string) => db().$count(contents, eq(contents.scanId, scan));
    expect([await images(going), await images(staying)]).toEqual([0, 1]);
    expect((await producerRow(producer)).scanImageBytes).toBe(0);
    const reported = async (scan: string) =>
      only(await db().select().from(reports).where(eq(reports.scanId, scan)));
    expect(await reported(going)).toMatchObject({ kind: "looks", text: "", email: null });
    expect(await reported(staying)).toMatchObject({ text: "Odd.", email: "buyer@people.test" });
    const sighted = async ({ producerId }: NewProducer) =>
      only(await db().select().from(sightings).where(eq(sightings.producerId, producerId)));
    expect(await sighted(producer)).toMatchObject({ latitude: 53.55, device: null, os: "os-abc" });
    expect(await sighted(keeper)).toMatchObject({ ...HAMBURG, device: expect.any(String) });
  });

  test("retention handles each scan exactly once, despite a stop and two concurrent processes", async () => {
    const producer = await newProducer();
    const ids = await manyScans(producer, "d", 1_300, { timestamp: new Date(Date.now() - 100 * DAY_MS) });
    const ending = new AbortController();
    const stopped = keepRetention(runtime().database, ending.signal);
    ending.abort();
    await stopped;
    await Promise.all([keepRetention(runtime().database), keepRetention(runtime().database)]);
    expect(await db().$count(scans, sql`${inArray(scans.id, ids)} and coarse`)).toBe(1_300);
    await expectExactCounts();
  });

  test("an owner changes the retention within its bounds, and the change is recorded in the audit log", async () => {
    const producer = await newProducer();
    const { call, cookie } = await ownerOf(producer);
    const found = await call("privacy.retention");
    expect(found).toMatchObject({ preciseDays: 90, deviceDays: 400, imageDays: 400 });
    const { version } = z.object({ version: z.string() }).parse(found);
    const wanted = { preciseDays: 30, deviceDays: null, imageDays: 400 };
    const saved = { ...wanted, version: expect.any(String) };
    expect(await call("privacy.setRetention", { ...wanted, version })).toEqual({ saved });
    expect(await call("privacy.retention")).toEqual(saved);
    const [action] = await db().select().from(auditEvents).where(eq(auditEvents.action, "retentionChanged"));
    expect(action?.changes).toEqual([
      { path: "/preciseDays", from: 90, to: 30 },
      { path: "/deviceDays", from: 400, to: null },
    ]);
    for (const preciseDays of [6, 3_651, 1.5, "90"]) {
      const reply = await callProcedure(
        "privacy.setRetention",
        { ...wanted, preciseDays, version },
        { cookie },
      );
      expect(reply.status).toBe(400);
    }
  });

  test("stale derivatives of other machines are deleted, and current ones stay", async () => {
    const producer = await newProducer();
    const scan = await newScan(await newItem(producer), fieldsWith("x"));
    const make = (key: string) => derivatives().take(key, async () => Buffer.from("a picture"));
    const keys = [`${scan}-map-1`, `${scan}-area-1`, `${newId()}-100`, `${newId()}-map-1`];
    for (const key of keys) await make(key);
    await forgetStalePictures(systemCtx());
    expect(await Promise.all(keys.map((key) => derivatives().has(key)))).toEqual([true, true, false, false]);
    await db().update(scans).set({ coarse: true }).where(eq(scans.id, scan));
    expect(await forgetStalePictures(systemCtx())).toBe(1);
    expect(await Promise.all(keys.map((key) => derivatives().has(key)))).toEqual([false, true, false, false]);
  });
});

describe("downloads", () => {
  const ask = (
    work: (request: Request) => Promise<Response>,
    cookie: string,
    query: string,
    site = "same-origin",
  ) =>
    work(
      new Request(`https://assay.test/api/dashboard/x?${query}&${producerQuery(cookie)}`, {
        headers: { cookie, "sec-fetch-site": site },
      }),
    );

  const Person = z.object({
    scans: z.array(
      z.object({
        id: z.string(),
        data: z.looseObject({}),
        files: z.array(z.looseObject({ data: z.string() })),
      }),
    ),
    sightings: z.array(z.looseObject({ identifier: z.string() })),
  });

  test("an export of personal data is complete, with the bytes of images", async () => {
    const producer = await newProducer();
    const mark = newMark();
    const scan = await newScan(await newItem(producer), fieldsWith(mark));
    const bytes = await picture("png");
    await post(`/scans/${scan}/image`, { data: bytes.toString("base64"), name: mark });
    await post("/scans", { identifier: "none", ...fieldsWith(mark) }, { token: producer.token });
    const { cookie } = await ownerOf(producer);
    const { device } = await scanRow(scan);
    const reply = await ask(exportPersonalData, cookie, `device=${device}`);
    expect(reply.headers.get("content-disposition")).toMatch(/^attachment/);
    const text = await reply.text();
    const person = Person.parse(JSON.parse(text));
    expect(person.scans).toMatchObject([
      {
        id: scan,
        data: { location: { _lat: HAMBURG.latitude }, deviceInfo: { os: `os-${mark}` } },
        files: [{ name: mark }],
      },
    ]);
    const stored = await blobs().read(String(person.scans[0]?.files[0]?.id));
    expect(person.scans[0]?.files[0]?.data).toBe(stored?.toString("base64"));
    expect(person.sightings).toMatchObject([{ identifier: "none", device }]);
    expect(
      Person.shape.scans.parse(
        JSON.parse(await (await ask(exportPersonalData, cookie, `scan=${scan}`)).text()).scans,
      ),
    ).toHaveLength(1);
    const [action] = await db()
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, "personalDataExported"))
      .orderBy(auditEvents.id);
    expect(action).toMatchObject({ producerId: producer.producerId, targetName: `${device?.slice(0, 8)}…` });
  });

  test("401, 403, 404, 429: exports without a session, role or same origin, of another producer, or too many at once", async () => {
    const [producer, other] = [await newProducer(), await newProducer()];
    const scan = await newScan(await newItem(other), fieldsWith("x"));
    const owner = await ownerOf(producer);
    const { cookie: editor } = await newSignedIn([{ producer, role: "editor" }]);
    const query = `scan=${await newScan(await newItem(producer), fieldsWith("x"))}`;
    for (const [cookie, status] of [
      ["x=y", 401],
      [editor, 403],
    ] as const) {
      expect((await ask(exportPersonalData, cookie, `scan=${scan}`)).status).toBe(status);
    }
    expect((await ask(exportPersonalData, owner.cookie, `scan=${scan}`)).status).toBe(404);
    expect((await ask(exportPersonalData, owner.cookie, `scan=${scan}&everywhere=true`)).status).toBe(403);
    expect((await ask(exportPersonalData, owner.cookie, query, "cross-site")).status).toBe(403);
    expect((await ask(exportPersonalData, owner.cookie, "scan=x")).status).toBe(400);
    const { cookie: admin } = await newSignedIn([], { isAdmin: true });
    const everywhere = await ask(exportPersonalData, admin, `scan=${scan}&everywhere=true`);
    expect(JSON.parse(await everywhere.text())).toMatchObject({ scans: [{ id: scan }] });
    const open = [
      await ask(exportPersonalData, owner.cookie, query),
      await ask(exportPersonalData, owner.cookie, query),
    ];
    expect((await ask(exportPersonalData, owner.cookie, query)).status).toBe(429);
    for (const one of open) await one.body?.cancel();
    expect((await ask(exportPersonalData, owner.cookie, query)).status).toBe(200);
  });
});
