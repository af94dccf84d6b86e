import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { testRenderer } from "../testing/renderer";
import type { ScanMap, TileSource } from "./options";
import { mapWorker } from "./worker";

vi.setConfig({ testTimeout: 20_000 });

const renderer = testRenderer();
const drawJob = mapWorker(renderer);

const map: ScanMap = {
  latitude: 53.5511,
  longitude: 9.9937,
  classification: "original",
  width: 120,
  height: 80,
  scale: 1,
  locale: "en",
};

let server: Server;
let tiles: TileSource;
let requests = 0;
let isBroken = false;

beforeAll(async () => {
  renderer.load();
  const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: "#aabbcc" } })
    .png()
    .toBuffer();
  server = createServer((_, response) => {
    requests++;
    response.writeHead(isBroken ? 503 : 200).end(isBroken ? undefined : tile);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  tiles = { url: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`, attribution: "Our own tiles", maxZoom: 19 };
}, 30_000);

afterAll(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

/** Draws a map; returns its hash, and whether the tile server received a request. */
async function drawnNow() {
  requests = 0;
  const { png, isMakeshift } = await drawJob({ map, tiles });
  return { hash: hashOf(png), isMakeshift, isRequested: requests > 0 };
}

const hashOf = (png: Uint8Array) => createHash("sha256").update(png).digest("hex");
const offlineMap = async () => hashOf((await drawJob({ map, tiles: undefined })).png);

beforeEach(() => {
  isBroken = false;
  // Later than any state of an earlier test.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
});

test("after tiles fail, the tile server gets no requests for 30 s, and offline maps are drawn as makeshifts", async () => {
  const offline = { hash: await offlineMap(), isMakeshift: true };
  isBroken = true;
  expect(await drawnNow()).toEqual({ ...offline, isRequested: true });
  isBroken = false;
  const began = Date.now();
  for (const ms of [0, 1_000, 29_999]) {
    vi.setSystemTime(began + ms);
    expect(await drawnNow()).toEqual({ ...offline, isRequested: false });
  }
  vi.setSystemTime(began + 30_000);
  const again = await drawnNow();
  expect(again).toMatchObject({ isMakeshift: false, isRequested: true });
  expect(again.hash).not.toBe(offline.hash);
});

test("tiles that fail again after 30 s are skipped for another 30 s", async () => {
  isBroken = true;
  await drawnNow();
  vi.advanceTimersByTime(30_000);
  expect(await drawnNow()).toMatchObject({ isMakeshift: true, isRequested: true });
  vi.advanceTimersByTime(29_999);
  expect(await drawnNow()).toMatchObject({ isMakeshift: true, isRequested: false });
  vi.advanceTimersByTime(1);
  expect(await drawnNow()).toMatchObject({ isMakeshift: true, isRequested: true });
});

test("tiles that load are requested for each map", async () => {
  for (let i = 0; i < 2; i++)
    expect(await drawnNow()).toMatchObject({ isMakeshift: false, isRequested: true });
});

test("a deployment without tiles draws no makeshifts, whatever failed before", async () => {
  isBroken = true;
  await drawnNow();
  expect((await drawJob({ map, tiles: undefined })).isMakeshift).toBe(false);
});
