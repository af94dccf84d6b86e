import { expect, test } from "vitest";
import { assess } from "./assess";
import type { ScanFacts } from "./facts";
import { GOLDEN } from "./golden";
import { isQuiet, newRecent, remember } from "./recent";

// Holds decision 0026: scans of quiet items are assessed without their history, with the same result.

const recentOf = (scans: readonly ScanFacts[]) => {
  const recent = newRecent(0);
  for (const scan of scans) remember(recent, scan);
  return recent;
};

/** Numbers of 0 to 1 that are the same in every run. */
function newRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Scans by few or many scanners, in a town, a region or the world, within minutes or a day. */
function scansOf(random: () => number): ScanFacts[] {
  const devices = Math.ceil(random() * 12);
  const degrees = [0.001, 0.3, 0.9, 1.5, 60][Math.floor(random() * 5)] ?? 0;
  const spanMs = [60_000, 3_600_000, 86_400_000][Math.floor(random() * 3)] ?? 0;
  const count = Math.ceil(random() * 30);
  const latitude = random() * 160 - 80;
  return Array.from({ length: count }, (_, n) => ({
    id: `scan-${n}`,
    timestamp: new Date(1_700_000_000_000 + Math.floor((n / count) * spanMs)),
    copyclassification: random() < 0.5 ? "original" : "unknown",
    ...(random() < 0.8
      ? { latitude: latitude + random() * degrees, longitude: 10 + random() * degrees }
      : { latitude: null, longitude: null }),
    country: null,
    os: "ios",
    device: random() < 0.9 ? `device-${Math.floor(random() * devices)}` : null,
  }));
}

test("no rule about earlier scans finds anything in the scans of a quiet item", () => {
  const random = newRandom(7);
  const item = { invalidatedAt: null, stolenAt: null, markets: null };
  let quiet = 0;
  for (let n = 0; n < 3_000; n++) {
    const scans = scansOf(random);
    if (!isQuiet(recentOf(scans))) continue;
    quiet++;
    for (const [at, scan] of scans.entries()) expect(assess(scan, scans.slice(0, at), item)).toBeUndefined();
  }
  expect(quiet).toBeGreaterThan(300);
});

test.each(GOLDEN)("$name: a quiet item has the same findings without its history", ({ scans, item }) => {
  if (!isQuiet(recentOf(scans))) return;
  for (const [at, scan] of scans.entries())
    expect(assess(scan, [], item)).toEqual(assess(scan, scans.slice(0, at), item));
});

test("scans before the remembered time do not count", () => {
  const [scan] = scansOf(newRandom(1));
  const recent = newRecent((scan?.timestamp.getTime() ?? 0) + 1);
  if (scan) remember(recent, scan);
  expect(recent.devices.size + recent.unnamed).toBe(0);
});
