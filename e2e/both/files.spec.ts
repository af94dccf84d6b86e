import { randomBytes, randomUUID } from "node:crypto";
import { readdirSync, readlinkSync } from "node:fs";
import { connect } from "node:net";
import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { z } from "zod";
import { newProducer } from "../credentials";
import { onTheWire, type WireAnswer } from "../wire";

// Holds decision 0002.

const MIB = 1024 * 1024;

const Created = z.strictObject({ id: z.string(), path: z.string(), url: z.string() });
const Listed = z.array(z.object({ id: z.string(), data: z.looseObject({ size: z.number() }) }));
const Problem = z.object({ status: z.number(), code: z.string() });
const Scanned = z.object({ scan: z.object({ id: z.string() }) });
const ScanWithImages = z.object({ id: z.string(), data: z.looseObject({ images: z.array(z.string()) }) });

let token = "";

test.beforeAll(async () => {
  ({ token } = await newProducer("Files"));
});

/** Headers of a client that asks for compression. */
const PACKED = { "accept-encoding": "gzip, deflate, br, zstd" };

/** API client with the producer's token. */
function producerAt(baseURL: string | undefined) {
  const send = (method: string, path: string, sending: Parameters<typeof onTheWire>[2] = {}) =>
    onTheWire(method, new URL(`/api/v2${path}`, baseURL), {
      ...sending,
      headers: { "an-api-token": token, ...sending.headers },
    });
  const json = (path: string, body: unknown) =>
    send("POST", path, { headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  return {
    send,
    json,
    get: (path: string, headers: Record<string, string> = {}) => send("GET", path, { headers }),
    keep: async (bytes: Buffer, contentType: string, name?: string) => {
      const answer = await json("/contents", {
        "content-type": contentType,
        data: bytes.toString("base64"),
        name,
      });
      expect(answer.status, answer.bytes.toString()).toBe(200);
      return Created.parse(bodyOf(answer));
    },
  };
}

/** JSON body of a response, chunked or with a length. */
function bodyOf({ headers, bytes }: WireAnswer): unknown {
  return JSON.parse((headers.get("transfer-encoding") === "chunked" ? unchunked(bytes) : bytes).toString());
}

function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.byteLength; ) {
    const lineEnd = bytes.indexOf("\r\n", at);
    const length = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
  return Buffer.concat(parts);
}

/** Expect the headers of a file, and a content-length equal to its exact bytes. */
function expectFile(answer: WireAnswer, status: number, contentType: string, length: number) {
  const { headers, bytes } = answer;
  expect(answer.status, bytes.toString("latin1", 0, 500)).toBe(status);
  expect(headers.get("content-length")).toBe(String(length));
  expect(headers.get("transfer-encoding")).toBeUndefined();
  expect(headers.get("content-encoding")).toBeUndefined();
  expect(headers.get("content-type")).toBe(contentType);
  expect(headers.get("x-request-id")).toMatch(/./);
  expectGuarded(headers);
}

function expectGuarded(headers: Map<string, string>) {
  expect(headers.get("etag")).toMatch(/^"[\w.-]+"$/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")?.split("; ")).toEqual(
    expect.arrayContaining(["default-src 'none'", "sandbox"]),
  );
  expect([...headers.keys()].filter((name) => name.startsWith("x-assay"))).toEqual([]);
}

const png = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();

const jpeg = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer();

test("a file is stored, listed, read whole and in parts, deduplicated and deleted", async ({ baseURL }) => {
  const producer = producerAt(baseURL);
  const bytes = await png(40, 30);
  const created = await producer.keep(bytes, "image/png", "Zeiger & Blatt.png");
  const at = `/contents/${created.id}`;
  expect(created).toMatchObject({
    path: `contents/${created.id}`,
    url: `${baseURL}/api/v2${at}`,
  });
  const later = await producer.keep(Buffer.from("later"), "text/plain");
  const list = Listed.parse(bodyOf(await producer.get("/contents")));
  const places = [later.id, created.id].map((id) => list.findIndex((content) => content.id === id));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(list[places[1] ?? -1]?.data.size).toBe(bytes.byteLength);

  const whole = await producer.get(at);
  expectFile(whole, 200, "image/png", bytes.byteLength);
  expect(whole.bytes.equals(bytes)).toBe(true);
  expect(whole.headers.get("content-disposition")).toMatch(/^inline; filename=".*\.png"/);
  expect(whole.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(whole.headers.get("access-control-allow-origin")).toBe("*");
  const anonymous = await onTheWire("GET", new URL(created.url));
  expectFile(anonymous, 200, "image/png", bytes.byteLength);
  expect(anonymous.bytes.equals(bytes)).toBe(true);

  const head = await producer.send("HEAD", at);
  expectFile(head, 200, "image/png", bytes.byteLength);
  expect(head.bytes.byteLength).toBe(0);

  const size = bytes.byteLength;
  for (const [range, start, end] of [
    ["bytes=0-0", 0, 0],
    ["bytes=10-99", 10, 99],
    ["bytes=100-", 100, size - 1],
    ["bytes=-7", size - 7, size - 1],
    [`bytes=5-${10 * size}`, 5, size - 1],
  ] as const) {
    const part = await producer.get(at, { range });
    expectFile(part, 206, "image/png", end - start + 1);
    expect(part.headers.get("content-range"), range).toBe(`bytes ${start}-${end}/${size}`);
    expect(part.bytes.equals(bytes.subarray(start, end + 1)), range).toBe(true);
  }
  for (const range of [`bytes=${size}-`, "bytes=0-1,5-6", "bytes=x", "lines=1-2"]) {
    const all = await producer.get(at, { range });
    expectFile(all, 200, "image/png", size);
    expect(all.bytes.equals(bytes), range).toBe(true);
  }

  const etag = whole.headers.get("etag") ?? "";
  for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const unchanged = await producer.get(at, { "if-none-match": condition });
    expect([unchanged.status, unchanged.bytes.byteLength, condition]).toEqual([304, 0, condition]);
    expectGuarded(unchanged.headers);
  }
  expectFile(await producer.get(at, { "if-none-match": '"other"' }), 200, "image/png", size);
  expectFile(await producer.get(at, { range: "bytes=0-9", "if-range": etag }), 206, "image/png", 10);
  expectFile(await producer.get(at, { range: "bytes=0-9", "if-range": '"other"' }), 200, "image/png", size);

  const deleted = await producer.send("DELETE", at);
  expect([deleted.status, deleted.bytes.byteLength]).toEqual([200, 0]);
  for (const path of [at, `${at}/20`]) {
    const gone = await producer.get(path);
    expect([gone.status, Problem.parse(bodyOf(gone)).code]).toEqual([404, "content-not-found"]);
  }
});

test("generated pictures have the length of their bytes, also for clients that ask for compression", async ({
  baseURL,
}) => {
  const producer = producerAt(baseURL);
  const photo = await producer.keep(await jpeg(800, 600), "image/jpeg");
  const identifier = `clock/${randomUUID()}`;
  expect((await producer.json("/items", { identifier, image: photo.path })).status).toBe(200);
  const made = [
    `/contents/${photo.id}/200`,
    `/contents/${photo.id}/200?quality=20`,
    `/items/${encodeURIComponent(identifier)}/thumbnail/120`,
  ];
  for (const path of made) {
    // First generated, then read from the cache.
    for (const headers of [PACKED, PACKED, {}]) {
      const picture = await producer.get(path, headers);
      expectFile(picture, 200, "image/jpeg", picture.bytes.byteLength);
      const { width, format } = await sharp(picture.bytes).metadata();
      expect([width, format]).toEqual([path.includes("thumbnail") ? 120 : 200, "jpeg"]);
    }
    const picture = await producer.get(path);
    const size = picture.bytes.byteLength;
    const head = await producer.send("HEAD", path);
    expectFile(head, 200, "image/jpeg", size);
    expect(head.bytes.byteLength).toBe(0);
    const etag = picture.headers.get("etag") ?? "";
    const unchanged = await producer.get(path, { "if-none-match": etag });
    expect([unchanged.status, unchanged.bytes.byteLength]).toEqual([304, 0]);
    expectGuarded(unchanged.headers);
    const part = await producer.get(path, { range: "bytes=2-11" });
    expectFile(part, 206, "image/jpeg", 10);
    expect(part.bytes.equals(picture.bytes.subarray(2, 12))).toBe(true);
  }
  const etags = await Promise.all(made.map(async (path) => (await producer.get(path)).headers.get("etag")));
  expect(new Set(etags).size).toBe(made.length);
});

test("images of a scan, sent as a form or as raw bytes, read back as files", async ({ baseURL }) => {
  const producer = producerAt(baseURL);
  const identifier = randomUUID();
  expect((await producer.json("/items", { identifier })).status).toBe(200);
  const { scan } = Scanned.parse(bodyOf(await producer.json("/scans", { identifier })));
  const photo = await jpeg(120, 80);

  const boundary = "----photo";
  const form = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="note"\r\n\r\nnone\r\n` +
        `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="dial.jpg"\r\n` +
        "content-type: image/jpeg\r\n\r\n",
    ),
    photo,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  for (const [contentType, body] of [
    [`multipart/form-data; boundary=${boundary}`, form],
    ["image/png", await png(50, 50)],
  ] as const) {
    const url = new URL(`/api/v2/scans/${scan.id}/image`, baseURL);
    const added = await onTheWire("POST", url, { headers: { "content-type": contentType }, body });
    expect(added.status, added.bytes.toString()).toBe(200);
  }
  const { images } = ScanWithImages.parse(bodyOf(await producer.get(`/scans/${scan.id}`))).data;
  const files = await Promise.all(images.map((url) => onTheWire("GET", new URL(url), { headers: PACKED })));
  const seen = await Promise.all(
    files.map(async (file) => {
      const { format, width, height } = await sharp(file.bytes).metadata();
      expectFile(file, 200, `image/${format}`, file.bytes.byteLength);
      return `${format} ${width} x ${height}`;
    }),
  );
  expect(seen.toSorted()).toEqual(["jpeg 120 x 80", "png 50 x 50"]);
});

test("a scan's map is a PNG of the requested size, first drawn and then cached", async ({ baseURL }) => {
  const producer = producerAt(baseURL);
  const identifier = randomUUID();
  expect((await producer.json("/items", { identifier })).status).toBe(200);
  const location = { latitude: 53.5511, longitude: 9.9937 };
  const { scan } = Scanned.parse(bodyOf(await producer.json("/scans", { identifier, location })));
  const at = `/scans/${scan.id}/map?width=300&height=200`;
  const first = await producer.get(at, PACKED);
  expectFile(first, 200, "image/png", first.bytes.byteLength);
  expect(first.headers.get("cache-control")).toMatch(/^private\b/);
  const { format, width, height } = await sharp(first.bytes).metadata();
  expect([format, width, height]).toEqual(["png", 300, 200]);
  const again = await producer.get(at, PACKED);
  expectFile(again, 200, "image/png", first.bytes.byteLength);
  expect(again.bytes.equals(first.bytes)).toBe(true);
  const head = await producer.send("HEAD", at);
  expectFile(head, 200, "image/png", first.bytes.byteLength);
  expect(head.bytes.byteLength).toBe(0);
  const unchanged = await producer.get(at, { "if-none-match": first.headers.get("etag") ?? "" });
  expect([unchanged.status, unchanged.bytes.byteLength]).toEqual([304, 0]);
  const stranger = await onTheWire("GET", new URL(`/api/v2${at}`, baseURL));
  expect(stranger.status).toBe(403);
});

test("compressible files are sent uncompressed, at every size", async ({ baseURL }) => {
  const producer = producerAt(baseURL);
  for (const [contentType, size] of [
    ["text/plain", 0],
    ["text/plain", 1],
    ["text/html", 5_000],
    ["application/json", 100_000],
    ["image/svg+xml", 255 * 1024],
    // Buffered up to this size, streamed from the next line on.
    ["text/css", 256 * 1024],
    ["application/javascript", 256 * 1024 + 1],
    ["text/plain", 3 * MIB],
  ] as const) {
    const bytes = Buffer.alloc(size, "many equal words ");
    const { id } = await producer.keep(bytes, contentType);
    for (const headers of [{}, PACKED, { "accept-encoding": "gzip" }]) {
      const file = await producer.get(`/contents/${id}`, headers);
      expectFile(file, 200, contentType, size);
      expect(file.headers.get("content-disposition")).toMatch(/^attachment\b/);
      expect(file.bytes.equals(bytes), `${contentType} of ${size} bytes`).toBe(true);
      const head = await producer.send("HEAD", `/contents/${id}`, { headers });
      expectFile(head, 200, contentType, size);
      expect(head.bytes.byteLength).toBe(0);
    }
  }
});

test("10 MiB are uploaded and read back byte for byte, whole and in parts; one byte more is refused", async ({
  baseURL,
}) => {
  const producer = producerAt(baseURL);
  const bytes = randomBytes(10 * MIB);
  const type = "application/octet-stream";
  const { id } = await producer.keep(bytes, type);
  const all = await Promise.all([1, 2, 3].map(() => producer.get(`/contents/${id}`, PACKED)));
  for (const file of all) {
    expectFile(file, 200, type, bytes.byteLength);
    expect(file.bytes.equals(bytes)).toBe(true);
  }
  const part = await producer.get(`/contents/${id}`, { range: `bytes=${MIB}-${9 * MIB}` });
  expectFile(part, 206, type, 8 * MIB + 1);
  expect(part.bytes.equals(bytes.subarray(MIB, 9 * MIB + 1))).toBe(true);

  const tooMuch = await producer.json("/contents", {
    "content-type": type,
    data: Buffer.alloc(10 * MIB + 1).toString("base64"),
  });
  expect(tooMuch.status).toBe(400);
  expect(tooMuch.bytes.toString()).toContain("at most 10485760 bytes");
});

/** Number of open handles on a content's bytes, by process. */
function timesOpen(id: string): number {
  const inEachProcess = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => linksIn(`/proc/${pid}/fd`));
  return inEachProcess.filter((file) => file.endsWith(`/${id}`)).length;
}

/** Targets of the links in a folder, without links that vanish during the read. */
function linksIn(folder: string): string[] {
  try {
    return readdirSync(folder).flatMap((name) => linkAt(`${folder}/${name}`));
  } catch {
    return [];
  }
}

function linkAt(file: string): string[] {
  try {
    return [readlinkSync(file)];
  } catch {
    return [];
  }
}

const MANY_READERS = 40;

test.describe("a streamed file leaves no open handle", () => {
  test.skip(process.platform !== "linux", "needs /proc");

  test("after readers left in the middle, without harm to other readers", async ({ baseURL }) => {
    const producer = producerAt(baseURL);
    const bytes = randomBytes(10 * MIB);
    const { id, url } = await producer.keep(bytes, "application/octet-stream");
    const { hostname, port, host, pathname } = new URL(url);
    const leave = () =>
      new Promise<void>((resolve, reject) => {
        const socket = connect(Number(port), hostname);
        socket.on("error", reject);
        socket.once("data", () => {
          socket.resetAndDestroy();
          resolve();
        });
        socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
      });
    await Promise.all(Array.from({ length: MANY_READERS }, leave));
    await expect.poll(() => timesOpen(id)).toBe(0);
    const file = await producer.get(`/contents/${id}`);
    expectFile(file, 200, "application/octet-stream", bytes.byteLength);
    expect(file.bytes.equals(bytes)).toBe(true);
    await expect.poll(() => timesOpen(id)).toBe(0);
  });

  test("after HEAD", async ({ baseURL }) => {
    const producer = producerAt(baseURL);
    const { id } = await producer.keep(randomBytes(MIB), "application/octet-stream");
    const head = () => producer.send("HEAD", `/contents/${id}`);
    for (const answer of await Promise.all(Array.from({ length: MANY_READERS }, head)))
      expectFile(answer, 200, "application/octet-stream", MIB);
    await expect.poll(() => timesOpen(id)).toBe(0);
  });
});
