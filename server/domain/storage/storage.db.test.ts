import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { events } from "@/db/schema/events";
import { producers } from "@/db/schema/producers";
import { rollupBytes } from "@/db/schema/storage";
import { coarsenScans, forgetDevices } from "@/server/domain/privacy/relieve";
import type { NewProducer } from "@/server/domain/producers/create";
import { ScanAnswer } from "@/server/domain/scans/schema";
import { countScans } from "@/server/domain/stats/count-scans";
import { runPass } from "@/server/loops/pass";
import { runtime } from "@/server/runtime/runtime";
import { del, envelope, get, post, problem } from "@/server/testing/api";
import { callProcedure, newSignedIn } from "@/server/testing/dashboard";
import {
  eventsOf,
  itemRow,
  newGroup,
  newHook,
  newItem,
  newProducer,
  newScan,
  producerRow,
  setRecordQuota,
  systemCtx,
} from "@/server/testing/factories";
import { countingBytes } from "./count-bytes";
import { measuringStorage } from "./measure";
import { readStorage } from "./read";
import { versionOfQuotas } from "./set-quotas";

// Holds decision 0042.

const { database } = runtime();
const { db } = database;

const Versioned = z.object({ version: z.string() });

const countAll = async () => {
  await countScans(database);
  await runPass(countingBytes, database);
};

/** The bytes of a producer's rows by kind, computed from the rows themselves. */
async function stored({ producerId }: NewProducer): Promise<Record<string, number>> {
  const rows = await db.execute<{ kind: string; bytes: number }>(
    sql`select kind, bytes::float8 as bytes from stored_bytes where producer_id = ${producerId}`,
  );
  return Object.fromEntries(rows.filter(({ bytes }) => bytes > 0).map(({ kind, bytes }) => [kind, bytes]));
}

async function counted(producer: NewProducer): Promise<Record<string, number>> {
  const {
    files: _,
    scanImages: __,
    ...bytes
  } = (await readStorage(systemCtx(), await producerRow(producer))).bytes;
  return Object.fromEntries(Object.entries(bytes).filter(([, of]) => of > 0));
}

const idOf = ({ body }: { body: unknown }) => ScanAnswer.parse(body).scan.id;

/** Long enough to be compressed and stored out of line. */
const LONG = "long ".repeat(2_000);

test("storage figures are exact at any moment, whatever is added, changed or removed", async () => {
  const producer = await newProducer();
  const { token } = producer;
  const expectExact = async () => {
    const rows = await stored(producer);
    expect(await counted(producer)).toEqual(rows);
    await countAll();
    expect(await counted(producer)).toEqual(rows);
    return rows;
  };

  const hook = await newHook(producer, ["*"]);
  const group = await newGroup(producer, { title: "Series", data: { text: LONG } });
  const [kept, gone] = [
    await newItem(producer, { title: "Kept", verificationinfos: [{ label: "a", value: [LONG] }] }),
    await newItem(producer, { data: { text: LONG } }),
  ];
  const scans = [
    await newScan(kept, { data: { text: LONG }, location: { latitude: 53.5, longitude: 10 } }),
    await newScan(kept, {
      deviceInfo: { os: "ios", environment: { id: LONG } },
      softwareInfo: { os: "ios" },
    }),
    await newScan(gone),
  ];
  const before = await expectExact();
  expect(Object.keys(before).sort()).toEqual(["events", "groups", "history", "items", "scans", "webhooks"]);
  expect(before.scans).toBeGreaterThan(2 * LONG.length);

  await post(`/items/${kept}`, { data: { text: LONG, other: 1 }, title: null }, { token });
  await post(`/groups/${group}`, { data: {} }, { token });
  await post(`/groups/${group}/items/${kept}`, undefined, { token });
  const grown = await expectExact();
  expect(grown.groups).toBeLessThan(100);
  expect(grown.items).toBeGreaterThan(3 * LONG.length);

  await coarsenScans(systemCtx(), scans);
  await forgetDevices(systemCtx(), scans);
  await del(`/items/${gone}`, { token });
  await del(`/producers/hooks/${hook}`, { token });
  await db.delete(events).where(eq(events.producerId, producer.producerId));
  const less = await expectExact();
  expect(less).not.toHaveProperty("events");
  expect(less).not.toHaveProperty("webhooks");
  expect(less.scans).toBeLessThan(1.1 * LONG.length);
  expect(less.items).toBeLessThan(2.1 * LONG.length);
  // The history already has the item's values: the deletion does not add them again.
  expect((less.history ?? 0) - (grown.history ?? 0)).toBeLessThan(100);
});

test("records from before they were counted are summed up once, together with concurrent writes", async () => {
  const producer = await newProducer();
  const identifier = await newItem(producer, { data: { text: LONG } });
  await newScan(identifier, { data: { text: LONG } });
  await countAll();
  await db.delete(rollupBytes).where(eq(rollupBytes.producerId, producer.producerId));
  await db.update(producers).set({ storageMeasuredAt: null }).where(eq(producers.id, producer.producerId));
  await newScan(identifier, { data: { text: LONG } });
  expect((await readStorage(systemCtx(), await producerRow(producer))).isMeasured).toBe(false);

  await runPass(measuringStorage, database);
  expect(await counted(producer)).toEqual(await stored(producer));
  await countAll();
  expect(await counted(producer)).toEqual(await stored(producer));
  expect((await readStorage(systemCtx(), await producerRow(producer))).isMeasured).toBe(true);
  expect(await runPass(measuringStorage, database)).toBe(0);
});

test("200: over the quota for scan data, scans are recorded without data; the producer sees it, the scanner does not", async () => {
  const producer = await newProducer();
  const { token } = producer;
  const identifier = await newItem(producer);
  await newHook(producer, ["itemScanned"]);
  const scan = {
    identifier,
    copyclassification: "fake",
    data: { note: LONG },
    softwareInfo: { versionApp: "1.2" },
    deviceInfo: { os: "ios", environment: { id: "1" } },
    location: { latitude: 53.5, longitude: 10 },
  };
  const usual = await post("/scans", scan);
  await setRecordQuota(producer, 5_000);
  await countAll();

  const options = { headers: { "idempotency-key": `key-of-${identifier}` } };
  const reply = await post("/scans", scan, options);
  expect(reply.status).toBe(200);
  expect((await post("/scans", scan, options)).bytes).toEqual(reply.bytes);
  const id = idOf(reply);
  const comparable = (bytes: Buffer) => bytes.toString().replaceAll(/"(id|timestamp)":("[^"]*"|\d+)/g, "");
  expect(comparable(reply.bytes)).toBe(comparable(usual.bytes));
  expect(await itemRow(identifier)).toMatchObject({ scans: 2, fakes: 2 });

  const { data } = envelope(await get(`/scans/${id}`, { token }));
  expect(data).toMatchObject({
    data: {},
    _dropped: true,
    os: "ios",
    softwareversion: "1.2",
    country: "DE",
    device: expect.any(String),
  });
  expect(data).not.toHaveProperty("deviceInfo");
  expect((await eventsOf(producer)).at(-1)).toMatchObject({
    snapshot: { scan: { data: {}, data_dropped: true } },
  });
  expect(envelope(await get(`/scans/${idOf(usual)}`, { token })).data).not.toHaveProperty("_dropped");
  // A scan without data loses none.
  const bare = await newScan(identifier);
  expect(envelope(await get(`/scans/${bare}`, { token })).data).not.toHaveProperty("_dropped");
  // Other producers are not affected.
  const other = await newProducer();
  const otherScan = await newScan(await newItem(other), { data: { note: "kept" } });
  expect(envelope(await get(`/scans/${otherScan}`, { token: other.token })).data.data).toEqual({
    note: "kept",
  });

  await setRecordQuota(producer, 1_000_000);
  const again = await newScan(identifier, { data: { note: "kept" } });
  expect(envelope(await get(`/scans/${again}`, { token })).data.data).toEqual({ note: "kept" });
});

test("retention and erasure free the space of scan data, and data is stored again", async () => {
  const producer = await newProducer();
  const identifier = await newItem(producer);
  const scan = await newScan(identifier, { deviceInfo: { environment: { text: LONG } } });
  await setRecordQuota(producer, 5_000);
  await countAll();
  expect((await readStorage(systemCtx(), await producerRow(producer))).isScanDataFull).toBe(true);
  await forgetDevices(systemCtx(), [scan]);
  await countAll();
  expect((await readStorage(systemCtx(), await producerRow(producer))).isScanDataFull).toBe(false);
});

test("400: over the record quota nothing is created or updated; freeing space, invalidating and scanning still work", async () => {
  const producer = await newProducer();
  const { token } = producer;
  const [group, first, second] = [
    await newGroup(producer),
    await newItem(producer, { data: { text: LONG } }),
    await newItem(producer),
  ];
  const hook = { events: "*", url: "https://other.test/" };
  const editor = await newSignedIn([{ producer, role: "editor" }]);
  const existing = await newHook(producer);
  const { version } = Versioned.parse((await callProcedure("hooks.get", { id: existing }, editor)).value);
  await setRecordQuota(producer, 10_000);
  await countAll();
  const edited = await callProcedure(
    "hooks.update",
    { id: existing, ...hook, data: { note: "more" }, version },
    editor,
  );
  expect(edited.failure).toMatchObject({ appCode: "record-quota-exceeded" });
  const refused = [
    await post("/items", { identifier: `item-${first}` }, { token }),
    await post(`/items/${first}`, { title: "x" }, { token }),
    await post("/groups", {}, { token }),
    await post(`/groups/${group}`, { title: "x" }, { token }),
    await post("/producers/hooks", hook, { token }),
  ];
  for (const reply of refused) {
    expect(reply.status).toBe(400);
    expect(problem(reply).code).toBe("record-quota-exceeded");
  }
  expect((await post(`/groups/${group}/items/${first}`, undefined, { token })).status).toBe(200);
  expect((await post(`/items/${second}/invalidate`, {}, { token })).status).toBe(200);
  const scan = await newScan(first, { data: { text: LONG } });
  expect(envelope(await get(`/scans/${scan}`, { token })).data.data).toEqual({ text: LONG });
  expect((await del(`/groups/${group}`, { token })).status).toBe(200);
  expect((await del(`/items/${first}`, { token })).status).toBe(200);
  await setRecordQuota(producer, 20_000);
  await countAll();
  expect((await post("/items", { identifier: `item-${first}` }, { token })).status).toBe(200);
});

test("scan data does not count towards the record quota", async () => {
  const producer = await newProducer();
  const identifier = await newItem(producer);
  await setRecordQuota(producer, 5_000);
  await newScan(identifier, { data: { text: LONG } });
  await countAll();
  expect((await post(`/items/${identifier}`, { title: "x" }, { token: producer.token })).status).toBe(200);
});

test("recording and counting scans do not wait for a lock of the producer's row", async () => {
  const producer = await newProducer();
  const identifier = await newItem(producer);
  await setRecordQuota(producer, 100);
  await db.transaction(async (tx) => {
    await tx.select().from(producers).where(eq(producers.id, producer.producerId)).for("no key update");
    await newScan(identifier, { data: { text: LONG } }, { token: producer.token });
    await countAll();
    await newScan(identifier, { data: { text: LONG } }, { token: producer.token });
  });
  expect((await itemRow(identifier)).scans).toBe(2);
});

test("an admin sets the quotas, which apply at once and are recorded in the producer's audit log", async () => {
  const producer = await newProducer();
  const identifier = await newItem(producer);
  await newScan(identifier, { data: { text: LONG } });
  await countAll();
  const [admin, owner] = [
    await newSignedIn([], { isAdmin: true }),
    await newSignedIn([{ producer, role: "owner" }]),
  ];
  const version = versionOfQuotas(await producerRow(producer));
  const quotas = { producerId: producer.producerId, fileBytes: 5_000, recordBytes: 6_000, version };
  expect((await callProcedure("admin.setQuotas", quotas, owner)).status).toBe(403);
  expect((await callProcedure("admin.setQuotas", quotas, admin)).status).toBe(200);
  expect((await callProcedure("admin.setQuotas", { ...quotas, fileBytes: -1 }, admin)).status).toBe(400);
  expect((await callProcedure("producers.storage", undefined, owner)).value).toMatchObject({
    fileQuota: 5_000,
    recordQuota: 6_000,
    isScanDataFull: true,
  });
  const dropped = await newScan(identifier, { data: { note: "lost" } });
  expect(envelope(await get(`/scans/${dropped}`, { token: producer.token })).data._dropped).toBe(true);
  expect(
    (await callProcedure("auditEvents.list", { filter: { kind: "producer" } }, owner)).value,
  ).toMatchObject({
    entries: expect.arrayContaining([
      expect.objectContaining({
        action: "producerQuotaChanged",
        changes: [
          expect.objectContaining({ path: "/quota", to: 5_000 }),
          expect.objectContaining({ path: "/recordQuota", to: 6_000 }),
        ],
      }),
    ]),
  });
});
