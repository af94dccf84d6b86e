import { readFileSync } from "node:fs";
import { distanceKm } from "@assay/scan-map/sphere";
import { expect, test } from "vitest";
import { townsFile } from "@/server/cli/demo-towns.mjs";
import { DAY_MS } from "@/server/core/time";
import { Identifier } from "@/server/domain/items/schema";
import { NewScan } from "@/server/domain/scans/schema";
import { Describable } from "@/server/domain/shared/describable";
import { placeAt } from "@/server/platform/place";
import { checkCharacter } from "./catalogue";
import { chanceOf } from "./chance";
import { codesCopied } from "./fakes";
import { lifeOfItem } from "./history";
import { spotIn, towns } from "./markets";
import { type DemoPlan, planDemo } from "./plan";
import { type DemoScan, scansOf } from "./scans";

const NOW = Date.UTC(2026, 4, 20, 10, 17);
const windowOf = (days: number) => ({ from: NOW - days * DAY_MS, now: NOW });
const PRODUCER = "018f0000-0000-7000-8000-000000000000";

const scansIn = ({ seed, scans, catalogue, window }: DemoPlan): DemoScan[] => [
  ...scansOf(scans, catalogue, PRODUCER, window.now, chanceOf(seed, "scans")),
];
const repeatable = ({ id: _, ...scan }: DemoScan) => scan;

const plan = planDemo(1, { items: 300, scans: 6_000 }, windowOf(90));
const scans = scansIn(plan);

test("the same seed gives the same demo; another seed gives another", () => {
  const demoOf = (seed: number) => {
    const { catalogue, ...rest } = planDemo(seed, { items: 60, scans: 800 }, windowOf(20));
    return { catalogue, scans: scansIn({ catalogue, ...rest }).map(repeatable) };
  };
  const [first, again, other] = [demoOf(1), demoOf(1), demoOf(2)];
  expect(JSON.stringify(again)).toBe(JSON.stringify(first));
  const ours = new Set(first.catalogue.items.map(({ identifier }) => identifier));
  expect(other.catalogue.brand.name).not.toBe(first.catalogue.brand.name);
  expect(other.catalogue.items.filter(({ identifier }) => ours.has(identifier))).toEqual([]);
});

test("a seed gives identifiers in the same order, for any number of items", () => {
  const few = planDemo(1, { items: 3, scans: 0 }, windowOf(7)).catalogue.items;
  expect(few.map(({ identifier }) => identifier)).toEqual(
    plan.catalogue.items.slice(0, 3).map(({ identifier }) => identifier),
  );
});

test("no scan is in the future, before the window, or before its item's registration", () => {
  for (const [items, days] of [
    [300, 90],
    [1, 1],
    [40, 2],
    [200, 400],
  ] as const) {
    const { catalogue, scans, sightings } = planDemo(3, { items, scans: 600 }, windowOf(days));
    const isTooEarly = (at: number, i: number) =>
      at < Math.max(NOW - days * DAY_MS, catalogue.items[scans.item[i] ?? 0]?.createdAt ?? NOW);
    expect(scans.at.filter((at, i) => at > NOW || isTooEarly(at, i))).toHaveLength(0);
    expect(scans.at).toEqual(scans.at.toSorted());
    for (const { createdAt, changes } of catalogue.items) {
      const times = [createdAt, ...changes.map(({ at }) => at), NOW];
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }
    for (const { timestamp } of sightings) expect(timestamp.getTime()).toBeLessThanOrEqual(NOW);
  }
});

test("about one scan in thirty is a fake, most of them in one region and one product line, in a few weeks", () => {
  const fakes = scans.filter(({ copyclassification }) => copyclassification === "fake");
  expect(fakes.length / scans.length).toBeGreaterThan(0.02);
  expect(fakes.length / scans.length).toBeLessThan(0.06);
  const clustered = fakes.filter(({ kind }) => kind === "cluster");
  expect(clustered.length / fakes.length).toBeGreaterThan(0.6);
  const [first] = clustered;
  const spots = clustered.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude }],
  );
  const [center] = spots;
  if (!first || !center) throw new Error("There is no cluster.");
  for (const spot of spots) expect(distanceKm(center, spot)).toBeLessThan(320);
  const codes = new Set(clustered.map(({ identifier }) => identifier));
  expect(codes.size).toBeLessThanOrEqual(codesCopied(300));
  const lines = new Set(clustered.map(({ item }) => plan.catalogue.items[item]?.line));
  expect([...lines]).toEqual(["atlas"]);
  const inBurst = clustered.filter(({ timestamp }) => {
    const part = (timestamp.getTime() - plan.window.from) / (NOW - plan.window.from);
    return part > 0.68 && part < 0.95;
  });
  expect(inBurst.length / clustered.length).toBeGreaterThan(0.75);
});

test("copied codes are scanned where their genuine items cannot be", () => {
  const copied = new Set(scans.filter(({ kind }) => kind === "cluster").map(({ identifier }) => identifier));
  const impossible = scans.some((scan, i) => {
    if (scan.kind !== "cluster" || scan.latitude === null || scan.longitude === null) return false;
    const here = { latitude: scan.latitude, longitude: scan.longitude };
    return scans.slice(i + 1, i + 400).some((later) => {
      if (later.identifier !== scan.identifier || later.latitude === null || later.longitude === null)
        return false;
      const hours = (later.timestamp.getTime() - scan.timestamp.getTime()) / 3_600_000;
      return (
        distanceKm(here, { latitude: later.latitude, longitude: later.longitude }) >
        900 * Math.max(hours, 0.5)
      );
    });
  });
  expect(copied.size).toBeGreaterThan(1);
  expect(impossible).toBe(true);
});

test("phones scan repeatedly and send what scanner apps send", () => {
  const devices = scans.flatMap(({ device }) => device ?? []);
  const different = new Set(devices).size;
  expect(different / devices.length).toBeGreaterThan(0.3);
  expect(different / devices.length).toBeLessThan(0.8);
  expect(new Set(scans.map(({ os }) => os))).toEqual(new Set(["ios", "android"]));
  const sample = scans[0];
  expect(NewScan.parse({ ...sample, location: { latitude: 1, longitude: 1 } }).deviceInfo).toEqual(
    sample?.deviceInfo,
  );
});

test("places match the service's own: from a location or from an address's country", () => {
  for (const { latitude, longitude, country, continent } of scans.slice(0, 500)) {
    if (latitude === null || longitude === null) continue;
    expect({ country, continent }).toEqual(placeAt(latitude, longitude));
  }
  expect(scans.some(({ latitude, country }) => latitude === null && country !== null)).toBe(true);
});

test("a spot of a town is in the town's country, even near borders", () => {
  const chance = chanceOf(1, "spots");
  for (const town of towns.filter(({ country }) => ["CH", "BE", "SG", "HK", "IT"].includes(country)))
    expect(spotIn(chance, town).place.country).toBe(town.country);
});

test("products and items are valid input of the API", () => {
  const { groups, items, brand } = plan.catalogue;
  for (const one of [...groups, ...items]) {
    const said = { title: one.title, data: one.data, verificationinfos: one.verificationinfos };
    expect(Describable.parse(said)).toEqual(said);
    expect(Object.keys(one.data)).toContain("i18n");
  }
  for (const { identifier } of items) {
    expect(Identifier.parse(identifier)).toBe(identifier);
    expect(identifier.startsWith(`${brand.prefix}-`)).toBe(true);
    expect(identifier.at(-1)).toBe(checkCharacter(identifier.slice(0, -1)));
  }
});

test("sightings have unregistered codes that fail the brand's check", () => {
  expect(plan.sightings.length).toBe(24);
  for (const { identifier } of plan.sightings)
    expect(identifier.at(-1)).not.toBe(checkCharacter(identifier.slice(0, -1)));
});

test("an item's life ends in the state that its changes produce; invalidation is the last change", () => {
  const groupIds = plan.catalogue.groups.map((_, i) => `group-${i}`);
  const lives = plan.catalogue.items.map((item) => ({ item, life: lifeOfItem(item, groupIds) }));
  for (const { item, life } of lives) {
    expect(life.entries[0]?.action).toBe("created");
    expect(life.item.updatedAt.getTime()).toBe(life.entries.at(-1)?.at);
    const grouped = item.changes.findLast(({ action }) => action.endsWith("Group"));
    expect(life.item.groupId).toBe(grouped === undefined ? null : groupIds[item.group]);
    const end = life.entries.findIndex(({ action }) => action === "invalidated");
    if (end >= 0) expect(end).toBe(life.entries.length - 1);
  }
  expect(lives.some(({ life }) => life.item.invalidatedAt !== null)).toBe(true);
});

test("towns.ts is what the script generates from the package", () => {
  expect(readFileSync("server/seed/towns.ts", "utf8")).toBe(townsFile());
});
