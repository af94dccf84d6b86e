import { expect, test } from "vitest";
import type { AlertCondition } from "@/db/schema/alert-rules";
import type { AlertFigures } from "@/db/schema/alerts";
import { sightings } from "@/db/schema/sightings";
import { HOUR_MS } from "@/server/core/time";
import { addItemToGroup } from "@/server/domain/groups/add-item";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newGroup, newItem, newProducer, newScan } from "@/server/testing/factories";
import { concentrationOf } from "./concentration";
import { createRule } from "./create-rule";
import { listAlerts } from "./list";
import { insertAlert } from "./open";
import { placesOfAlert } from "./places";
import { getAlert } from "./read";

const BERLIN = { latitude: 52.52, longitude: 13.405 };
const NAPLES = { latitude: 40.853, longitude: 14.267 };
const ANY_FAKES = { kind: "fakeRate", windowHours: 1, percent: 5, minimumScans: 1, of: null } as const;

async function alertOf(
  ctx: ReturnType<typeof ctxOf>,
  condition: AlertCondition,
  figures: AlertFigures,
): Promise<string> {
  const rule = await createRule(ctx, { name: "Rule", condition, coolDownHours: 1, mailsMe: false });
  const now = Date.now();
  const evidence = { figures, from: now - HOUR_MS, before: now + HOUR_MS };
  return insertAlert(ctx, rule, { at: now, evidence });
}

test("an alert about fakes shows the countries, items and groups of the fakes in its range alone", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const [shoe, boot] = [
    await newItem(producer, { title: "Shoe" }),
    await newItem(producer, { title: "Boot" }),
  ];
  const group = await newGroup(producer, { title: "Shoes" });
  await addItemToGroup(ctx, group, shoe);
  const fake = { copyclassification: "fake" };
  for (const location of [NAPLES, NAPLES, BERLIN]) await newScan(shoe, { ...fake, location });
  await newScan(boot, { ...fake, location: BERLIN });
  await newScan(boot, { copyclassification: "original", location: BERLIN });
  const id = await alertOf(ctx, ANY_FAKES, { kind: "fakeRate", scans: 5, fakes: 4 });
  expect(await concentrationOf(ctx, id)).toEqual({
    count: 4,
    isCut: false,
    countries: [
      { country: "DE", count: 2 },
      { country: "IT", count: 2 },
    ],
    items: [
      { identifier: shoe, title: "Shoe", count: 3 },
      { identifier: boot, title: "Boot", count: 1 },
    ],
    groups: [{ id: group, title: "Shoes", count: 3 }],
  });
});

test("an alert about unregistered codes shows its codes, and nothing of other producers", async () => {
  const [producer, other] = [await newProducer(), await newProducer()];
  const at = { timestamp: new Date(), copyclassification: "unknown" as const };
  const rows = [
    { identifier: "a", producerId: producer.producerId, country: "FR" },
    { identifier: "a", producerId: producer.producerId, country: "FR" },
    { identifier: "b", producerId: producer.producerId },
    { identifier: "c", producerId: other.producerId, country: "PL" },
  ];
  await runtime()
    .database.db.insert(sightings)
    .values(rows.map((row) => ({ id: newId(), ...at, ...row })));
  const condition: AlertCondition = { kind: "unknownIdentifiers", windowHours: 1, sightings: 2 };
  const id = await alertOf(ctxOf(producer), condition, { kind: "unknownIdentifiers", sightings: 3 });
  expect(await concentrationOf(ctxOf(producer), id)).toEqual({
    count: 3,
    isCut: false,
    countries: [{ country: "FR", count: 2 }],
    items: [
      { identifier: "a", title: null, count: 2 },
      { identifier: "b", title: null, count: 1 },
    ],
    groups: [],
  });
  await expect(concentrationOf(ctxOf(other), id)).rejects.toThrow("There is no alert");
});

test("the map of an alert has the places of the scans behind it alone, and counts those without a location", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const shoe = await newItem(producer, { title: "Shoe" });
  const fake = { copyclassification: "fake" };
  for (const location of [NAPLES, NAPLES, BERLIN]) await newScan(shoe, { ...fake, location });
  await newScan(shoe, fake);
  await newScan(shoe, { copyclassification: "original", location: BERLIN });
  const id = await alertOf(ctx, ANY_FAKES, { kind: "fakeRate", scans: 5, fakes: 4 });
  const none = { original: 0, unknown: 0, error: 0 };
  expect(await placesOfAlert(ctx, id)).toMatchObject({
    cells: [
      { ...NAPLES, ...none, fake: 2 },
      { ...BERLIN, ...none, fake: 1 },
    ],
    located: 3,
    unlocated: 1,
    isCut: false,
  });
  await expect(placesOfAlert(ctxOf(await newProducer()), id)).rejects.toThrow("There is no alert");
});

test("the map of an alert about unregistered codes has the places of their sightings", async () => {
  const producer = await newProducer();
  const at = { timestamp: new Date(), copyclassification: "unknown" as const };
  await runtime()
    .database.db.insert(sightings)
    .values({ id: newId(), ...at, identifier: "a", producerId: producer.producerId, ...NAPLES });
  const condition: AlertCondition = { kind: "unknownIdentifiers", windowHours: 1, sightings: 1 };
  const id = await alertOf(ctxOf(producer), condition, { kind: "unknownIdentifiers", sightings: 1 });
  expect(await placesOfAlert(ctxOf(producer), id)).toMatchObject({
    cells: [{ ...NAPLES, unknown: 1 }],
    located: 1,
    unlocated: 0,
  });
});

test("an alert about fakes anywhere names the country with most of them, and one of a group its title", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const shoe = await newItem(producer, { title: "Shoe" });
  const group = await newGroup(producer, { title: "Shoes" });
  for (const location of [NAPLES, NAPLES, BERLIN])
    await newScan(shoe, { copyclassification: "fake", location });
  for (const location of [BERLIN, BERLIN]) await newScan(shoe, { copyclassification: "original", location });
  // Another producer has more fakes in another country.
  const other = await newItem(await newProducer());
  for (const location of [BERLIN, BERLIN, BERLIN])
    await newScan(other, { copyclassification: "fake", location });
  const figures: AlertFigures = { kind: "fakeRate", scans: 5, fakes: 3 };
  const anywhere = await alertOf(ctx, ANY_FAKES, figures);
  const ofGroup = await alertOf(ctx, { ...ANY_FAKES, of: { group } }, figures);
  expect(await getAlert(ctx, anywhere)).toMatchObject({
    groupTitle: null,
    mostIn: { country: "IT", fakes: 2 },
  });
  const { entries } = await listAlerts(ctx, {}, { limit: 10 });
  expect(entries.map(({ id, groupTitle, mostIn }) => ({ id, groupTitle, mostIn }))).toEqual(
    expect.arrayContaining([
      { id: anywhere, groupTitle: null, mostIn: { country: "IT", fakes: 2 } },
      { id: ofGroup, groupTitle: "Shoes", mostIn: null },
    ]),
  );
});
