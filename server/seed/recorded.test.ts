import { chanceOf, checkCharacter, planDemo, scansOf, spotIn, towns } from "@assay/demo-data";
import { expect, test } from "vitest";
import { DAY_MS } from "@/server/core/time";
import { Identifier } from "@/server/domain/items/schema";
import { NewScan } from "@/server/domain/scans/schema";
import { Describable } from "@/server/domain/shared/describable";
import { placeAt } from "@/server/platform/place";
import { lifeOfItem } from "./history";
import { GEOGRAPHY, recordedScan } from "./recorded";

const NOW = Date.UTC(2026, 4, 20, 10, 17);
const PRODUCER = "018f0000-0000-7000-8000-000000000000";

const plan = planDemo(1, { items: 300, scans: 6_000 }, { from: NOW - 90 * DAY_MS, now: NOW }, GEOGRAPHY);
const scans = [...scansOf(plan, GEOGRAPHY)].map((scan) => recordedScan(scan, PRODUCER));

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
    expect(spotIn(chance, town, GEOGRAPHY).place.country).toBe(town.country);
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
