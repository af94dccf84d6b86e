import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { loopStates } from "@/db/schema/loop-states";
import { setAside } from "@/db/schema/set-aside";
import { runtime } from "@/server/runtime/runtime";
import { post } from "@/server/testing/api";
import { callProcedure, newSignedIn, type SignedInPerson } from "@/server/testing/dashboard";
import { newItem, newProducer, newScan } from "@/server/testing/factories";
import { showScanMap } from "@/server/web/dashboard/scan-map";

// Holds decision 0028.

const AuditEvents = z.object({
  entries: z.array(
    z.object({
      action: z.string(),
      actor: z.object({ type: z.string() }),
      target: z.object({ id: z.string(), name: z.string().nullable() }),
    }),
  ),
});

/** Lists the admin access that an owner sees, newest first. */
async function adminAccessSeenBy(owner: SignedInPerson) {
  const { value } = await callProcedure("auditEvents.list", { filter: { kind: "look" } }, owner);
  return AuditEvents.parse(value).entries.map(({ action, target }) => [action, target.name]);
}

const Producers = z.object({
  entries: z.array(
    z.object({
      id: z.string(),
      scans: z.number(),
      fakes: z.number(),
      isEnough: z.boolean(),
      share: z.object({ rate: z.number(), low: z.number(), high: z.number() }).optional(),
      trend: z.array(z.number()),
    }),
  ),
});

async function scanned(name: string, { fakes, originals }: { fakes: number; originals: number }) {
  const producer = await newProducer(name);
  const item = await newItem(producer);
  const scan = (copyclassification: string) => newScan(item, { copyclassification });
  await Promise.all(Array.from({ length: fakes }, () => scan("fake")));
  await Promise.all(Array.from({ length: originals }, () => scan("original")));
  return producer;
}

test("producers are sorted by the lower bound of their fake rate; those with few scans come last", async () => {
  const admin = await newSignedIn([], { isAdmin: true });
  const mark = `Rated ${admin.personId}`;
  const few = await scanned(`${mark} few`, { fakes: 1, originals: 1 });
  const some = await scanned(`${mark} some`, { fakes: 7, originals: 33 });
  const many = await scanned(`${mark} many`, { fakes: 18, originals: 102 });
  const none = await newProducer(`${mark} none`);
  const listed = async (input: object) =>
    Producers.parse((await callProcedure("admin.producers", { search: mark, ...input }, admin)).value)
      .entries;
  const all = await listed({});
  // 7 of 40 is a higher rate than 18 of 120, but with a lower bound below it.
  expect(all.map(({ id }) => id)).toEqual([many, some, few, none].map(({ producerId }) => producerId));
  expect(all[0]).toMatchObject({ scans: 120, fakes: 18, isEnough: true, share: { rate: 0.15 } });
  expect(all[0]?.trend.at(-1)).toBe(18);
  expect(all[0]?.share?.low).toBeGreaterThan(all[1]?.share?.low ?? 1);
  expect(await listed({ enough: true })).toHaveLength(2);
  expect(await listed({ state: "suspended" })).toEqual([]);
});

test("admin access is in the producer's audit log, repeated access once; access by members is not", async () => {
  const producer = await newProducer("Looked at");
  const item = await newItem(producer);
  const scan = await newScan(item);
  const owner = await newSignedIn([{ producer, role: "owner" }], { isAdmin: true });
  const admin = await newSignedIn([], { isAdmin: true });
  const { producerId: id } = producer;
  const openEverything = async (who: SignedInPerson) => {
    const calls: [string, object][] = [
      ["admin.producer", { id }],
      ["admin.scans", { filter: { producer: id } }],
      ["admin.scans", { filter: { item } }],
      ["admin.scan", { id: scan }],
      ["admin.neighbours", { id: scan }],
      ["admin.scans", {}],
      ["admin.producers", {}],
    ];
    const replies = await Promise.all(calls.map(([path, input]) => callProcedure(path, input, who)));
    expect(replies.map(({ status }) => status)).toEqual(calls.map(() => 200));
  };
  await openEverything(owner);
  expect(await adminAccessSeenBy(owner)).toEqual([]);
  await openEverything(admin);
  await openEverything(admin);
  expect((await adminAccessSeenBy(owner)).toSorted()).toEqual([
    ["adminSawProducer", "Looked at"],
    ["adminSawScan", item],
    ["adminSawScans", "Looked at"],
  ]);
});

test("403: the map of another producer's scan, except for admins", async () => {
  const scan = await newScan(await newItem(await newProducer()));
  const statusFor = async ({ cookie }: SignedInPerson) => {
    const request = new Request(`https://assay.test/api/dashboard/scans/${scan}/map?as=admin`, {
      headers: { cookie },
    });
    return (await showScanMap(request, { params: Promise.resolve({ id: scan }) })).status;
  };
  expect(await statusFor(await newSignedIn([{ producer: await newProducer(), role: "owner" }]))).toBe(403);
  // It has no location.
  expect(await statusFor(await newSignedIn([], { isAdmin: true }))).toBe(404);
});

test("pages of all producers' scans are newest first, each scan with its producer", async () => {
  const admin = await newSignedIn([], { isAdmin: true });
  const one = await scanned("One", { fakes: 1, originals: 1 });
  const other = await scanned("Other", { fakes: 1, originals: 0 });
  const Page = z.object({
    entries: z.array(z.object({ id: z.string(), producer: z.object({ id: z.string() }) })),
    nextCursor: z.string().nullable(),
  });
  const page = async (input: object) => Page.parse((await callProcedure("admin.scans", input, admin)).value);
  const first = await page({ limit: 2 });
  const second = await page({ limit: 1, cursor: first.nextCursor });
  expect([...first.entries, ...second.entries].map(({ producer }) => producer.id)).toEqual(
    [other, one, one].map(({ producerId }) => producerId),
  );
  const fakes = await page({ limit: 2, filter: { verdict: "fake" } });
  expect(fakes.entries.map(({ producer }) => producer.id)).toEqual(
    [other, one].map(({ producerId }) => producerId),
  );
  const box = { west: 9, south: 53, east: 11, north: 54 };
  await runtime().database.db.execute(
    sql`update scans set latitude = 53.5, longitude = 10 where producer_id = ${other.producerId}`,
  );
  const near = await page({ limit: 2, filter: { box } });
  expect(near.entries.map(({ producer }) => producer.id)).toEqual([other.producerId]);
  const suspicious = await page({ limit: 1, filter: { box, finding: "burst" } });
  expect(suspicious.entries).toEqual([]);
  const later = await page({ filter: { from: Date.now() + 60_000 } });
  expect(later.entries).toEqual([]);
});

test("403: members of a suspended producer can read but not change anything, until its reactivation", async () => {
  const producer = await newProducer();
  const [owner, admin] = [
    await newSignedIn([{ producer, role: "owner" }]),
    await newSignedIn([], { isAdmin: true }),
  ];
  const { producerId } = producer;
  const rename = async () => {
    const { value } = await callProcedure("producers.current", undefined, owner);
    const { version } = z.object({ version: z.string() }).parse(value);
    return callProcedure("producers.rename", { name: "Renamed", version }, owner);
  };
  const suspend = () => callProcedure("admin.suspend", { producerId, reason: "Unpaid" }, admin);
  expect((await suspend()).status).toBe(200);
  expect((await rename()).failure).toMatchObject({ httpStatus: 403, appCode: "producer-suspended" });
  expect((await callProcedure("items.list", {}, owner)).status).toBe(200);
  const me = await callProcedure("people.me", undefined, owner);
  expect(me.value).toMatchObject({ memberships: [{ suspendedReason: "Unpaid" }] });
  expect((await suspend()).failure?.appCode).toBe("producer-suspended-already");
  const reactivated = await callProcedure("admin.reactivate", { producerId, reason: "Paid" }, admin);
  expect(reactivated.status).toBe(200);
  expect((await rename()).status).toBe(200);
  const { value } = await callProcedure("auditEvents.list", { filter: { kind: "producer" } }, owner);
  expect(AuditEvents.parse(value).entries.map(({ action }) => action)).toEqual([
    "producerRenamed",
    "producerReactivated",
    "producerSuspended",
    "producerCreated",
  ]);
});

test("changed phone rules apply to the API immediately", async () => {
  const admin = await newSignedIn([], { isAdmin: true });
  const isSupported = async () =>
    (await post("/checkPhoneSupport", { os: "Plan9", deviceInfo: { systemVersion: "4.2", model: "Glenda" } }))
      .body;
  const rule = { os: "plan9", minimumVersion: "4", physicalOnly: true, unsupportedModels: ["Other"] };
  const save = (path: string, input: object) => callProcedure(path, input, admin);
  expect(await isSupported()).toMatchObject({ supported: false });
  expect((await save("admin.addPhoneRule", rule)).status).toBe(200);
  expect(await isSupported()).toMatchObject({ supported: true });
  expect((await save("admin.addPhoneRule", rule)).failure?.appCode).toBe("phone-rule-exists");
  const rules = await callProcedure("admin.phoneRules", undefined, admin);
  const Rules = z.array(z.object({ os: z.string(), version: z.string() }));
  const version = Rules.parse(rules.value).find(({ os }) => os === "plan9")?.version;
  await save("admin.changePhoneRule", { ...rule, unsupportedModels: ["Glenda"], version });
  expect(await isSupported()).toMatchObject({ supported: false });
  const phone = { os: "plan9", deviceInfo: { systemVersion: "4.2", model: "Glenda" } };
  expect((await callProcedure("admin.tryPhone", phone, admin)).value).toEqual({ obstacle: "model" });
  await save("admin.removePhoneRule", { os: "plan9" });
  const { value } = await callProcedure("admin.auditEvents", { kind: "phoneRule" }, admin);
  expect(
    AuditEvents.parse(value)
      .entries.slice(0, 3)
      .map(({ action }) => action),
  ).toEqual(["phoneRuleRemoved", "phoneRuleChanged", "phoneRuleAdded"]);
});

test("the system page shows the failing loop, its reason and the number of set-aside pieces", async () => {
  const admin = await newSignedIn([], { isAdmin: true });
  const { db } = runtime().database;
  const now = new Date();
  const failed = { failingSince: now, failedAt: now, errorCode: "P0001", error: "poison" };
  await db.insert(loopStates).values({ loop: "erasing", intervalMs: 60_000, ...failed });
  const times = { firstFailedAt: now, lastFailedAt: now, retryAt: now };
  await db.insert(setAside).values({ loop: "erasing", key: "1", reason: "poison", attempts: 1, ...times });
  expect((await callProcedure("admin.system", undefined, admin)).value).toMatchObject({
    facts: { loops: [{ loop: "erasing", ...failed, setAside: 1 }] },
    verdicts: { loops: ["loopsFail", "setAside"] },
  });
});
