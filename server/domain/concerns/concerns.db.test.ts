import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { assessments, type ScanReason } from "@/db/schema/assessments";
import { reports } from "@/db/schema/reports";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import { DAY_MS, HOUR_MS } from "@/server/core/time";
import { createRule } from "@/server/domain/alerts/create-rule";
import { insertAlert } from "@/server/domain/alerts/open";
import { moveCases } from "@/server/domain/cases/change";
import { linkToCase } from "@/server/domain/cases/link";
import { openCase } from "@/server/domain/cases/open";
import { NewCase } from "@/server/domain/cases/schema";
import { addItemToGroup } from "@/server/domain/groups/add-item";
import type { NewProducer } from "@/server/domain/producers/create";
import { markCode } from "@/server/domain/sightings/mark";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { post } from "@/server/testing/api";
import { ctxOf, itemRow, newGroup, newItem, newProducer, newScan } from "@/server/testing/factories";
import { concernsOf, linksOfConcern } from "./concerns";

// Holds decision 0088.

const BERLIN = { latitude: 52.52, longitude: 13.405 };
const NAPLES = { latitude: 40.853, longitude: 14.267 };
const FAKE = { copyclassification: "fake", location: NAPLES };
const ORIGINAL = { copyclassification: "original", location: BERLIN };
// At another hour, scans and the end of the range could be of two days.
const MIDNIGHT = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS;
const NOON = MIDNIGHT + DAY_MS / 2;
const BEFORE = NOON + 2 * HOUR_MS;
const RANGE = { from: BEFORE - 7 * DAY_MS, before: BEFORE };
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOON }));

const newCase = (title: string) => NewCase.parse({ title });

/** A producer with a group of one item, ten original scans of it in Berlin, and some fakes in Naples. */
async function counterfeited(
  fakes = 4,
): Promise<{ producer: NewProducer; ctx: Ctx; group: string; scans: string[] }> {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const bag = await newItem(producer, { title: "Bag" });
  const group = await newGroup(producer, { title: "Bags" });
  await addItemToGroup(ctx, group, bag);
  const other = await newItem(producer);
  for (let i = 0; i < 10; i++) await newScan(other, ORIGINAL);
  const scans: string[] = [];
  for (let i = 0; i < fakes; i++) scans.push(await newScan(bag, FAKE));
  return { producer, ctx, group, scans };
}

/** A scan with a finding of the service. */
async function suspicious(
  { producerId }: NewProducer,
  identifier: string,
  reason: ScanReason,
  fields = ORIGINAL,
) {
  const scanId = await newScan(identifier, fields);
  const { id: itemId } = await itemRow(identifier);
  await runtime()
    .database.db.insert(assessments)
    .values({
      scanId,
      producerId,
      itemId,
      timestamp: new Date(),
      score: 60,
      reasons: [reason],
      evidence: { [reason]: {} },
    });
  return scanId;
}

const keysOf = async (ctx: Ctx) => (await concernsOf(ctx, RANGE)).map(({ key }) => key);

test("a country whose scans are fakes is a concern, with its share, group, items and first day", async () => {
  const { ctx, group } = await counterfeited();
  expect(await concernsOf(ctx, RANGE)).toEqual([
    {
      key: "fakes:country:IT",
      kind: "fakes",
      count: 4,
      rate: { fakes: 4, scans: 4 },
      country: "IT",
      group: { id: group, title: "Bags" },
      things: 1,
      isCut: false,
      since: MIDNIGHT,
      isOlder: false,
      days: [...new Array<number>(27).fill(0), 4],
      inCase: null,
      alert: null,
    },
  ]);
});

test("few fakes, and the fakes of other producers, are no concern", async () => {
  await counterfeited();
  const { ctx } = await counterfeited(2);
  expect(await keysOf(ctx)).toEqual([]);
});

test("a concern names the open case that has most of its scans, but none that is dismissed", async () => {
  const { ctx, scans } = await counterfeited();
  const inCase = async () => (await concernsOf(ctx, RANGE))[0]?.inCase;
  const { id, number } = await openCase(ctx, newCase("Naples"));
  await linkToCase(ctx, id, { kind: "scan", refs: scans.slice(0, 1) });
  expect(await inCase()).toEqual({ id, number, title: "Naples" });
  const larger = await openCase(ctx, newCase("Bags of Naples"));
  await linkToCase(ctx, larger.id, { kind: "scan", refs: scans });
  expect(await inCase()).toMatchObject({ id: larger.id });
  await moveCases(ctx, [larger.id], "dismissed", "They are originals.");
  expect(await inCase()).toMatchObject({ id });
});

test("a concern names the newest open alert about the same matter", async () => {
  const { ctx } = await counterfeited();
  const of = async (at: { country: string } | null, name: string) => {
    const condition = { kind: "fakeRate", windowHours: 1, percent: 5, minimumScans: 1, of: at } as const;
    const rule = await createRule(ctx, { name, condition, coolDownHours: 1, mailsMe: false });
    const now = Date.now();
    const figures = { kind: "fakeRate", scans: 5, fakes: 4 } as const;
    return insertAlert(ctx, rule, {
      at: now,
      evidence: { figures, from: now - HOUR_MS, before: now + HOUR_MS },
    });
  };
  await of({ country: "DE" }, "Germany");
  expect((await concernsOf(ctx, RANGE))[0]?.alert).toBeNull();
  const id = await of({ country: "IT" }, "Italy");
  expect((await concernsOf(ctx, RANGE))[0]?.alert).toEqual({ id, ruleName: "Italy" });
});

test("suspicious scans are concerns by their strongest finding, stolen items first; those of fakes are left to the fakes", async () => {
  const producer = await newProducer();
  const item = await newItem(producer);
  await suspicious(producer, item, "impossible_travel");
  await suspicious(producer, item, "impossible_travel", FAKE);
  await suspicious(producer, item, "many_devices");
  await suspicious(producer, item, "stolen");
  const ctx = ctxOf(producer);
  const concerns = await concernsOf(ctx, RANGE);
  expect(concerns.map(({ key, count, things, country }) => [key, count, things, country])).toEqual([
    ["stolen", 1, 1, "DE"],
    ["impossible_travel", 1, 1, "DE"],
  ]);
});

test("unregistered codes are a concern until members have decided on them", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const codes = [`made-up-${newId()}`, `made-up-${newId()}`];
  for (const code of codes) await post("/scans", { identifier: code, ...FAKE }, { token: producer.token });
  expect(await concernsOf(ctx, RANGE)).toMatchObject([
    { key: "unregistered", count: 2, things: 2, country: "IT", since: MIDNIGHT },
  ]);
  for (const identifier of codes) await markCode(ctx, { identifier, mark: "counterfeit" });
  expect(await keysOf(ctx)).toEqual([]);
});

test("reports of buyers are a concern until they belong to a case", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const id = newId();
  const report = {
    producerId: producer.producerId,
    timestamp: new Date(),
    kind: "seller",
    text: "Sold at a fair",
  } as const;
  await runtime()
    .database.db.insert(reports)
    .values({ ...report, id, code: "made-up" });
  expect(await concernsOf(ctx, RANGE)).toMatchObject([
    { key: "reports", count: 1, things: 1, country: null },
  ]);
  const { id: caseId } = await openCase(ctx, newCase("Fair"));
  await linkToCase(ctx, caseId, { kind: "report", refs: [id] });
  expect(await keysOf(ctx)).toEqual([]);
});

test("the scans of a concern can be added to a case; a concern of another producer does not exist", async () => {
  const { ctx, scans } = await counterfeited();
  const links = await linksOfConcern(ctx, { key: "fakes:country:IT", range: RANGE });
  expect({ ...links, refs: links.refs.toSorted() }).toEqual({ kind: "scan", refs: scans.toSorted() });
  const { id } = await openCase(ctx, newCase("Naples"));
  expect(await linkToCase(ctx, id, links)).toEqual({ added: 4 });
  const other = ctxOf(await newProducer());
  await expect(linksOfConcern(other, { key: "fakes:country:IT", range: RANGE })).rejects.toMatchObject({
    code: "concern-not-found",
  });
});

test("a concern about a finding counts the scans of the list it links to, and old strong findings behind many weak ones", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const item = await newItem(producer);
  await suspicious(producer, item, "stolen");
  const busy = await newItem(producer);
  const scanId = await suspicious(producer, busy, "burst");
  const { db } = runtime().database;
  const { id: itemId } = await itemRow(busy);
  const { producerId } = producer;
  const timestamp = new Date(Date.now() + 1_000);
  // Many scans of one item at once.
  const ids = Array.from({ length: 1_050 }, () => newId()).toSorted();
  const [scan] = await db.select().from(scans).where(eq(scans.id, scanId));
  if (!scan) throw new Error("There is no scan.");
  await db.insert(scans).values(ids.map((id) => ({ ...scan, id, timestamp })));
  const reasonsOf = (i: number): ScanReason[] =>
    i >= ids.length - 3 ? ["many_devices", "burst"] : ["burst"];
  await db.insert(assessments).values(
    ids.map((scanId, i) => ({
      scanId,
      producerId,
      itemId,
      timestamp,
      score: 60,
      reasons: reasonsOf(i),
      evidence: Object.fromEntries(reasonsOf(i).map((reason) => [reason, {}])),
    })),
  );
  const found = await concernsOf(ctx, RANGE);
  expect(found.map(({ kind, isCut }) => [kind, isCut])).toEqual([
    ["burst", true],
    ["stolen", false],
    ["many_devices", true],
  ]);
  expect(found.map(({ count }) => count)).toEqual([1_000, 1, 3]);
});
