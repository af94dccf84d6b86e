import { expect, test } from "vitest";
import type { ScanFacts } from "./facts";
import { sessionsOf } from "./sessions";

const scanBy = (os: string, at: number): ScanFacts => ({
  id: String(at),
  timestamp: new Date(at),
  copyclassification: "original",
  latitude: 53.55,
  longitude: 10,
  country: "DE",
  os,
  device: null,
});

test("scanners that differ only in the case of their operating system are the same", () => {
  expect(sessionsOf([scanBy("iOS", 0), scanBy("ios", 1_000)])).toHaveLength(1);
  expect(sessionsOf([scanBy("iOS", 0), scanBy("android", 1_000)])).toHaveLength(2);
});
