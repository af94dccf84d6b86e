import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import type { ScanMap } from "./options";
import { drawInPool, openMapPool, TooManyMaps } from "./pool";

const pool = openMapPool({ filename: fileURLToPath(new URL("../testing/worker.mjs", import.meta.url)) });
afterAll(() => pool.destroy());

const drawn = (map: ScanMap) => drawInPool(pool, { map, tiles: undefined });

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
  const pictures = await Promise.all([1, 2, 3].map(() => drawn(scan)));
  for (const { png } of pictures) {
    expect(await sharp(png).metadata()).toMatchObject({ format: "png", width: 600, height: 400 });
  }
}, 20_000);

test("a map that cannot be drawn fails alone, and the next one is drawn", async () => {
  await expect(drawn({ ...scan, width: 0 })).rejects.toThrow();
  expect(Buffer.from((await drawn(scan)).png.subarray(1, 4)).toString()).toBe("PNG");
}, 20_000);

test("maps beyond the queue limit are refused", async () => {
  const asked = Array.from({ length: 80 }, () => drawn({ ...scan, width: 16, height: 16 }));
  const outcomes = await Promise.allSettled(asked);
  const refused = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(80);
  expect(refused.every(({ reason }) => reason instanceof TooManyMaps)).toBe(true);
}, 20_000);
