import { randomBytes, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { contents } from "@/db/schema/contents";
import { runtime } from "@/server/runtime/runtime";
import { type Call, call, envelope, get, post, problem, type Reply } from "@/server/testing/api";
import { keptBlobs, newItem, newProducer, newScan } from "@/server/testing/factories";
import { picture, sizeOf } from "@/server/testing/pictures";

const newImagePath = async () => `/scans/${await newScan(await newItem(await newProducer()))}/image`;

const rowsOf = (path: string) => {
  const scan = path.split("/")[2] ?? "";
  return runtime().database.db.select().from(contents).where(eq(contents.scanId, scan));
};

const blob = (bytes: Uint8Array | string, type = "image/png") =>
  new Blob([new Uint8Array(Buffer.from(bytes))], { type });

/** Sends a form like a browser. */
async function sendForm(path: string, form: FormData, options: Call = {}): Promise<Reply> {
  const encoded = new Response(form);
  const headers = { "content-type": encoded.headers.get("content-type") ?? "", ...options.headers };
  return call("POST", path, { ...options, rawBody: new Uint8Array(await encoded.arrayBuffer()), headers });
}

const formOf = (...fields: [name: string, value: Blob | string, file?: string][]) => {
  const form = new FormData();
  for (const [name, value, file] of fields) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value, file);
  }
  return form;
};

const send = (path: string, type: string, rawBody: Uint8Array | string) =>
  call("POST", path, { rawBody: new Uint8Array(Buffer.from(rawBody)), headers: { "content-type": type } });

/** The encodings of an image upload. */
const WAYS: [how: string, send: (path: string, bytes: Uint8Array, type: string) => Promise<Reply>][] = [
  ["a form", (path, bytes, type) => sendForm(path, formOf(["image", blob(bytes, type), "a.png"]))],
  ["itself", (path, bytes, type) => send(path, type, bytes)],
  [
    "JSON",
    (path, bytes, type) => post(path, { "content-type": type, data: Buffer.from(bytes).toString("base64") }),
  ],
];

const Image = z.object({ image: z.string() });
const imageIn = (reply: Reply) =>
  get(Image.parse(envelope(reply).data).image.slice("https://assay.test/api/v2".length));

describe.each(WAYS)("an image as %s", (_, sendAs) => {
  test.each(["jpeg", "png", "webp"] as const)("200: %s", async (format) => {
    const path = await newImagePath();
    const reply = await sendAs(path, await picture(format), `image/${format}`);
    expect(reply.status).toBe(200);
    const file = await imageIn(reply);
    expect(file.headers.get("content-type")).toBe(`image/${format}`);
    expect(await sizeOf(file.bytes)).toEqual({ format, width: 40, height: 20 });
  });

  test.each(["image/jpeg", "image/heic", "image/svg+xml", "image/jpg;q=1"])(
    "200: a PNG declared as %s is stored as PNG",
    async (declared) => {
      const reply = await sendAs(await newImagePath(), await picture("png"), declared);
      expect((await imageIn(reply)).headers.get("content-type")).toBe("image/png");
    },
  );

  test.each<[string, () => Promise<Buffer> | string]>([
    ["a GIF", () => picture("gif")],
    ["an AVIF", () => picture("avif")],
    ["an SVG", () => '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ["a PDF", () => "%PDF-1.4\n1 0 obj\n"],
    ["text", () => "hello"],
    ["a truncated image", async () => (await picture("png", { width: 300, height: 300 })).subarray(0, 150)],
  ])("400: the bytes of %s, whatever the declared type", async (_, bytesOf) => {
    const path = await newImagePath();
    const before = await keptBlobs();
    for (const declared of ["image/png", "image/jpeg", "image/gif"]) {
      const reply = await sendAs(path, Buffer.from(await bytesOf()), declared);
      expect(problem(reply)).toMatchObject({ status: 400, code: "unusable-image" });
    }
    expect(await rowsOf(path)).toEqual([]);
    expect(await keptBlobs()).toEqual(before);
  });

  test.each(["jpeg", "png", "webp"] as const)("200: camera metadata in a %s is removed", async (format) => {
    const taken = await sharp(await picture(format))
      .withExif({
        IFD0: { Copyright: "a secret" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "53/1 33/1 0/1" },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- a secret --></x:xmpmeta>')
      .withMetadata({ orientation: 6 })
      .toFormat(format)
      .toBuffer();
    const before = await sharp(taken).metadata();
    expect([before.orientation, before.exif === undefined]).toEqual([6, false]);
    expect(taken.toString("latin1")).toContain("a secret");
    const file = await imageIn(await sendAs(await newImagePath(), taken, `image/${format}`));
    const { width, height, orientation, exif, xmp, icc } = await sharp(file.bytes).metadata();
    expect([width, height]).toEqual([20, 40]);
    expect([orientation, exif, xmp, icc]).toEqual([undefined, undefined, undefined, undefined]);
    expect(file.bytes.toString("latin1")).not.toContain("a secret");
  });
});

test("200: the form's file name is kept; the first file called image is used", async () => {
  const path = await newImagePath();
  const form = formOf(
    ["note", "hello"],
    ["other", blob("hello", "text/plain"), "other.txt"],
    ["image", blob(await picture("png")), "Größe 1.png"],
    ["image", blob(await picture("jpeg")), "second.jpg"],
  );
  expect((await sendForm(path, form)).status).toBe(200);
  expect(await rowsOf(path)).toMatchObject([{ name: "Größe 1.png", contentType: "image/png" }]);
});

test("400: a form without a file called image", async () => {
  const path = await newImagePath();
  const file = blob(await picture("png"));
  for (const form of [formOf(), formOf(["image", "hello"]), formOf(["picture", file, "a.png"])])
    expect(problem(await sendForm(path, form))).toMatchObject({ status: 400, code: "malformed-form" });
  expect(problem(await sendForm(path, formOf(["image", blob(""), "a.png"]))).status).toBe(400);
  expect(await rowsOf(path)).toEqual([]);
});

const part = (head: string, bytes: string) => `--x\r\n${head}\r\n\r\n${bytes}\r\n--x--\r\n`;
const FILE = 'content-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png';

test("400: a truncated form, or a body that is not a form", async () => {
  const path = await newImagePath();
  const whole = part(FILE, "no image");
  expect(problem(await send(path, "multipart/form-data; boundary=x", whole)).code).toBe("unusable-image");
  const broken = Array.from({ length: whole.length - 6 }, (_, end) => whole.slice(0, end + 1));
  for (const body of [
    ...broken,
    "--x",
    "--x--",
    "--x--\r\n",
    "\r\n",
    "hello",
    "--y\r\n\r\n--y--",
    "\0".repeat(99),
  ])
    expect(problem(await send(path, "multipart/form-data; boundary=x", body)), body).toMatchObject({
      status: 400,
      code: "malformed-form",
    });
});

test.each([
  "multipart/form-data",
  "multipart/form-data; charset=utf-8",
  "multipart/form-data; boundary=",
  `multipart/form-data; boundary=${"x".repeat(5000)}`,
  "multipart/mixed; boundary=x",
  "text/plain",
  "application/octet-stream",
  "application/pdf",
  "image",
])("400: a body of content-type %s", async (type) => {
  const path = await newImagePath();
  expect((await send(path, type, part(FILE, "no image"))).status).toBe(400);
  expect((await send(path, type, await picture("png"))).status).toBe(400);
  expect(await rowsOf(path)).toEqual([]);
});

test("400: no body, or an empty one", async () => {
  const path = await newImagePath();
  expect(problem(await post(path, undefined)).errors).toMatchObject([{ pointer: "/data" }]);
  for (const type of ["image/png", "multipart/form-data; boundary=x", "application/json"])
    expect((await send(path, type, "")).status).toBe(400);
  expect(problem(await post(path, {})).errors).toMatchObject([{ pointer: "/data" }]);
  expect(problem(await post(path, { data: "A" })).errors).toMatchObject([{ pointer: "/data" }]);
});

test("400: an image over 10 MiB, a body over 14 MiB", async () => {
  const path = await newImagePath();
  const large = await send(path, "image/png", randomBytes(10 * 1024 * 1024 + 1));
  expect(problem(large).errors).toMatchObject([{ pointer: "/data" }]);
  const larger = await send(path, "image/png", randomBytes(14 * 1024 * 1024 + 1));
  expect(problem(larger)).toMatchObject({ status: 400, code: "body-too-large" });
});

test.each([
  ["a NUL", 'filename="a\0b.png"'],
  ["a NUL, encoded", "filename*=UTF-8''a%00b.png"],
  ["half a character", "filename*=UTF-8''a%ED%A0%80b.png"],
  ["what is no UTF-8", 'filename="a\xff.png"'],
  ["too many letters", `filename="${"x".repeat(2000)}.png"`],
])("a file name with %s is refused or kept as text, never a 500", async (_, name) => {
  const path = await newImagePath();
  const head = `content-disposition: form-data; name="image"; ${name}\r\ncontent-type: image/png`;
  const body = Buffer.from(part(head, (await picture("png")).toString("latin1")), "latin1");
  const reply = await send(path, "multipart/form-data; boundary=x", body);
  expect([200, 400]).toContain(reply.status);
  expect(await rowsOf(path)).toHaveLength(reply.status === 200 ? 1 : 0);
});

test("200: the same form and key are replayed, even with another boundary", async () => {
  const path = await newImagePath();
  const headers = { "idempotency-key": randomUUID() };
  const image = blob(await picture("png"));
  const first = await sendForm(path, formOf(["image", image, "a.png"]), { headers });
  const again = await sendForm(path, formOf(["image", image, "a.png"]), { headers });
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(await rowsOf(path)).toHaveLength(1);
});
