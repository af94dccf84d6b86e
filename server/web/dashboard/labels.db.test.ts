import { createHash } from "node:crypto";
import { decode, pagesOf } from "@assay/labels/testing";
import { and, eq } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { activationSettings } from "@/db/schema/activation-settings";
import { auditEvents } from "@/db/schema/audit-events";
import { requestCodeGeneration } from "@/server/domain/codes/generate";
import { CodeGeneration } from "@/server/domain/codes/schema";
import { createItems } from "@/server/domain/items/create";
import { matchingCodes } from "@/server/domain/labels/codes";
import { DEFAULT_SETTINGS } from "@/server/domain/labels/schema";
import { printedCode } from "@/server/domain/ownership/second-codes";
import type { NewProducer } from "@/server/domain/producers/create";
import { newId } from "@/server/platform/ids";
import { seal } from "@/server/platform/sealed";
import { runtime } from "@/server/runtime/runtime";
import { callProcedure, newSignedIn, producerQuery, type SignedInPerson } from "@/server/testing/dashboard";
import { ctxOf, newItem, newProducer } from "@/server/testing/factories";
import { codeOf } from "@/server/testing/owners";
import { downloadLabels } from "./labels";

// Holds decision 0050.

let producer: NewProducer;
let editor: SignedInPerson;
let batchId: string;
beforeAll(async () => {
  producer = await newProducer();
  editor = await newSignedIn([{ producer, role: "editor" }]);
  const input = { pattern: `L${newId().slice(-10)}-{number:4}-{random:13}`, count: 30, title: "Tote" };
  const job = await requestCodeGeneration(ctxOf(producer), CodeGeneration.parse(input));
  batchId = String(job.result.batchId);
});

const Print = z.object({ id: z.string(), count: z.number(), reprinted: z.number() });

async function print(format: string, source: object, settings: object = {}, as = editor) {
  const input = { format, source, settings: { ...DEFAULT_SETTINGS, ...settings } };
  const reply = await callProcedure("labels.print", input, as);
  return { failure: reply.failure, ...Print.catch({ id: "", count: 0, reprinted: 0 }).parse(reply.value) };
}

const download = (id: string, cookie = editor.cookie, site = "same-origin") =>
  downloadLabels(
    new Request(`https://assay.test/api/dashboard/labels?print=${id}&${producerQuery(cookie)}`, {
      headers: { cookie, "sec-fetch-site": site },
    }),
  );

/** A picture, as its dots. */
async function rasterOf(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const bytesOf = async (reply: Response) => new Uint8Array(await reply.arrayBuffer());

const ofBatch = (from: number, count: number) => ({ of: "batch", batchId, from, count });

const Codes = z.object({ entries: z.array(z.object({ identifier: z.string() })) });
const codes = async () =>
  Codes.parse((await callProcedure("codes.list", { id: batchId, limit: 100 }, editor)).value).entries.map(
    ({ identifier }) => identifier,
  );

test("a batch is printed as PDF: every label decodes to its verify page, and reprints are counted", async () => {
  const first = await print("pdf", ofBatch(1, 25));
  expect(first).toMatchObject({ count: 25, reprinted: 0 });
  const reply = await download(first.id);
  expect(reply.headers.get("content-type")).toBe("application/pdf");
  const decoded: string[] = [];
  for await (const page of pagesOf(await bytesOf(reply), 150)) decoded.push(...(await decode(page)));
  expect(decoded.map((text) => text.split("/v/")[1]).toSorted()).toEqual(
    (await codes()).slice(0, 25).toSorted(),
  );
  expect(await print("pdf", ofBatch(21, 10))).toMatchObject({ count: 10, reprinted: 5 });
  const [code = ""] = await codes();
  expect(await print("svg", { of: "items", items: [code] })).toMatchObject({ count: 1, reprinted: 1 });
  const ofItem = await callProcedure("labels.prints", { filter: { item: code } }, editor);
  expect(z.object({ entries: z.array(z.unknown()) }).parse(ofItem.value).entries).toHaveLength(2);
});

test("a range of a batch counts labels that were printed one by one, each once", async () => {
  const own = await newProducer();
  const member = await newSignedIn([{ producer: own, role: "editor" }]);
  const generation = { pattern: `S${newId().slice(-10)}-{number:4}`, count: 10 };
  const job = await requestCodeGeneration(ctxOf(own), CodeGeneration.parse(generation));
  const batchId = String(job.result.batchId);
  const { value } = await callProcedure("codes.list", { id: batchId, limit: 10 }, member);
  const listed = Codes.parse(value).entries.map(({ identifier }) => identifier);
  const printed = (source: object) => print("pdf", source, {}, member);
  const alone = (...places: number[]) =>
    printed({ of: "items", items: listed.filter((_, index) => places.includes(index + 1)) });
  const ofRange = (from: number, count: number) => printed({ of: "batch", batchId, from, count });
  expect(await alone(3, 9)).toMatchObject({ count: 2, reprinted: 0 });
  expect(await alone(3)).toMatchObject({ count: 1, reprinted: 1 });
  expect(await ofRange(2, 2)).toMatchObject({ count: 2, reprinted: 1 });
  expect(await ofRange(1, 5)).toMatchObject({ count: 5, reprinted: 2 });
  expect(await ofRange(1, 10)).toMatchObject({ count: 10, reprinted: 6 });
});

test("a second download of a print is in the audit log", async () => {
  const { id } = await print("png", ofBatch(1, 1));
  const [, again] = [await bytesOf(await download(id)), await bytesOf(await download(id))];
  expect([...again.slice(1, 4)]).toEqual([..."PNG"].map((letter) => letter.charCodeAt(0)));
  const { db } = runtime().database;
  const acts = await db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.targetId, id), eq(auditEvents.producerId, producer.producerId)))
    .orderBy(auditEvents.id);
  expect(acts.map(({ action }) => action)).toEqual(["labelsPrinted", "labelsPrintedAgain"]);
});

test("a list of codes comes with its checksum, pictures come as an archive", async () => {
  const csv = unzipSync(await bytesOf(await download((await print("csv", ofBatch(1, 1_000_000))).id)));
  const list = csv["codes.csv"] ?? new Uint8Array();
  const lines = strFromU8(list).trim().split("\r\n");
  expect(lines).toHaveLength(31);
  expect(lines[1]).toContain(`"${(await codes())[0]}"`);
  const sum = createHash("sha256").update(list).digest("hex");
  expect(strFromU8(csv["codes.csv.sha256"] ?? new Uint8Array())).toBe(`${sum}  codes.csv\n`);
  const pictures = unzipSync(await bytesOf(await download((await print("svg", ofBatch(1, 12))).id)));
  expect(Object.keys(pictures)).toHaveLength(12);
});

test("items of a filter are printed with their own texts", async () => {
  await newItem(producer, { title: "Satchel", data: { size: "XL" } });
  const filter = { of: "filter", filter: { search: "Satchel" } };
  const { value } = await callProcedure("labels.preview", { source: filter }, editor);
  expect(value).toMatchObject({ count: 1, labels: [{ title: "Satchel", data: { size: "XL" } }] });
});

test("400, 403, 404: impossible labels, other producers, viewers, other origins", async () => {
  const small = { stock: { kind: "single", width: 6, height: 6 }, symbol: "qr" };
  expect((await print("pdf", ofBatch(1, 2), small)).failure?.appCode).toBe("label-too-small");
  const large = { stock: { kind: "single", width: 500, height: 500 }, dpi: 600 };
  expect((await print("png", ofBatch(1, 2), large)).failure?.appCode).toBe("label-picture-size");
  expect((await print("pdf", ofBatch(31, 2))).failure?.appCode).toBe("no-labels");
  const other = await newProducer();
  const foreign = await newItem(other);
  expect((await print("pdf", { of: "items", items: [foreign] })).failure?.appCode).toBe("item-not-found");
  const stranger = await newSignedIn([{ producer: other, role: "editor" }]);
  expect((await print("pdf", ofBatch(1, 2), {}, stranger)).failure?.appCode).toBe(
    "code-batch-of-another-producer",
  );
  const { id } = await print("pdf", ofBatch(1, 2));
  expect((await download(id, stranger.cookie)).status).toBe(403);
  const viewer = await newSignedIn([{ producer, role: "viewer" }]);
  expect((await download(id, viewer.cookie)).status).toBe(403);
  expect((await download(id, editor.cookie, "cross-site")).status).toBe(403);
  expect((await download(newId())).status).toBe(404);
});

test("400: one code of letters among many longer ones of digits does not fit", async () => {
  const own = await newProducer();
  const member = await newSignedIn([{ producer: own, role: "editor" }]);
  const numbers = Array.from({ length: 50 }, (_, n) => String(n).padStart(30, "0"));
  const identifiers = [...numbers, `LETTERS-ONLY-${newId().slice(-12).replaceAll(/[0-9]/g, "X")}`];
  await createItems(
    ctxOf(own),
    identifiers.map((identifier) => ({ identifier })),
  );
  const settings = { symbol: "code-128", lines: [], stock: { kind: "single", width: 50, height: 20 } };
  const of = (items: string[]) => print("pdf", { of: "items", items }, settings, member);
  expect((await of(numbers)).count).toBe(50);
  expect((await of(identifiers)).failure?.appCode).toBe("label-too-small");
});

test("400: items of a filter that are not found in time; the first page is always enough", async () => {
  const own = await newProducer();
  const ctx = ctxOf(own);
  await createItems(
    ctx,
    Array.from({ length: 2 }, () => ({ identifier: newId() })),
  );
  expect(await matchingCodes(ctx, {}, 10, -1)).toMatchObject({ count: 2 });
  await createItems(
    ctx,
    Array.from({ length: 1_000 }, () => ({ identifier: newId() })),
  );
  await expect(matchingCodes(ctx, {}, 10_000, -1)).rejects.toMatchObject({
    code: "labels-not-found-in-time",
  });
  expect(await matchingCodes(ctx, {}, 10_000)).toMatchObject({ count: 1_002 });
});

test("a layout is saved under its name, replaced and deleted", async () => {
  const save = (fontSizePt: number) =>
    callProcedure(
      "labels.saveLayout",
      { name: "Shelf", settings: { ...DEFAULT_SETTINGS, fontSizePt } },
      editor,
    );
  await save(9);
  await save(10);
  const Layouts = z.object({ layouts: z.array(z.object({ id: z.string(), settings: z.unknown() })) });
  const { layouts } = Layouts.parse((await callProcedure("labels.layouts", undefined, editor)).value);
  expect(layouts.map(({ settings }) => settings)).toEqual([{ ...DEFAULT_SETTINGS, fontSizePt: 10 }]);
  expect((await callProcedure("labels.deleteLayout", { id: layouts[0]?.id }, editor)).status).toBe(200);
  expect(
    (await callProcedure("labels.deleteLayout", { id: layouts[0]?.id }, editor)).failure?.httpStatus,
  ).toBe(404);
});

test("second codes are on labels, in no list and in no answer, and their prints are in the audit log", async () => {
  const { db } = runtime().database;
  const settings = { secondCode: { symbol: "qr" }, stock: { kind: "single", width: 60, height: 60 } };
  const source = ofBatch(1, 1);
  expect((await print("pdf", source, settings)).failure).toMatchObject({ appCode: "activation-off" });
  const secret = seal(Buffer.alloc(32, 1).toString("base64"), "second-codes", producer.producerId);
  await db
    .insert(activationSettings)
    .values({ producerId: producer.producerId, isOn: true, secret, updatedAt: new Date() });
  const [identifier = ""] = await codes();
  const code = await codeOf(producer, identifier);
  for (const format of ["pdf", "png"]) {
    const { id } = await print(format, source, { ...settings, dpi: 600 });
    const bytes = await bytesOf(await download(id));
    const pages = format === "pdf" ? pagesOf(bytes, 600) : [await rasterOf(bytes)];
    for await (const page of pages)
      expect((await decode(page)).toSorted(), format).toEqual([
        expect.stringMatching(/\/v\/[^#]+$/),
        expect.stringMatching(new RegExp(`/v/[^#]+#code=${code}$`)),
      ]);
  }
  const { id } = await print("csv", source, settings);
  const list = Object.values(unzipSync(await bytesOf(await download(id)))).map((file) => strFromU8(file));
  const preview = await callProcedure("labels.preview", { source }, editor);
  const recorded = await db.select().from(auditEvents).where(eq(auditEvents.producerId, producer.producerId));
  expect(JSON.stringify([list, preview.value, recorded])).not.toContain(code);
  expect(JSON.stringify([list, preview.value, recorded])).not.toContain(printedCode(code));
  const counted = recorded.filter(({ changes }) => changes.some(({ path }) => path === "/secondCodes"));
  expect(counted).toHaveLength(2);
  const viewer = await newSignedIn([{ producer, role: "viewer" }]);
  expect((await print("pdf", source, settings, viewer)).failure?.httpStatus).toBe(403);
});
