import { createHash, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { caseLinks } from "@/db/schema/case-links";
import { cases } from "@/db/schema/cases";
import { contents } from "@/db/schema/contents";
import { idempotencyKeys } from "@/db/schema/idempotency-keys";
import { inspectionPhotos, inspections } from "@/db/schema/inspections";
import { producers } from "@/db/schema/producers";
import { scans } from "@/db/schema/scans";
import { sightings } from "@/db/schema/sightings";
import type { Ctx } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { openCase } from "@/server/domain/cases/open";
import { getCase } from "@/server/domain/cases/read";
import { invalidateItem } from "@/server/domain/items/invalidate";
import { markCode } from "@/server/domain/sightings/mark";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { newSignedIn, producerQuery } from "@/server/testing/dashboard";
import { newItem, newProducer } from "@/server/testing/factories";
import { ctxOfMember, newMember } from "@/server/testing/people";
import { uploadInspectionPhoto } from "@/server/web/dashboard/inspection-photos";
import { inspectionsOfCase, inspectionsOfScan } from "./list";
import { recordInspection } from "./record";
import type { NewInspection } from "./schema";

// Holds decision 0084.

const { db } = runtime().database;

const inspection = (code: string, more: Partial<NewInspection> = {}): NewInspection => ({
  key: randomUUID(),
  code,
  note: "Loose seam",
  isFlagged: false,
  case: "new",
  place: { latitude: 51.9, longitude: 4.5, accuracy: 12 },
  at: Date.now(),
  ...more,
});

async function newInspector(): Promise<{ ctx: Ctx; producer: Awaited<ReturnType<typeof newProducer>> }> {
  const producer = await newProducer();
  return { producer, ctx: ctxOfMember(producer, await newMember(producer, "inspector")) };
}

const scansOf = (identifier: string) => db.select().from(scans).where(eq(scans.identifier, identifier));
const seen = (identifier: string) => db.select().from(sightings).where(eq(sightings.identifier, identifier));

test("an item of the producer is genuine; its scan is recorded once, by whom the inspection tells", async () => {
  const { ctx, producer } = await newInspector();
  const item = await newItem(producer);
  const wanted = inspection(item);
  const first = await recordInspection(ctx, wanted);
  expect(first).toMatchObject({ verdict: "genuine", isRegistered: true, caseId: null });
  expect(await recordInspection(ctx, wanted)).toEqual(first);
  const scan = only(await scansOf(item));
  expect(scan).toMatchObject({ id: first.id, country: "NL", copyclassification: "unknown" });
  expect(only(await inspectionsOfScan(ctx, scan.id))).toMatchObject({
    inspector: "Ada Example",
    note: "Loose seam",
    accuracy: 12,
  });
});

test("calls at the same time with one key record one scan, and one case", async () => {
  const { ctx, producer } = await newInspector();
  const item = await newItem(producer);
  const wanted = inspection(item, { isFlagged: true });
  const answers = await Promise.all(Array.from({ length: 8 }, () => recordInspection(ctx, wanted)));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(await scansOf(item)).toHaveLength(1);
  expect(await db.$count(cases, eq(cases.producerId, producer.producerId))).toBe(1);
});

test.each(["before", "after"])(
  "a call that ended %s its scan was recorded is completed once",
  async (when) => {
    const { ctx, producer } = await newInspector();
    const item = await newItem(producer);
    const wanted = inspection(item);
    const { id } = await recordInspection(ctx, wanted);
    await db.update(inspections).set({ verdict: null, isRegistered: null }).where(eq(inspections.id, id));
    if (when === "before") await db.delete(scans).where(eq(scans.id, id));
    // A day later, the key of the scan is forgotten.
    await db.delete(idempotencyKeys).where(eq(idempotencyKeys.key, id));
    expect(await recordInspection(ctx, wanted)).toMatchObject({ id, verdict: "genuine" });
    expect(await scansOf(item)).toHaveLength(1);
  },
);

test("409: a key of another code", async () => {
  const { ctx } = await newInspector();
  const key = randomUUID();
  await recordInspection(ctx, inspection("one", { key }));
  await expect(recordInspection(ctx, inspection("two", { key }))).rejects.toMatchObject({
    code: "inspection-key-used",
  });
});

test("two people may use the same key", async () => {
  const { ctx, producer } = await newInspector();
  const other = ctxOfMember(producer, await newMember(producer, "editor"));
  const wanted = inspection(await newItem(producer));
  const ids = [(await recordInspection(ctx, wanted)).id, (await recordInspection(other, wanted)).id];
  expect(new Set(ids).size).toBe(2);
});

test("an invalidated item and a code that was marked as counterfeit are suspicious", async () => {
  const { ctx, producer } = await newInspector();
  const item = await newItem(producer);
  await invalidateItem(ctx, item);
  const code = `none ${randomUUID()}`;
  const first = await recordInspection(ctx, inspection(code));
  expect(first).toMatchObject({ verdict: "unknown", isRegistered: false });
  await markCode(ctx, { identifier: code, mark: "counterfeit" });
  for (const one of [item, code])
    expect((await recordInspection(ctx, inspection(one))).verdict).toBe("suspicious");
});

test("another producer's item is unknown: a sighting of the inspector's producer, and nothing of the other", async () => {
  const { ctx, producer } = await newInspector();
  const other = await newProducer();
  const item = await newItem(other);
  const answer = await recordInspection(ctx, inspection(item));
  expect(answer).toMatchObject({ verdict: "unknown", isRegistered: false });
  expect(await scansOf(item)).toEqual([]);
  expect(only(await seen(item))).toMatchObject({ id: answer.id, producerId: producer.producerId });
});

test("a finding belongs to the chosen case while it is open, else to a new one", async () => {
  const { ctx, producer } = await newInspector();
  const open = await openCase(ctx, { title: "Market", links: [] });
  const foreign = await openCase((await newInspector()).ctx, { title: "Theirs", links: [] });
  const [a, b] = [`none ${randomUUID()}`, `none ${randomUUID()}`];
  expect((await recordInspection(ctx, inspection(a, { case: open.id }))).caseId).toBe(open.id);
  expect(only(await inspectionsOfCase(ctx, open.id))).toMatchObject({ code: a });
  expect((await getCase(ctx, open.id)).links.code).toBe(1);
  const { caseId } = await recordInspection(ctx, inspection(b, { case: foreign.id }));
  const made = only(
    await db
      .select()
      .from(cases)
      .where(eq(cases.id, caseId ?? "")),
  );
  expect(made).toMatchObject({ producerId: producer.producerId, title: b, summary: "Loose seam" });
  expect(await db.$count(caseLinks, eq(caseLinks.caseId, foreign.id))).toBe(0);
});

const jpeg = (seed: number) =>
  sharp({ create: { width: 8 + seed, height: 8, channels: 3, background: "#a12" } })
    .jpeg()
    .toBuffer();
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

function send(cookie: string, id: string, photo: string, bytes: Uint8Array, sha256 = hashOf(bytes)) {
  const query = new URLSearchParams({ inspection: id, photo, sha256 });
  return uploadInspectionPhoto(
    new Request(`https://assay.test/api/dashboard/inspections/photos?${query}&${producerQuery(cookie)}`, {
      method: "POST",
      headers: { cookie, "content-type": "image/jpeg", "sec-fetch-site": "same-origin" },
      body: Uint8Array.from(bytes),
    }),
  );
}

async function newPhotographer(role: "inspector" | "viewer" = "inspector") {
  const producer = await newProducer();
  const { cookie, personId } = await newSignedIn([{ producer, role }]);
  const ctx: Ctx = { ...ctxOfMember(producer, await newMember(producer, "inspector")) };
  if (ctx.caller.kind !== "producer") throw new Error("A member is a producer.");
  const own: Ctx = { ...ctx, caller: { ...ctx.caller, actor: { type: "user", id: personId, name: "Test" } } };
  return { producer, cookie, ctx: own };
}

test("photos are stored once with the bytes that were sent, of registered and of unregistered codes", async () => {
  const { producer, cookie, ctx } = await newPhotographer();
  for (const code of [await newItem(producer), `none ${randomUUID()}`]) {
    const { id } = await recordInspection(ctx, inspection(code));
    const bytes = await jpeg(1);
    const sent = await Promise.all(Array.from({ length: 4 }, () => send(cookie, id, "front", bytes)));
    for (const reply of sent) {
      expect(reply.status).toBe(200);
      expect(await reply.json()).toEqual({ sha256: hashOf(bytes) });
    }
    const stored = await db
      .select({ sha256: contents.sha256 })
      .from(inspectionPhotos)
      .innerJoin(contents, eq(contents.id, inspectionPhotos.contentId))
      .where(eq(inspectionPhotos.inspectionId, id));
    expect(stored.map(({ sha256 }) => sha256?.toString("hex"))).toEqual([hashOf(bytes)]);
  }
  const { used } = only(
    await db
      .select({ used: producers.contentBytes })
      .from(producers)
      .where(eq(producers.id, producer.producerId)),
  );
  expect(used).toBe(2 * (await jpeg(1)).byteLength);
});

test("refused photos: another of the same name, damaged, no JPEG, a seventh, of another person, of a viewer", async () => {
  const { producer, cookie, ctx } = await newPhotographer();
  const { id } = await recordInspection(ctx, inspection("none"));
  const status = async (reply: Promise<Response>) => (await reply).status;
  for (let i = 0; i < 6; i++) expect(await status(send(cookie, id, `photo ${i}`, await jpeg(i)))).toBe(200);
  expect(await status(send(cookie, id, "photo 0", await jpeg(9)))).toBe(409);
  expect(await status(send(cookie, id, "seventh", await jpeg(9)))).toBe(400);
  const { id: next } = await recordInspection(ctx, inspection("none"));
  expect(await status(send(cookie, next, "front", await jpeg(1), hashOf(await jpeg(2))))).toBe(400);
  expect(await status(send(cookie, next, "front", Buffer.from("GIF89a")))).toBe(400);
  expect(await status(send(cookie, newId(), "front", await jpeg(1)))).toBe(404);
  const colleague = await newSignedIn([{ producer, role: "owner" }]);
  expect(await status(send(colleague.cookie, next, "front", await jpeg(1)))).toBe(404);
  const viewer = await newSignedIn([{ producer, role: "viewer" }]);
  expect(await status(send(viewer.cookie, next, "front", await jpeg(1)))).toBe(403);
});
