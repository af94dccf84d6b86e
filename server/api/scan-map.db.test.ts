import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { JsonObject } from "@/db/json";
import { newId } from "@/server/platform/ids";
import { closeScanMaps, renderScanMap } from "@/server/platform/scan-map";
import { call, get, problem } from "@/server/testing/api";
import { newSignedIn, producerQuery } from "@/server/testing/dashboard";
import { newItem, newProducer, newScan, unacceptedTokens } from "@/server/testing/factories";
import { sizeOf } from "@/server/testing/pictures";
import { showScanMap } from "@/server/web/dashboard/scan-map";

vi.mock("@/server/platform/scan-map", { spy: true });

beforeEach(() => {
  vi.mocked(renderScanMap).mockClear();
});

afterAll(() => closeScanMaps());

const timesDrawn = () => vi.mocked(renderScanMap).mock.calls.length;

const HAMBURG = { latitude: 53.55, longitude: 9.99 };

/** Creates a scan, in Hamburg by default; returns the path of its map. */
async function newMap(fields: JsonObject = { location: HAMBURG }) {
  const producer = await newProducer();
  const scan = await newScan(await newItem(producer), fields);
  return { producer, token: producer.token, scan, path: `/scans/${scan}/map` };
}

/** Skips rendering: for tests of the steps before and after. */
const drawNothing = () =>
  vi.mocked(renderScanMap).mockResolvedValueOnce({ png: Buffer.from("no picture"), isMakeshift: false });

test("200: a map is a PNG of 600x400 pixels that only the producer may cache", async () => {
  const { token, path } = await newMap();
  const reply = await get(path, { token });
  expect(reply.status).toBe(200);
  expect(await sizeOf(reply.bytes)).toEqual({ format: "png", width: 600, height: 400 });
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    "content-type": "image/png",
    "content-length": `${reply.bytes.byteLength}`,
    "cache-control": "private, no-cache, no-transform",
    "content-disposition": "inline",
    etag: expect.stringMatching(/^"[\w.-]+"$/),
  });
});

test.each([
  ["width=300", 300, 400],
  ["height=200", 600, 200],
  ["width=1200&height=1200", 1200, 1200],
  ["scale=2", 1200, 800],
  ["width=150&height=100&scale=2", 300, 200],
  ["scale=1", 600, 400],
  ["surprise=1", 600, 400],
])("200: with %s the map has %dx%d pixels", async (query, width, height) => {
  const { token, path } = await newMap();
  const reply = await get(`${path}?${query}`, { token });
  expect(await sizeOf(reply.bytes)).toEqual({ format: "png", width, height });
});

test("200: the API ignores the pages' theme parameter: the bytes are the same", async () => {
  const { token, path, scan, producer } = await newMap();
  const plain = await get(path, { token });
  const themed = await get(`${path}?theme=dark`, { token });
  expect(Buffer.from(themed.bytes).equals(Buffer.from(plain.bytes))).toBe(true);
  expect(themed.headers.get("etag")).toBe(plain.headers.get("etag"));
  const { cookie } = await newSignedIn([{ producer, role: "viewer" }]);
  const onPage = async (query: string) => {
    const request = new Request(
      `https://assay.test/api/dashboard/scans/${scan}/map?${query}&${producerQuery(cookie)}`,
      {
        headers: { cookie },
      },
    );
    return showScanMap(request, { params: Promise.resolve({ id: scan }) });
  };
  const [light, dark] = [await onPage("theme=light"), await onPage("theme=dark")];
  expect(light.headers.get("etag")).toBe(plain.headers.get("etag"));
  expect(dark.status).toBe(200);
  expect(dark.headers.get("etag")).not.toBe(plain.headers.get("etag"));
  expect((await onPage("theme=sepia")).status).toBe(400);
});

test.each(["width=1&height=1", "width=1", "height=1", "width=1200&height=1&scale=2"])(
  "200: with %s there is a map, however small",
  async (query) => {
    const { token, path } = await newMap();
    expect((await get(`${path}?${query}`, { token })).status).toBe(200);
  },
);

test.each(
  ["width", "height"].flatMap((side) =>
    ["0", "1201", "-1", "abc", "1.5", "", "1e2", "99999999999"].map((size) => `${side}=${size}`),
  ),
)("400: %s", async (query) => {
  const { token, path } = await newMap();
  expect(problem(await get(`${path}?${query}`, { token }))).toMatchObject({
    status: 400,
    errors: [{ pointer: `/query/${query.split("=")[0]}` }],
  });
  expect(timesDrawn()).toBe(0);
});

test("400: a scale other than 1 or 2; all faults are reported together", async () => {
  const { token, path } = await newMap();
  for (const scale of ["0", "3", "1.5", "", "x", "-1"])
    expect(problem(await get(`${path}?scale=${scale}`, { token })).status, scale).toBe(400);
  const { errors } = problem(await get(`${path}?scale=3&width=0&height=x`, { token }));
  expect(errors?.map(({ pointer }) => pointer).toSorted()).toEqual([
    "/query/height",
    "/query/scale",
    "/query/width",
  ]);
});

test("403: no token, an unaccepted token, an owner key", async () => {
  const { producer, path } = await newMap();
  expect((await get(path)).status).toBe(403);
  expect((await get(path, { ownerKey: producer.ownerKey })).status).toBe(403);
  for (const [what, token] of await unacceptedTokens(producer))
    expect((await get(path, { token })).status, what).toBe(403);
  expect(timesDrawn()).toBe(0);
});

test("404: an unknown scan, and indistinguishably another producer's", async () => {
  const { path, scan, token } = await newMap();
  const other = await newProducer();
  const foreign = problem(await get(path, { token: other.token }));
  expect(foreign).toMatchObject({ status: 404, code: "scan-not-found" });
  for (const id of [newId(), "x"]) {
    const { detail, code } = problem(await get(`/scans/${id}/map`, { token }));
    expect([code, detail.replace(id, scan)]).toEqual([foreign.code, foreign.detail]);
  }
});

test("404: a scan without a location, even if its address gave the country", async () => {
  const { token, path, scan } = await newMap({});
  expect(problem(await get(path, { token }))).toMatchObject({ status: 404, code: "scan-without-location" });
  expect(scan).toBeDefined();
  const producer = await newProducer();
  const byAddress = await newScan(await newItem(producer), {}, { address: "91.198.174.192" });
  expect((await get(`/scans/${byAddress}/map`, { token: producer.token })).status).toBe(404);
});

test("200: a map is rendered once, even for 50 concurrent requests; 304 if the caller's copy is current", async () => {
  const { token, path } = await newMap();
  const replies = await Promise.all(Array.from({ length: 50 }, () => get(path, { token })));
  expect(new Set(replies.map(({ status, bytes }) => `${status} ${bytes.toString("hex")}`)).size).toBe(1);
  const { bytes, headers } = await get(path, { token });
  expect(bytes).toEqual(replies[0]?.bytes);
  const etag = headers.get("etag") ?? "";
  const unchanged = await get(path, { token, headers: { "if-none-match": etag } });
  expect([unchanged.status, unchanged.bytes.byteLength]).toEqual([304, 0]);
  expect(unchanged.headers.get("cache-control")).toBe("private, no-cache, no-transform");
  const head = await call("HEAD", path, { token });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, `${bytes.byteLength}`]);
  const part = await get(path, { token, headers: { range: "bytes=1-3" } });
  expect([part.status, part.bytes.toString()]).toEqual([206, "PNG"]);
  expect(timesDrawn()).toBe(1);
});

test("200: the parameters determine the picture; other parameters give another one", async () => {
  const { token, path } = await newMap({ location: HAMBURG, copyclassification: "original" });
  const etagOf = async (query: string, headers: Record<string, string> = {}) => {
    drawNothing();
    return (await get(`${path}${query}`, { token, headers })).headers.get("etag");
  };
  const etags = [
    await etagOf(""),
    await etagOf("?width=601"),
    await etagOf("?height=401"),
    await etagOf("?scale=2"),
    await etagOf("", { "an-api-client-locale": "de" }),
  ];
  expect(new Set(etags).size).toBe(5);
  const usual = { ...HAMBURG, classification: "original", width: 600, height: 400, scale: 1, locale: "en" };
  expect(vi.mocked(renderScanMap).mock.calls.map(([map]) => map)).toEqual([
    usual,
    { ...usual, width: 601 },
    { ...usual, height: 401 },
    { ...usual, scale: 2 },
    { ...usual, locale: "de" },
  ]);
});

test.each(["not a locale", "*", "en_US", "x".repeat(5000), "zz-ZZ", "ar", "ja"])(
  "200: the locale %j is never an error",
  async (locale) => {
    const { token, path } = await newMap();
    const query = "?width=200&height=150";
    const reply = await get(path + query, { token, headers: { "an-api-client-locale": locale } });
    expect(await sizeOf(reply.bytes)).toMatchObject({ width: 200, height: 150 });
  },
);

test.each([
  [0, 0],
  [90, 0],
  [-90, 180],
  [-16.5, 180],
  [-16.5, -180],
])("200: a map of latitude %d, longitude %d", async (latitude, longitude) => {
  const { token, path } = await newMap({ location: { latitude, longitude } });
  const reply = await get(`${path}?width=200&height=150`, { token });
  expect(await sizeOf(reply.bytes)).toMatchObject({ format: "png", width: 200, height: 150 });
});

test("500: a map that could not be rendered is rendered by the next request", async () => {
  const { token, path } = await newMap();
  vi.mocked(renderScanMap).mockRejectedValueOnce(new Error("The worker died."));
  expect(problem(await get(path, { token })).status).toBe(500);
  drawNothing();
  expect((await get(path, { token })).bytes.toString()).toBe("no picture");
});

test("200: a map without tiles has its own version and is rendered again by the next request", async () => {
  const { token, path } = await newMap();
  vi.mocked(renderScanMap).mockResolvedValue({ png: Buffer.from("makeshift"), isMakeshift: true });
  const makeshifts = await Promise.all([1, 2, 3].map(() => get(path, { token })));
  vi.mocked(renderScanMap).mockResolvedValue({ png: Buffer.from("tiles"), isMakeshift: false });
  const headers = { "if-none-match": makeshifts[0]?.headers.get("etag") ?? "" };
  const after = await get(path, { token, headers });
  vi.mocked(renderScanMap).mockReset();
  for (const { status, headers, bytes } of makeshifts) {
    expect([status, bytes.toString()]).toEqual([200, "makeshift"]);
    expect(headers.get("etag")).toMatch(/-makeshift"$/);
  }
  expect([after.status, after.bytes.toString()]).toEqual([200, "tiles"]);
});

test("200: a locale with an underscore is the same as one with a hyphen", async () => {
  const { token, path } = await newMap();
  const etagOf = async (locale: string) =>
    (await get(path, { token, headers: { "an-api-client-locale": locale } })).headers.get("etag");
  drawNothing();
  expect(await etagOf("de_DE")).toBe(await etagOf("de-DE"));
  expect(vi.mocked(renderScanMap).mock.calls.map(([map]) => map.locale)).toEqual(["de-DE"]);
});
