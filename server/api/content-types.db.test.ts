import { expect, test } from "vitest";
import { CreatedContent } from "@/server/domain/contents/schema";
import { call, get, post, problem } from "@/server/testing/api";
import { keptBlobs, newContent, newProducer } from "@/server/testing/factories";
import { FORMATS, picture, sizeOf } from "@/server/testing/pictures";

const PDF = "%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\n";
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const HTML = "<!doctype html><script>alert(1)</script>";
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64");

test.each([
  undefined,
  null,
  5,
  "",
  " ",
  "png",
  "image/",
  "/png",
  "a/b/c",
  "text/plain\r\nset-cookie: a=b",
  "text/plain\nx: y",
  "text/plain; charset=\u0000",
  "text/plain; name=é",
  "text/plain; name=日本",
  "tëxt/plain",
  `text/${"x".repeat(200)}`,
])("400: %j is not a media type", async (type) => {
  const { token } = await newProducer();
  const before = await keptBlobs();
  const reply = await call("POST", "/contents", { token, body: { "content-type": type, data: "AAAA" } });
  expect(problem(reply)).toMatchObject({ status: 400, errors: [{ pointer: "/content-type" }] });
  expect((await get("/contents", { token })).body).toEqual([]);
  expect(await keptBlobs()).toEqual(before);
});

test.each<[declared: string, what: string, bytes: () => string | Promise<Buffer>]>([
  ["image/jpeg", "a PNG", () => picture("png")],
  ["image/jpg", "a PNG", () => picture("png")],
  ["image/png", "a JPEG", () => picture("jpeg")],
  ["image/webp", "a GIF", () => picture("gif")],
  ["application/pdf", "a PNG", () => picture("png")],
  ["text/plain", "a JPEG", () => picture("jpeg")],
  ["text/html", "a PNG", () => picture("png")],
  ["image/svg+xml", "a PNG", () => picture("png")],
  ["image/png", "a PDF", () => PDF],
  ["image/avif", "an SVG", () => SVG],
  ["image/png", "HTML", () => HTML],
  ["image/gif", "text", () => "hello"],
  ["image/png", "nothing", () => ""],
  ["text/html", "a PDF", () => PDF],
  ["application/json", "a PDF", () => PDF],
])("400: %s contradicts the bytes of %s", async (declared, _, bytesOf) => {
  const { token } = await newProducer();
  const body = { "content-type": declared, data: base64(await bytesOf()) };
  const reply = await post("/contents", body, { token });
  expect(problem(reply)).toMatchObject({
    status: 400,
    code: "content-type",
    errors: [{ pointer: "/content-type" }],
  });
  expect((await get("/contents", { token })).body).toEqual([]);
});

test.each(FORMATS)("200: %s keeps its type, is shown inline and scaled", async (format) => {
  const producer = await newProducer();
  const id = await newContent(producer, `image/${format}`, await picture(format));
  const { headers } = await get(`/contents/${id}`);
  expect(headers.get("content-type")).toBe(`image/${format}`);
  expect(headers.get("content-disposition")).toBe("inline");
  expect((await get(`/contents/${id}/10`)).headers.get("content-type")).toBe(`image/${format}`);
});

test.each([
  ["image/jpg", "image/jpeg"],
  ["image/pjpeg", "image/jpeg"],
  ["Image/JPEG", "image/jpeg"],
])("200: a JPEG declared as %s is stored as %s", async (declared, kept) => {
  const producer = await newProducer();
  const id = await newContent(producer, declared, await picture("jpeg"));
  const { headers } = await get(`/contents/${id}`);
  expect(headers.get("content-type")).toBe(kept);
  expect((await get("/contents", { token: producer.token })).body).toMatchObject([
    { id, data: { "content-type": kept } },
  ]);
});

test.each([
  ["text/plain; charset=utf-8", "text/plain;charset=utf-8", "Grüße"],
  ["TEXT/PLAIN", "text/plain", "hello"],
  ["text/html", "text/html", HTML],
  ["application/xhtml+xml", "application/xhtml+xml", `<?xml version="1.0"?>${HTML}`],
  ["image/svg+xml", "image/svg+xml", SVG],
  ["image/svg+xml", "image/svg+xml", `<?xml version="1.0"?>${SVG}`],
  ["application/pdf", "application/pdf", PDF],
  ["application/vnd.acme.thing+json", "application/vnd.acme.thing+json", "{}"],
  ["application/octet-stream", "application/octet-stream", PDF],
  ["x-acme/thing", "x-acme/thing", "thing"],
  ["text/plain", "text/plain", ""],
])("200: %s is stored as %s and served as a sandboxed download only", async (declared, kept, text) => {
  const producer = await newProducer();
  const id = await newContent(producer, declared, text, { name: "n.bin" });
  const reply = await get(`/contents/${id}`);
  expect(reply.status).toBe(200);
  expect(reply.bytes.toString()).toBe(text);
  expect(reply.headers.get("content-type")).toBe(kept);
  expect(reply.headers.get("content-disposition")).toBe("attachment; filename=n.bin");
  expect(reply.headers.get("content-security-policy")).toMatch(/default-src 'none'.*; sandbox$/);
  expect(reply.headers.get("content-security-policy")).not.toMatch(/allow-|script-src/);
  expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
});

test("200: an image declared as application/octet-stream is a download; 400: it cannot be scaled", async () => {
  const producer = await newProducer();
  const id = await newContent(producer, "application/octet-stream", await picture("png"));
  expect((await get(`/contents/${id}`)).headers.get("content-disposition")).toBe("attachment");
  expect(problem(await get(`/contents/${id}/10`))).toMatchObject({ status: 400, code: "not-an-image" });
});

test.each(["image/png; name=watch.png", "image/png;q=1"])(
  "200: a PNG declared as %j is shown and scaled",
  async (declared) => {
    const producer = await newProducer();
    const id = await newContent(producer, declared, await picture("png"));
    const { headers } = await get(`/contents/${id}`);
    expect(headers.get("content-disposition")).toBe("inline");
    expect((await get(`/contents/${id}/10`)).status).toBe(200);
  },
);

test.each([
  ["text/csv", "BMW;320i;2001\n"],
  ["text/plain", "MZ is not an executable\n"],
  ["text/plain", "ID3 is a decision tree\n"],
  ["text/plain", '<?xml version="1.0"?><a/>'],
  ["text/rtf", "{\\rtf1 hello}"],
])("200: %s that begins like another type: %j", async (declared, text) => {
  const { token } = await newProducer();
  const reply = await post("/contents", { "content-type": declared, data: base64(text) }, { token });
  expect(reply.status).toBe(200);
});

/** Builds a PNG with an animation control chunk and one frame. */
async function animatedPng(): Promise<Buffer> {
  const png = await picture("png");
  const [head, rest] = [png.subarray(0, 33), png.subarray(33)];
  const control = Buffer.from("000000086163544c0000000100000000b42de9a0", "hex");
  return Buffer.concat([head, control, rest]);
}

test("200: an animated PNG is a PNG", async () => {
  const { token } = await newProducer();
  const body = { "content-type": "image/png", data: base64(await animatedPng()) };
  const reply = await post("/contents", body, { token });
  expect(reply.status).toBe(200);
  expect(
    await sizeOf((await get(`/contents/${CreatedContent.parse(reply.body).id}/10`)).bytes),
  ).toMatchObject({ width: 10 });
});

test("400 or 200: parameters that grow by escaping never cause a 500", async () => {
  const { token } = await newProducer();
  const type = `text/plain;x=a${'"'.repeat(180)}`;
  const reply = await post("/contents", { "content-type": type, data: "AAAA" }, { token });
  expect([200, 400]).toContain(reply.status);
});
