import { beforeEach, describe, expect, test, vi } from "vitest";
import { newId } from "@/server/platform/ids";
import { scaledImage } from "@/server/platform/images";
import { call, del, envelope, get, post, problem } from "@/server/testing/api";
import { newContent, newGroup, newItem, newProducer } from "@/server/testing/factories";
import { FORMATS, picture, sizeOf } from "@/server/testing/pictures";

// Holds decision 0018.

vi.mock("@/server/platform/images", { spy: true });

beforeEach(() => {
  vi.mocked(scaledImage).mockClear();
});

const timesScaled = () => vi.mocked(scaledImage).mock.calls.length;

/** Creates an item with a picture; `paths` are the picture's calls without the width. */
async function newPicture(format: (typeof FORMATS)[number] = "png", size = {}) {
  const producer = await newProducer();
  const id = await newContent(producer, `image/${format}`, await picture(format, size));
  const item = await newItem(producer, { image: `contents/${id}` });
  return { producer, id, item, paths: [`/contents/${id}`, `/items/${item}/thumbnail`] };
}

test.each(["0", "4097", "abc", "1.5", "-1", "1e2", "+5", "%20", "0x10", "99999999999", "10px", "٣"])(
  "400: the width %s",
  async (width) => {
    for (const path of (await newPicture()).paths) {
      const reply = await get(`${path}/${width}`);
      expect(problem(reply)).toMatchObject({ status: 400, errors: [{ pointer: "/path/width" }] });
    }
    expect(timesScaled()).toBe(0);
  },
);

test.each([
  ["1", 1, 1],
  ["20", 20, 10],
  ["020", 20, 10],
  ["40", 40, 20],
  ["41", 40, 20],
  ["4096", 40, 20],
])(
  "200: a 40x20 picture at the width %s has %dx%d pixels; it is never enlarged",
  async (wanted, width, height) => {
    for (const path of (await newPicture()).paths)
      expect(await sizeOf((await get(`${path}/${wanted}`)).bytes)).toEqual({ format: "png", width, height });
  },
);

test.each(FORMATS)("200: %s stays %s", async (format) => {
  for (const path of (await newPicture(format)).paths) {
    const reply = await get(`${path}/20`);
    expect(reply.headers.get("content-type")).toBe(`image/${format}`);
    const found = await sizeOf(reply.bytes);
    expect(found).toEqual({ format: format === "avif" ? "heif" : format, width: 20, height: 10 });
  }
});

test.each(["0", "101", "abc", "50.5", "-1", "", "1e1", "%2080"])("400: the quality %j", async (quality) => {
  const { id } = await newPicture("jpeg");
  const reply = await get(`/contents/${id}/20?quality=${quality}`);
  expect(problem(reply)).toMatchObject({ status: 400, errors: [{ pointer: "/query/quality" }] });
});

test("200: the quality applies to JPEG, 80 by default; other formats ignore it", async () => {
  const [jpeg, png] = [await newPicture("jpeg", { width: 400 }), await newPicture("png")];
  const at = async (id: string, query: string) => {
    const { bytes, headers } = await get(`/contents/${id}/200${query}`);
    return { bytes, etag: headers.get("etag") };
  };
  const usual = await at(jpeg.id, "");
  expect(await at(jpeg.id, "?quality=80")).toEqual(usual);
  const [least, most] = [await at(jpeg.id, "?quality=1"), await at(jpeg.id, "?quality=100")];
  expect(least.bytes.byteLength).toBeLessThan(most.bytes.byteLength);
  expect(new Set([usual.etag, least.etag, most.etag]).size).toBe(3);
  expect(await at(png.id, "?quality=1")).toEqual(await at(png.id, "?quality=100"));
});

test("200: a picture is public, has the headers of a file, and is made once", async () => {
  const { producer, paths } = await newPicture();
  for (const path of paths) {
    const first = await get(`${path}/20`);
    const etag = first.headers.get("etag") ?? "";
    expect(Object.fromEntries(first.headers)).toMatchObject({
      "cache-control": "public, no-cache, no-transform",
      "content-disposition": "inline",
      "content-length": `${first.bytes.byteLength}`,
    });
    for (const options of [{ token: producer.token }, { token: "no token" }]) {
      const again = await get(`${path}/20`, options);
      expect(again.bytes).toEqual(first.bytes);
      expect(again.headers.get("etag")).toBe(etag);
    }
    const unchanged = await get(`${path}/20`, { headers: { "if-none-match": `"a", W/${etag}` } });
    expect([unchanged.status, unchanged.bytes.byteLength]).toEqual([304, 0]);
    expect((await get(`${path}/21`)).headers.get("etag")).not.toBe(etag);
    expect((await get(`${path}/21`, { headers: { "if-none-match": etag } })).status).toBe(200);
    const head = await call("HEAD", `${path}/20`);
    expect([head.status, head.bytes.byteLength]).toEqual([200, 0]);
    expect(head.headers.get("content-length")).toBe(`${first.bytes.byteLength}`);
    const part = await get(`${path}/20`, { headers: { range: "bytes=1-3" } });
    expect([part.status, part.bytes]).toEqual([206, first.bytes.subarray(1, 4)]);
  }
  expect(timesScaled()).toBe(2);
});

test("200: 100 equal requests at once make the picture once", async () => {
  const { paths } = await newPicture();
  const replies = await Promise.all(Array.from({ length: 100 }, (_, i) => get(`${paths[i % 2]}/20`)));
  expect(new Set(replies.map(({ status, bytes }) => `${status} ${bytes.toString("hex")}`)).size).toBe(1);
  expect(replies[0]?.status).toBe(200);
  expect(timesScaled()).toBe(1);
});

test.each([
  ["text/plain", "hello"],
  ["application/pdf", "%PDF-1.4\n"],
  ["image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg"/>'],
])("400: %s is not an image to scale; 404: and not a thumbnail", async (type, text) => {
  const producer = await newProducer();
  const id = await newContent(producer, type, text);
  const item = await newItem(producer, { image: id });
  expect(problem(await get(`/contents/${id}/20`))).toMatchObject({ status: 400, code: "not-an-image" });
  expect(problem(await get(`/items/${item}/thumbnail/20`))).toMatchObject({
    status: 404,
    code: "thumbnail-not-found",
  });
  expect(timesScaled()).toBe(0);
});

test("400: a truncated image cannot be scaled; the original is served unchanged", async () => {
  const producer = await newProducer();
  const whole = await picture("jpeg", { width: 400, height: 400 });
  const bytes = whole.subarray(0, whole.byteLength / 2);
  const id = await newContent(producer, "image/jpeg", bytes);
  const item = await newItem(producer, { image: id });
  for (const path of [`/contents/${id}/20`, `/contents/${id}/21`, `/items/${item}/thumbnail/20`])
    expect(problem(await get(path))).toMatchObject({ status: 400, code: "unusable-image" });
  expect(timesScaled()).toBe(1);
  expect((await get(`/contents/${id}`)).bytes).toEqual(bytes);
});

test("404: unknown and deleted pictures, even if they were made before", async () => {
  const { producer, id, item, paths } = await newPicture();
  for (const path of paths) expect((await get(`${path}/20`)).status).toBe(200);
  await del(`/contents/${id}`, { token: producer.token });
  expect(problem(await get(`/contents/${id}/20`)).code).toBe("content-not-found");
  expect(problem(await get(`/items/${item}/thumbnail/20`)).code).toBe("thumbnail-not-found");
  await del(`/items/${item}`, { token: producer.token });
  for (const identifier of [item, "nothing", newId()])
    expect(problem(await get(`/items/${identifier}/thumbnail/20`))).toMatchObject({
      status: 404,
      code: "item-not-found",
    });
});

describe("the image of an item", () => {
  test.each([
    ["an id", (id: string) => id],
    ["an id in capitals", (id: string) => id.toUpperCase()],
    ["a path", (id: string) => `contents/${id}`],
    ["a path from the root", (id: string) => `/contents/${id}`],
    ["a path of the API", (id: string) => `/api/v2/contents/${id}`],
    ["a url", (id: string) => `https://assay.test/api/v2/contents/${id}`],
  ])("200: by %s", async (_, name) => {
    const { producer, id } = await newPicture();
    const item = await newItem(producer, { image: name(id) });
    const reply = await get(`/items/${item}/thumbnail/20`);
    expect(reply.status).toBe(200);
    expect(reply.bytes).toEqual((await get(`/contents/${id}/20`)).bytes);
  });

  test.each([
    ["null", () => null],
    ["an empty text", () => ""],
    ["a url of another host", () => "https://images.test/watch.png"],
    ["a url of another host with the same path", (id: string) => `https://images.test/api/v2/contents/${id}`],
    [
      "a url of a host with the same beginning",
      (id: string) => `https://assay.test.evil.test/api/v2/contents/${id}`,
    ],
    ["an unknown id", () => newId()],
    ["another path", (id: string) => `/items/${id}`],
    ["a path out of the folder", (id: string) => `contents/../${id}`],
    ["a path within", (id: string) => `contents/${id}/20`],
    ["a file", () => "file:///etc/passwd"],
    ["any text", () => "watch.png"],
  ])("404: by %s", async (_, name) => {
    const { producer, id } = await newPicture();
    const image = name(id);
    const item = await newItem(producer, { image });
    const reply = await get(`/items/${item}/thumbnail/20`);
    expect(problem(reply)).toMatchObject({ status: 404, code: "thumbnail-not-found" });
    expect(envelope(await get(`/items/${item}`, { token: producer.token })).data.image ?? null).toBe(image);
  });

  test("200: is the group's if it has one, else the item's", async () => {
    const { producer, item } = await newPicture();
    const { token } = producer;
    const other = await newContent(producer, "image/webp", await picture("webp"));
    const group = await newGroup(producer);
    const type = async () => (await get(`/items/${item}/thumbnail/20`)).headers.get("content-type");
    await post(`/groups/${group}/items/${item}`, undefined, { token });
    expect(await type()).toBe("image/png");
    await post(`/groups/${group}`, { image: `contents/${other}` }, { token });
    expect(await type()).toBe("image/webp");
    await post(`/groups/${group}`, { image: "https://images.test/series.png" }, { token });
    expect((await get(`/items/${item}/thumbnail/20`)).status).toBe(404);
    await del(`/groups/${group}/items/${item}`, { token });
    expect(await type()).toBe("image/png");
  });

  test("200: an invalidated item keeps its thumbnail, an identifier with / is percent-encoded", async () => {
    const { producer, id } = await newPicture();
    const identifier = `a/ü ${newId()}`;
    await post("/items", { identifier, image: id }, { token: producer.token });
    const at = `/items/${encodeURIComponent(identifier)}`;
    expect((await get(`${at}/thumbnail/20`)).status).toBe(200);
    await post(`${at}/invalidate`, {}, { token: producer.token });
    expect((await get(`${at}/thumbnail/20`)).status).toBe(200);
  });
});
