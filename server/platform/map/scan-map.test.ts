import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildBaseMapIfStale } from "@/server/cli/base-map.mjs";
import type { ScanMap } from "./options";
import { closeScanMaps, renderScanMap } from "./scan-map";

beforeAll(buildBaseMapIfStale, 30_000);
afterAll(closeScanMaps);

const scan: ScanMap = {
  latitude: 35.6762,
  longitude: 139.6503,
  classification: "fake",
  width: 300,
  height: 200,
  scale: 2,
  locale: "ja",
};

test("maps are drawn in a separate thread, even for concurrent calls", async () => {
  const pictures = await Promise.all([1, 2, 3].map(() => renderScanMap(scan)));
  for (const { png } of pictures) {
    expect(await sharp(png).metadata()).toMatchObject({ format: "png", width: 600, height: 400 });
  }
}, 20_000);

test("a map that cannot be drawn fails alone, and the next one is drawn", async () => {
  await expect(renderScanMap({ ...scan, width: 0 })).rejects.toThrow();
  expect(Buffer.from((await renderScanMap(scan)).png.subarray(1, 4)).toString()).toBe("PNG");
}, 20_000);

test("maps beyond the queue limit are refused", async () => {
  const asked = Array.from({ length: 80 }, () => renderScanMap({ ...scan, width: 16, height: 16 }));
  const outcomes = await Promise.allSettled(asked);
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(80);
}, 20_000);

test("after closing, the next map starts a new thread", async () => {
  await closeScanMaps();
  expect(Buffer.from((await renderScanMap(scan)).png.subarray(1, 4)).toString()).toBe("PNG");
}, 20_000);
