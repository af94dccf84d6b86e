import { readdirSync, readlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { call, get, post } from "@/server/testing/api";
import { newContent, newItem, newProducer } from "@/server/testing/factories";
import { picture } from "@/server/testing/pictures";
import { until } from "@/server/testing/until";

const TEXT = "0123456789abcdefghij";

const newText = async (text = TEXT) => newContent(await newProducer(), "text/plain", text);
const bytesOf = (length: number) => Buffer.from(Array.from({ length }, (_, i) => (i * 31 + (i >> 8)) % 256));

test("200: a file is public and has complete response headers", async () => {
  const producer = await newProducer();
  const bytes = await picture("png");
  const id = await newContent(producer, "image/png", bytes, { name: "watch.png" });
  for (const options of [{}, { token: producer.token }, { token: "no token" }, { ownerKey: "no key" }]) {
    const reply = await get(`/contents/${id}`, options);
    expect(reply.status).toBe(200);
    expect(reply.bytes).toEqual(bytes);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": `${bytes.byteLength}`,
      etag: `"${id}"`,
      "cache-control": "public, no-cache, no-transform",
      "accept-ranges": "bytes",
      "content-disposition": "inline; filename=watch.png",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "cross-origin",
      "access-control-allow-origin": "*",
    });
    expect(reply.headers.get("content-security-policy")).toMatch(/default-src 'none'.*; sandbox$/);
  }
  expect((await get(`/contents/${id.toUpperCase()}`)).headers.get("etag")).toBe(`"${id}"`);
});

test("200: an empty file is returned whole for any range", async () => {
  const id = await newText("");
  for (const range of [undefined, "bytes=0-", "bytes=0-0", "bytes=-1", "bytes=5-9"]) {
    const reply = await get(`/contents/${id}`, range === undefined ? {} : { headers: { range } });
    expect([reply.status, reply.bytes.byteLength], range).toEqual([200, 0]);
    expect(reply.headers.get("content-length")).toBe("0");
    expect(reply.headers.get("content-range")).toBeNull();
  }
});

/** Parses the file name of a content-disposition as browsers do. */
function savedAs(disposition: string | null): string | undefined {
  const extended = disposition?.match(/; filename\*=UTF-8''([^;]+)$/)?.[1];
  if (extended !== undefined) return decodeURIComponent(extended);
  const [, quoted, token] = disposition?.match(/; filename=(?:"((?:[^"\\]|\\.)*)"|([^\s";]+))$/) ?? [];
  return quoted?.replace(/\\(.)/g, "$1") ?? token;
}

test.each([
  "watch.png",
  "Übergröße.txt",
  'a "quoted" name',
  "back\\slash",
  "semi;colon=x",
  "100%41.txt",
  "日本語.pdf",
  "😀.png",
  "line\r\nset-cookie: a=b",
  "tab\there",
  "del\u007f",
  "right\u202eto-left",
  " leading",
  "it's (1)*.txt",
  "..",
  "ü".repeat(200),
])("200: the name %j survives in one header", async (name) => {
  const id = await newContent(await newProducer(), "text/plain", TEXT, { name });
  const { status, headers } = await get(`/contents/${id}`);
  expect(status).toBe(200);
  const disposition = headers.get("content-disposition");
  expect(disposition).toMatch(/^attachment; [\x20-\x7e]+$/);
  expect(headers.get("set-cookie")).toBeNull();
  expect(savedAs(disposition)).toBe(name);
});

test("200: a very long name is truncated so that proxies accept the header", async () => {
  const id = await newContent(await newProducer(), "text/plain", TEXT, { name: "日".repeat(1000) });
  const disposition = (await get(`/contents/${id}`)).headers.get("content-disposition");
  expect(savedAs(disposition)).toBe("日".repeat(200));
  expect(disposition?.length).toBeLessThan(2100);
});

test.each(["a/b/c.txt", "../c.txt", "", "/"])("200: the name %j is written as well", async (name) => {
  const id = await newContent(await newProducer(), "text/plain", TEXT, { name });
  const { status, headers } = await get(`/contents/${id}`);
  expect(status).toBe(200);
  expect(headers.get("content-disposition")).toMatch(/^attachment(; [\x20-\x7e]+)?$/);
});

test.each([
  ["bytes=0-0", 0, 0],
  ["bytes=0-4", 0, 4],
  ["bytes=5-5", 5, 5],
  ["bytes=10-", 10, 19],
  ["bytes=0-", 0, 19],
  ["bytes=19-", 19, 19],
  ["bytes=-5", 15, 19],
  ["bytes=-1", 19, 19],
  ["bytes=5-999999999999999999999", 5, 19],
  ["bytes= 2-3", 2, 3],
  ["bytes=0-3,4-6", 0, 6],
  ["bytes=50-60,0-1", 0, 1],
])("206: the range %s", async (range, start, end) => {
  const id = await newText();
  const reply = await get(`/contents/${id}`, { headers: { range } });
  expect(reply.status).toBe(206);
  expect(reply.bytes.toString()).toBe(TEXT.slice(start, end + 1));
  expect(reply.headers.get("content-range")).toBe(`bytes ${start}-${end}/20`);
  expect(reply.headers.get("content-length")).toBe(`${end - start + 1}`);
  expect(reply.headers.get("etag")).toBe(`"${id}"`);
  expect(reply.headers.get("content-disposition")).toBe("attachment");
});

test.each([
  "bytes=20-",
  "bytes=20-30",
  "bytes=-0",
  "bytes=5-4",
  "bytes=0-1,5-6",
  "bytes=0-0,-1",
  "bytes=",
  "bytes=-",
  "bytes=a-b",
  "bytes=1.5-2",
  "bytes=--1",
  "bytes",
  "items=0-1",
  "",
])("200: the unusable range %j returns the whole file", async (range) => {
  const reply = await get(`/contents/${await newText()}`, { headers: { range } });
  expect([reply.status, reply.bytes.toString()]).toEqual([200, TEXT]);
  expect(reply.headers.get("content-range")).toBeNull();
});

test("200: a suffix range longer than the file returns the whole file", async () => {
  const reply = await get(`/contents/${await newText()}`, { headers: { range: "bytes=-100" } });
  expect([200, 206]).toContain(reply.status);
  expect(reply.bytes.toString()).toBe(TEXT);
});

test("206: a range whose If-Range matches; 200: the whole file for any other If-Range", async () => {
  const id = await newText();
  const ask = async (condition: string) => {
    const headers = { range: "bytes=0-1", "if-range": condition };
    const { status, bytes } = await get(`/contents/${id}`, { headers });
    return [status, bytes.toString()];
  };
  expect(await ask(`"${id}"`)).toEqual([206, "01"]);
  for (const other of [`W/"${id}"`, '"other"', id, "*", new Date(Date.now() + 1e6).toUTCString()])
    expect(await ask(other), other).toEqual([200, TEXT]);
});

describe("If-None-Match", () => {
  test.each([
    ["the file's tag", (id: string) => `"${id}"`],
    ["the weak tag", (id: string) => `W/"${id}"`],
    ["a list", (id: string) => `"a", "b" , "${id}"`],
    ["a list of weak ones", (id: string) => `W/"a",W/"${id}"`],
    ["anything", () => "*"],
  ])("304: %s, for ranges too", async (_, condition) => {
    const id = await newText();
    const headers = { "if-none-match": condition(id) };
    for (const more of [{}, { range: "bytes=0-1" }, { "cache-control": "no-cache" }]) {
      const reply = await get(`/contents/${id}`, { headers: { ...headers, ...more } });
      expect([reply.status, reply.bytes.byteLength]).toEqual([304, 0]);
      expect(reply.headers.get("etag")).toBe(`"${id}"`);
      expect(reply.headers.get("cache-control")).toBe("public, no-cache, no-transform");
    }
  });

  test.each([
    ["another tag", () => '"a"'],
    ["a tag without quotes", (id: string) => id],
    ["nothing", () => ""],
    ["a longer tag", (id: string) => `"${id}-10"`],
  ])("200: %s", async (_, condition) => {
    const id = await newText();
    const reply = await get(`/contents/${id}`, { headers: { "if-none-match": condition(id) } });
    expect([reply.status, reply.bytes.toString()]).toEqual([200, TEXT]);
  });
});

test("200: a large file is served whole and by range", async () => {
  const bytes = bytesOf(700_000);
  const id = await newContent(await newProducer(), "application/octet-stream", bytes);
  const whole = await get(`/contents/${id}`);
  expect(whole.bytes.equals(bytes)).toBe(true);
  for (const [start, end] of [
    [0, 299_999],
    [262_143, 262_144],
    [1, 699_999],
    [400_000, 699_999],
  ] as const) {
    const reply = await get(`/contents/${id}`, { headers: { range: `bytes=${start}-${end}` } });
    expect(reply.status).toBe(206);
    expect(reply.bytes.equals(bytes.subarray(start, end + 1))).toBe(true);
  }
});

test("HEAD: answers like GET, without the bytes", async () => {
  const id = await newText();
  const shown = await get(`/contents/${id}`);
  const reply = await call("HEAD", `/contents/${id}`);
  expect([reply.status, reply.bytes.byteLength]).toEqual([200, 0]);
  const headersOf = ({ headers }: { headers: Headers }) => {
    const { "x-request-id": _, ...rest } = Object.fromEntries(headers);
    return rest;
  };
  expect(headersOf(reply)).toEqual(headersOf(shown));
  const condition = { "if-none-match": `"${id}"` };
  expect((await call("HEAD", `/contents/${id}`, { headers: condition })).status).toBe(304);
  expect((await call("HEAD", "/contents/nothing")).status).toBe(404);
});

test("HEAD: ignores ranges, which RFC 9110 defines for GET only", async () => {
  const reply = await call("HEAD", `/contents/${await newText()}`, { headers: { range: "bytes=0-3" } });
  expect([reply.status, reply.headers.get("content-length")]).toEqual([200, "20"]);
});

/** Counts the process's open files whose path contains the text. */
const openFiles = (text: string) =>
  readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes(text);
    } catch {
      return false;
    }
  }).length;

test.runIf(process.platform === "linux")("HEAD: closes the file, whatever its size", async () => {
  const id = await newContent(await newProducer(), "application/octet-stream", bytesOf(3_000_000));
  for (let i = 0; i < 20; i++) await call("HEAD", `/contents/${id}`);
  await get(`/contents/${id}`);
  await until(() => expect(openFiles(id)).toBe(0));
});

test("item and content paths stay separate: 404 for an item with a content's id, 405 for POST to a content", async () => {
  const producer = await newProducer();
  const id = await newText();
  await newItem(producer, { image: id });
  expect((await get(`/items/${id}`)).status).toBe(404);
  expect((await post(`/contents/${id}`, {}, { token: producer.token })).status).toBe(405);
});
