import type { NewScan } from "@/server/domain/scans/schema";
import type { Scenario } from "./schema";

interface Place {
  latitude: number;
  longitude: number;
}

const BERLIN = { latitude: 52.52, longitude: 13.405 };
const LISBON = { latitude: 38.722, longitude: -9.139 };
const TOKYO = { latitude: 35.677, longitude: 139.65 };
/** Twelve cities in twelve countries. */
const CITIES: readonly Place[] = [
  BERLIN,
  LISBON,
  TOKYO,
  { latitude: 48.857, longitude: 2.352 },
  { latitude: 41.009, longitude: 28.965 },
  { latitude: 19.076, longitude: 72.878 },
  { latitude: 31.23, longitude: 121.474 },
  { latitude: 40.713, longitude: -74.006 },
  { latitude: -23.551, longitude: -46.633 },
  { latitude: 6.524, longitude: 3.379 },
  { latitude: 25.204, longitude: 55.27 },
  { latitude: 51.507, longitude: -0.128 },
];
/** More scanners than the rule on bursts allows in one place. */
const BURST_SCANNERS = 40;

const OS = ["iOS", "Android"];

const scanBy = (
  scanner: number,
  location: Place,
  copyclassification: NewScan["copyclassification"] = "original",
): Omit<NewScan, "identifier"> => {
  const os = OS[scanner % OS.length] ?? "iOS";
  return {
    copyclassification,
    location,
    data: { simulated: true },
    softwareInfo: { app: "Scan simulator", versionApp: "1.0", os },
    deviceInfo: { os, environment: { deviceId: `simulated-${scanner}` } },
  };
};

const PLAYS: Record<Scenario, () => Omit<NewScan, "identifier">[]> = {
  genuine: () => [scanBy(0, BERLIN)],
  copiedCode: () => CITIES.map((city, index) => scanBy(index, city, index % 2 === 1 ? "fake" : "original")),
  impossibleTravel: () => [scanBy(0, LISBON), scanBy(1, TOKYO)],
  burst: () => Array.from({ length: BURST_SCANNERS }, (_, index) => scanBy(index, BERLIN)),
};

/** The scans of a scenario, in their order, of one item. */
export const scansOf = (scenario: Scenario, identifier: string): NewScan[] =>
  PLAYS[scenario]().map((scan) => ({ ...scan, identifier }));
