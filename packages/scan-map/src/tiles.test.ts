import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { testRenderer } from "../testing/renderer";
import type { ScanMap, TileSource } from "./options";
import { atWholeZoom, tilePlan } from "./tiles";

vi.setConfig({ testTimeout: 20_000 });

const { load, draw, sceneOf } = testRenderer();

const scan: ScanMap = {
  latitude: 53.5511,
  longitude: 9.9937,
  classification: "original",
  width: 600,
  height: 400,
  scale: 1,
  locale: "en",
};

type Answer = (tile: { z: number; x: number; y: number }) => Promise<{ status: number; body: Buffer }>;

let server: Server;
let source: TileSource;
let answer: Answer;
let requestedUrls: string[];

/** A tile whose colour identifies it. */
const coloured: Answer = async ({ z, x, y }) => ({
  status: 200,
  body: await sharp({
    create: { width: 256, height: 256, channels: 3, background: { r: x % 256, g: y % 256, b: 100 + z } },
  })
    .png()
    .toBuffer(),
});

beforeAll(async () => {
  load();
  server = createServer((request, response) => {
    requestedUrls.push(request.url ?? "");
    const [, z, x, y] = (/^\/(\d+)\/(\d+)\/(\d+)\.png$/.exec(request.url ?? "") ?? []).map(Number);
    answer({ z: z ?? 0, x: x ?? 0, y: y ?? 0 }).then(
      ({ status, body }) => response.writeHead(status).end(body),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  source = { url: `http://127.0.0.1:${port}/{z}/{x}/{y}{r}.png`, attribution: "Our own tiles", maxZoom: 19 };
}, 30_000);

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  requestedUrls = [];
  answer = coloured;
});

async function pixels(png: Uint8Array) {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  return (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)];
}

test("the deployment's tiles are drawn at their positions, pixel by pixel", async () => {
  const { png, isMakeshift } = await draw(scan, source);
  expect(isMakeshift).toBe(false);
  const at = await pixels(png);
  const view = atWholeZoom(sceneOf(scan).view, source);
  const plan = tilePlan(view, source.maxZoom, 1) ?? [];
  expect(plan.length).toBeGreaterThan(5);
  expect(requestedUrls).toHaveLength(plan.length);
  for (const { x, y, z, left, top, size } of plan) {
    expect([left, top, size].every(Number.isInteger)).toBe(true);
    const [insideX, insideY] = [left + 2, top + 2];
    if (insideX < 0 || insideY < 0 || insideX > 400 || insideY > 300) continue;
    expect(at(insideX, insideY)).toEqual([x % 256, y % 256, 100 + z]);
  }
});

test("a place is in the tile of the tile scheme", () => {
  const view = atWholeZoom(sceneOf(scan).view, source);
  const plan = tilePlan(view, source.maxZoom, 1) ?? [];
  const { x, y } = view.project(9.9937, 53.5511);
  const tile = plan.find(({ left, top, size }) => x >= left && x < left + size && y >= top && y < top + size);
  const count = 2 ** (tile?.z ?? 0);
  const latitude = (53.5511 * Math.PI) / 180;
  expect(tile?.x).toBe(Math.floor(((9.9937 + 180) / 360) * count));
  expect(tile?.y).toBe(
    Math.floor(((1 - Math.log(Math.tan(latitude) + 1 / Math.cos(latitude)) / Math.PI) / 2) * count),
  );
});

test("twice the scale loads the next zoom, up to the maximum", () => {
  const view = atWholeZoom(sceneOf(scan).view, source);
  const zoomOf = (maxZoom: number, scale: 1 | 2) => tilePlan(view, maxZoom, scale)?.[0]?.z ?? 0;
  expect(zoomOf(19, 2)).toBe(zoomOf(19, 1) + 1);
  expect(zoomOf(zoomOf(19, 1), 2)).toBe(zoomOf(19, 1));
  const few = { ...source, maxZoom: 5 };
  expect(tilePlan(atWholeZoom(sceneOf(scan).view, few), 5, 1)?.[0]?.z).toBe(5);
});

test("tiles continue across the antimeridian", async () => {
  const { view } = sceneOf({ ...scan, latitude: -17, longitude: 179.99 });
  const plan = tilePlan(atWholeZoom(view, source), 19, 1) ?? [];
  const last = 2 ** (plan[0]?.z ?? 0) - 1;
  const columns = [...new Set(plan.map(({ x }) => x))];
  expect(columns).toContain(0);
  expect(columns).toContain(last);
});

/** A picture that does not compress. */
const noise = (side: number) =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();

/** Collects what nothing holds on to, among it a time limit that only its timer knows. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

const failures: [what: string, answer: Answer][] = [
  ["is not found", async () => ({ status: 404, body: Buffer.alloc(0) })],
  ["is no image", async () => ({ status: 200, body: Buffer.from("<html>no tile</html>") })],
  ["is larger than a mebibyte", async () => ({ status: 200, body: await noise(700) })],
  ["never comes", () => new Promise(() => setTimeout(collectGarbage, 200))],
  ["breaks off", () => Promise.reject(new Error("broken"))],
];

test.each(failures)(
  "one tile that %s: the offline map is drawn as a makeshift",
  async (_, failure) => {
    let count = 0;
    answer = (tile) => (count++ === 1 ? failure(tile) : coloured(tile));
    const [makeshift, offline] = [await draw(scan, source), await draw(scan)];
    expect(requestedUrls.length).toBeGreaterThan(1);
    expect(makeshift).toEqual({ png: offline.png, isMakeshift: true });
  },
  20_000,
);

test("beyond Web Mercator no tile is loaded", async () => {
  const pole = { ...scan, latitude: 86 };
  const marked = { ...source, url: source.url.replace("{z}", "pole/{z}") };
  const [drawn, offline] = [await draw(pole, marked), await draw(pole)];
  expect(requestedUrls.filter((url) => url.includes("pole"))).toEqual([]);
  expect(drawn.png).toEqual(offline.png);
});
