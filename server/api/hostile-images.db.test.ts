import { fileTypeFromBuffer } from "file-type";
import pLimit from "p-limit";
import sharp from "sharp";
import { expect, test } from "vitest";
import { z } from "zod";
import { call, get, post, problem, type Reply } from "@/server/testing/api";
import { newItem, newProducer, newScan } from "@/server/testing/factories";
import { realSamples, truncatedSamples } from "@/server/testing/sample-images/genuine";
import { giants, impostors, tricky } from "@/server/testing/sample-images/hostile";
import { mutatedSamples } from "@/server/testing/sample-images/mutated";
import type { Sample } from "@/server/testing/sample-images/picture";

const MAX_CONCURRENT_UPLOADS = 8;

const each = <T, R>(all: T[], work: (one: T, n: number) => Promise<R>): Promise<R[]> => {
  const limited = pLimit(MAX_CONCURRENT_UPLOADS);
  return Promise.all(all.map((one, n) => limited(work, one, n)));
};

const uploaded = ({ type, bytes }: Sample, token: string) =>
  post("/contents", { "content-type": type, data: bytes.toString("base64") }, { token });

const Created = z.object({ id: z.string(), path: z.string() });
const created = (reply: Reply) => Created.parse(reply.body);

/** Checks that an answer is a decodable picture or a refusal of the file; returns the fault. */
async function faultOf(reply: Reply): Promise<string | undefined> {
  if (reply.status === 400) {
    const { code, detail } = problem(reply);
    return ["content-type", "unusable-image"].includes(code) ? undefined : `refused for ${code}: ${detail}`;
  }
  if (reply.status !== 200) return `answered ${reply.status}`;
  try {
    const { info } = await sharp(reply.bytes, { animated: true }).raw().toBuffer({ resolveWithObject: true });
    const type = (await fileTypeFromBuffer(reply.bytes))?.mime;
    if (type !== reply.headers.get("content-type")) return `is ${type}, and says it is another type`;
    return info.width > 4096 ? `is ${info.width} wide` : undefined;
  } catch (error) {
    return `can't be decoded: ${error}`;
  }
}

/** Uploads a file and requests it in these widths; a refused upload is the only answer. */
async function answersTo(sample: Sample, token: string, widths: string[]): Promise<Reply[]> {
  const upload = await uploaded(sample, token);
  if (upload.status !== 200) return [upload];
  const { id } = created(upload);
  const answers = [];
  for (const width of widths) answers.push(await get(`/contents/${id}/${width}`));
  return answers;
}

async function faultsOf(samples: Sample[], answer: (sample: Sample, n: number) => Promise<Reply[]>) {
  const statuses = new Map<number, number>();
  const faults = await each(samples, async (sample, n) => {
    const found = [];
    for (const reply of await answer(sample, n)) {
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      const fault = await faultOf(reply);
      if (fault) found.push(`${sample.name} ${fault}`);
    }
    return found;
  });
  return { faults: faults.flat(), statuses };
}

test("200: files of real cameras and programs are scaled and shown as thumbnails", async () => {
  const producer = await newProducer();
  const { token } = producer;
  const { faults, statuses } = await faultsOf(await realSamples(), async (sample) => {
    const { id, path } = created(await uploaded(sample, token));
    const item = await newItem(producer, { image: path });
    const pictures = [];
    for (const width of [1, 16, 4096]) {
      const picture = await get(`/contents/${id}/${width}`);
      pictures.push(picture, await get(`/items/${item}/thumbnail/${width}`));
      expect(pictures.at(-1)?.bytes.equals(picture.bytes), sample.name).toBe(true);
    }
    return pictures;
  });
  expect(faults).toEqual([]);
  expect([...statuses.keys()]).toEqual([200]);
});

test("400: files that are not pictures are refused on upload or on scaling", async () => {
  const { token } = await newProducer();
  const samples = [...(await impostors()), ...(await truncatedSamples()), ...(await giants())];
  const { faults, statuses } = await faultsOf(samples, (sample) =>
    answersTo(sample, token, ["1", "32", "4096"]),
  );
  expect(faults).toEqual([]);
  expect([...statuses.keys()]).toEqual([400]);
});

test("400: a declared non-raster image is stored but never decoded", async () => {
  const { token } = await newProducer();
  const types: Record<string, string> = {
    SVG: "svg+xml",
    TIFF: "tiff",
    PSD: "vnd.adobe.photoshop",
    HEIC: "heic",
  };
  for (const { name, bytes } of await impostors()) {
    const type = types[name.slice(0, 4).trim()];
    if (!type) continue;
    const upload = await uploaded({ name, bytes, type: `image/${type}` }, token);
    expect(upload.status, name).toBe(200);
    const reply = await get(`/contents/${created(upload).id}/32`);
    expect(problem(reply), name).toMatchObject({ status: 400, code: "not-an-image" });
  }
});

test("200 or 400: small files with large contents, pictures that are scripts", async () => {
  const { token } = await newProducer();
  const { faults, statuses } = await faultsOf(await tricky(), (sample) =>
    answersTo(sample, token, ["1", "32"]),
  );
  expect(faults).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(10);
}, 60_000);

test("200 or 400: 500 damaged files are decoded or refused", async () => {
  const { token } = await newProducer();
  const samples = await mutatedSamples(500, 2_026);
  const { faults, statuses } = await faultsOf(samples, (sample) => answersTo(sample, token, ["24"]));
  expect(faults).toEqual([]);
  // Both outcomes must be frequent; otherwise the mutations damage nothing, or hide later faults.
  expect(statuses.get(200)).toBeGreaterThan(50);
  expect(statuses.get(400)).toBeGreaterThan(50);
}, 60_000);

const PHOTO = /^image\/(jpeg|png|webp)$/;

test("200 or 400: 300 damaged files are accepted as scan images or refused", async () => {
  const item = await newItem(await newProducer());
  const samples = (await mutatedSamples(300, 7)).filter(({ type }) => PHOTO.test(type));
  const { faults, statuses } = await faultsOf(samples, async ({ type, bytes }) => {
    const scan = await newScan(item);
    const headers = { "content-type": type, "content-length": String(bytes.byteLength) };
    const reply = await call("POST", `/scans/${scan}/image`, { rawBody: new Uint8Array(bytes), headers });
    if (reply.status !== 200) return [reply];
    const { image } = z.object({ data: z.object({ image: z.string() }) }).parse(reply.body).data;
    return [await get(image.slice(image.indexOf("/contents/")))];
  });
  expect(faults).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(30);
  expect(statuses.get(400)).toBeGreaterThan(30);
}, 60_000);
