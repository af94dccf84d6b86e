import { expect, test } from "vitest";
import { chanceOf } from "./chance";
import { towns } from "./markets";
import { DAY_MS } from "./time";
import { burstAt, busyness, clockOf, growthAt, type Rhythm, zoneOffsetMs } from "./timing";

const NOW = Date.UTC(2026, 4, 20, 10, 17);
const window = { from: NOW - 90 * DAY_MS, now: NOW };

function townIn(country: string) {
  const town = towns.find((one) => one.country === country);
  if (!town) throw new Error(`Country ${country} has no town.`);
  return town;
}

function drawn(rhythm: Rhythm, country: string, count = 4_000): Date[] {
  const clock = clockOf(window, chanceOf(1, "weather"));
  const chance = chanceOf(1, "test");
  const town = townIn(country);
  return Array.from({ length: count }, () => {
    const at = clock.draw(chance, rhythm, town, window.from);
    return new Date(at + zoneOffsetMs(town.zone, at));
  });
}

const share = <T>(all: T[], is: (one: T) => boolean) => all.filter(is).length / all.length;

test("buyers scan more in the evening than in the morning and hardly at night, in local time", () => {
  for (const country of ["DE", "JP", "US"]) {
    const hours = drawn("shopper", country).map((at) => at.getUTCHours());
    const between = (first: number, last: number) => share(hours, (hour) => hour >= first && hour < last);
    expect(between(17, 21)).toBeGreaterThan(between(7, 11));
    expect(between(1, 6)).toBeLessThan(0.05);
  }
});

test("shops scan during working hours on working days, and not on Fridays where Friday is a day off", () => {
  const german = drawn("staff", "DE");
  expect(share(german, (at) => at.getUTCHours() >= 7 && at.getUTCHours() < 19)).toBeGreaterThan(0.97);
  expect(share(german, (at) => [0, 6].includes(at.getUTCDay()))).toBeLessThan(0.08);
  expect(share(drawn("staff", "SA"), (at) => [5, 6].includes(at.getUTCDay()))).toBeLessThan(0.08);
});

test("on weekends buyers scan more and staff less", () => {
  const saturday = { weekday: 6, month: 4, hour: 11 };
  expect(busyness("shopper", saturday, [0, 6])).toBeGreaterThan(busyness("shopper", saturday, [5]));
  expect(busyness("staff", saturday, [0, 6])).toBeLessThan(busyness("staff", saturday, [5]));
});

test("December is busier than February, and scans grow over the window", () => {
  const at = (month: number) => busyness("shopper", { weekday: 2, month, hour: 18 }, [0, 6]);
  expect(at(11)).toBeGreaterThan(at(1));
  expect(growthAt(1)).toBeGreaterThan(growthAt(0.5));
  const days = drawn("shopper", "DE").map((local) => (local.getTime() - window.from) / (90 * DAY_MS));
  expect(share(days, (part) => part > 0.5)).toBeGreaterThan(0.52);
});

test("counterfeit scans come in a burst and decay", () => {
  expect(burstAt(0.74)).toBeGreaterThan(20 * burstAt(0.5));
  expect(burstAt(0.74)).toBeGreaterThan(burstAt(0.8));
  expect(burstAt(0.8)).toBeGreaterThan(burstAt(0.99));
});

test("no time is before the earliest permitted one or after now", () => {
  const clock = clockOf(window, chanceOf(1, "weather"));
  const chance = chanceOf(2, "test");
  for (const earliest of [window.from, NOW - 3 * DAY_MS, NOW - 1_000, NOW]) {
    for (let i = 0; i < 300; i++) {
      const at = clock.draw(chance, "shopper", townIn("IN"), earliest);
      expect(at).toBeGreaterThanOrEqual(earliest);
      expect(at).toBeLessThanOrEqual(NOW);
    }
  }
});

test("zone offsets include half hours and daylight saving time", () => {
  expect(zoneOffsetMs("Asia/Kolkata", NOW)).toBe(5.5 * 3_600_000);
  expect(zoneOffsetMs("Europe/Berlin", Date.UTC(2026, 0, 1))).toBe(3_600_000);
  expect(zoneOffsetMs("Europe/Berlin", Date.UTC(2026, 6, 1))).toBe(7_200_000);
  expect(zoneOffsetMs("America/New_York", Date.UTC(2026, 0, 1))).toBe(-5 * 3_600_000);
  expect(zoneOffsetMs("Europe/London", Date.UTC(2026, 0, 1))).toBe(0);
});
