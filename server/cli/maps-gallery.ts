import { mkdirSync, writeFileSync } from "node:fs";
import type { ScanMap } from "@assay/scan-map";
import { closeScanMaps, renderScanMap } from "@/server/platform/scan-map";
import { buildBaseMapIfStale } from "./base-map.mjs";

// node server/cli/run.mjs --dev server/cli/maps-gallery.ts: renders the pictures of docs/guides/maps.md.

type Shown = [file: string, latitude: number, longitude: number, rest?: Partial<ScanMap>];

const SHOWN: Shown[] = [
  ["hamburg", 53.5511, 9.9937, { scale: 2 }],
  ["new-york", 40.7128, -74.006, { classification: "fake" }],
  ["fiji", -17.2, 179.95, { classification: "unknown" }],
  ["mid-pacific", 2, -140, { classification: "error" }],
  ["north-pole", 90, 0],
  ["south-pole", -90, 0],
  ["gibraltar", 36.1408, -5.3536],
  ["singapore", 1.3521, 103.8198, { classification: "fake" }],
  ["null-island", 0, 0, { classification: "unknown" }],
  ["tokyo", 35.6762, 139.6503, { locale: "ja" }],
  ["cairo", 30.0444, 31.2357, { locale: "ar", classification: "fake" }],
  ["longyearbyen", 78.2232, 15.6267],
  ["alps", 46.02, 7.75, { locale: "de" }],
  ["small", 48.8566, 2.3522, { width: 300, height: 200, locale: "fr", classification: "fake" }],
];

const FOLDER = new URL("../../docs/guides/maps/", import.meta.url);

await buildBaseMapIfStale();
mkdirSync(FOLDER, { recursive: true });
for (const [file, latitude, longitude, rest] of SHOWN) {
  const usual = { classification: "original", width: 600, height: 400, scale: 1, locale: "en" } as const;
  const { png } = await renderScanMap({ ...usual, latitude, longitude, ...rest });
  writeFileSync(new URL(`${file}.png`, FOLDER), png);
}
await closeScanMaps();
