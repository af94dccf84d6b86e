import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { buildBaseMapIfStale } from "@/server/cli/base-map.mjs";
import { picture } from "@/server/testing/pictures";
import { mapData } from "./draw";
import type { ScanMap, TileSource } from "./options";
import drawJob from "./worker";

vi.setConfig({ testTimeout: 20_000 });

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
let asked = 0;
let isBroken = false;

beforeAll(async () => {
  await buildBaseMapIfStale();
  mapData();
  const tile = await picture("png", { width: 256, height: 256 });
  server = createServer((_, response) => {
    asked++;
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

/** What a map that is drawn now is like, and whether the tile server was asked for it. */
async function drawnNow() {
  asked = 0;
  const { png, isMakeshift } = await drawJob({ map, tiles });
  return { hash: hashOf(png), isMakeshift, isAsked: asked > 0 };
}

const hashOf = (png: Uint8Array) => createHash("sha256").update(png).digest("hex");
const offlineMap = async () => hashOf((await drawJob({ map, tiles: undefined })).png);

beforeEach(() => {
  isBroken = false;
  // Long after whatever an earlier test left.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
});

test("after tiles that do not come, the tile server is left alone for 30 s: offline maps, as makeshifts", async () => {
  const offline = { hash: await offlineMap(), isMakeshift: true };
  isBroken = true;
  expect(await drawnNow()).toEqual({ ...offline, isAsked: true });
  isBroken = false;
  const began = Date.now();
  for (const ms of [0, 1_000, 29_999]) {
    vi.setSystemTime(began + ms);
    expect(await drawnNow()).toEqual({ ...offline, isAsked: false });
  }
  vi.setSystemTime(began + 30_000);
  const again = await drawnNow();
  expect(again).toMatchObject({ isMakeshift: false, isAsked: true });
  expect(again.hash).not.toBe(offline.hash);
});

test("tiles that fail again after the 30 s have another 30 s", async () => {
  isBroken = true;
  await drawnNow();
  vi.advanceTimersByTime(30_000);
  expect(await drawnNow()).toMatchObject({ isMakeshift: true, isAsked: true });
  vi.advanceTimersByTime(29_999);
  expect(await drawnNow()).toMatchObject({ isMakeshift: true, isAsked: false });
  vi.advanceTimersByTime(1);
  expect(await drawnNow()).toMatchObject({ isMakeshift: true, isAsked: true });
});

test("tiles that come are asked for with each map", async () => {
  for (let i = 0; i < 2; i++) expect(await drawnNow()).toMatchObject({ isMakeshift: false, isAsked: true });
});

test("a deployment without tiles has no makeshifts, whatever failed before", async () => {
  isBroken = true;
  await drawnNow();
  expect((await drawJob({ map, tiles: undefined })).isMakeshift).toBe(false);
});
