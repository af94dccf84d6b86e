import { readFileSync } from "node:fs";
import { distanceKm } from "@assay/scan-map/sphere";
import { expect, test } from "vitest";
import { chanceOf } from "./chance";
import { checkCharacter } from "./codes";
import { codesCopied } from "./fakes";
import { townsFile } from "./make-towns.mjs";
import { type Geography, spotIn, towns } from "./markets";
import { PRODUCT_PICTURES, SNAPSHOTS } from "./pictures";
import { planDemo } from "./plan";
import { scansOf } from "./scans";
import { DAY_MS } from "./time";

const NOW = Date.UTC(2026, 4, 20, 10, 17);
const windowOf = (days: number) => ({ from: NOW - days * DAY_MS, now: NOW });

/** Knows the countries of towns only. */
const GEOGRAPHY: Geography = {
  placeAt: (latitude, longitude) => {
    const isNear = (town: { latitude: number; longitude: number }) =>
      Math.abs(town.latitude - latitude) < 0.3 && Math.abs(town.longitude - longitude) < 0.3;
    const country = towns.find(isNear)?.country;
    return country === undefined ? {} : { country };
  },
  placeOfCountry: (country) => ({ country }),
};

const plan = planDemo(1, { items: 300, scans: 6_000 }, windowOf(90), GEOGRAPHY);
const scans = [...scansOf(plan, GEOGRAPHY)];

test("the same seed gives the same demo; another seed gives another", () => {
  const demoOf = (seed: number) => {
    const plan = planDemo(seed, { items: 60, scans: 800 }, windowOf(20), GEOGRAPHY);
    return { ...plan, scans: [...scansOf(plan, GEOGRAPHY)] };
  };
  const [first, again, other] = [demoOf(1), demoOf(1), demoOf(2)];
  expect(JSON.stringify(again)).toBe(JSON.stringify(first));
  const ours = new Set(first.catalogue.items.map(({ identifier }) => identifier));
  expect(other.catalogue.brand.name).not.toBe(first.catalogue.brand.name);
  expect(other.catalogue.items.filter(({ identifier }) => ours.has(identifier))).toEqual([]);
});

test("a seed gives identifiers in the same order, for any number of items", () => {
  const few = planDemo(1, { items: 3, scans: 0 }, windowOf(7), GEOGRAPHY).catalogue.items;
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
    const { catalogue, scans, sightings } = planDemo(3, { items, scans: 600 }, windowOf(days), GEOGRAPHY);
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

test("sightings have unregistered codes that fail the brand's check", () => {
  expect(plan.sightings.length).toBe(24);
  for (const { identifier } of plan.sightings)
    expect(identifier.at(-1)).not.toBe(checkCharacter(identifier.slice(0, -1)));
});

test("a spot is the town's centre where the geography places none of the draws in the town's country", () => {
  const [town] = towns;
  if (!town) throw new Error("The list of towns is empty.");
  const { latitude, longitude } = town;
  const elsewhere = { ...GEOGRAPHY, placeAt: () => ({ country: "XX" }) };
  expect(spotIn(chanceOf(1, "spots"), town, elsewhere)).toMatchObject({ latitude, longitude });
  expect(spotIn(chanceOf(1, "spots"), town, GEOGRAPHY)).not.toMatchObject({ latitude, longitude });
});

test("each product and each snapshot has a picture", async () => {
  const read = await Promise.all([...PRODUCT_PICTURES, ...SNAPSHOTS].map(({ read }) => read()));
  expect(PRODUCT_PICTURES).toHaveLength(plan.catalogue.groups.length);
  for (const bytes of read) expect(bytes.toString("latin1", 8, 12)).toBe("WEBP");
});

test("towns.json is what the script writes", () => {
  expect(readFileSync("packages/demo-data/towns.json", "utf8")).toBe(townsFile());
});
