import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { caseLinks } from "@/db/schema/case-links";
import { cases } from "@/db/schema/cases";
import { contents } from "@/db/schema/contents";
import { idempotencyKeys } from "@/db/schema/idempotency-keys";
import { inspectionPhotos, inspections } from "@/db/schema/inspections";
import { producers } from "@/db/schema/producers";
import { scans } from "@/db/schema/scans";
import { sightings } from "@/db/schema/sightings";
import { only } from "@/server/data/only";
import { unlinkFromCase } from "@/server/domain/cases/link";
import { openCase } from "@/server/domain/cases/open";
import { getCase } from "@/server/domain/cases/read";
import { inspectionsAfter } from "@/server/domain/evidence/add-inspections";
import { BEGIN } from "@/server/domain/evidence/stage";
import { invalidateItem } from "@/server/domain/items/invalidate";
import { markCode } from "@/server/domain/sightings/mark";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { newSignedIn } from "@/server/testing/dashboard";
import { newItem, newProducer } from "@/server/testing/factories";
import {
  hashOf,
  inspectionOf,
  jpeg,
  newInspector,
  newPhotographer,
  scansOf,
  send,
} from "@/server/testing/inspections";
import { ctxOfMember, newMember } from "@/server/testing/people";
import { inspectionsOfCase, inspectionsOfScan } from "./list";
import { recordInspection } from "./record";

// Holds decision 0084.

const { db } = runtime().database;

const seen = (identifier: string) => db.select().from(sightings).where(eq(sightings.identifier, identifier));

test("an item of the producer is genuine; its scan is recorded once, by whom the inspection tells", async () => {
  const { ctx, producer } = await newInspector();
  const item = await newItem(producer);
  const wanted = inspectionOf(item);
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
  const wanted = inspectionOf(item, { isFlagged: true });
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
    const wanted = inspectionOf(item);
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
  await recordInspection(ctx, inspectionOf("one", { key }));
  await expect(recordInspection(ctx, inspectionOf("two", { key }))).rejects.toMatchObject({
    code: "inspection-key-used",
  });
});

test("two people may use the same key", async () => {
  const { ctx, producer } = await newInspector();
  const other = ctxOfMember(producer, await newMember(producer, "editor"));
  const wanted = inspectionOf(await newItem(producer));
  const ids = [(await recordInspection(ctx, wanted)).id, (await recordInspection(other, wanted)).id];
  expect(new Set(ids).size).toBe(2);
});

test("an invalidated item and a code that was marked as counterfeit are suspicious", async () => {
  const { ctx, producer } = await newInspector();
  const item = await newItem(producer);
  await invalidateItem(ctx, item);
  const code = `none ${randomUUID()}`;
  const first = await recordInspection(ctx, inspectionOf(code));
  expect(first).toMatchObject({ verdict: "unknown", isRegistered: false });
  await markCode(ctx, { identifier: code, mark: "counterfeit" });
  for (const one of [item, code])
    expect((await recordInspection(ctx, inspectionOf(one))).verdict).toBe("suspicious");
});

test("another producer's item is unknown: a sighting of the inspector's producer, and nothing of the other", async () => {
  const { ctx, producer } = await newInspector();
  const other = await newProducer();
  const item = await newItem(other);
  const answer = await recordInspection(ctx, inspectionOf(item));
  expect(answer).toMatchObject({ verdict: "unknown", isRegistered: false });
  expect(await scansOf(item)).toEqual([]);
  expect(only(await seen(item))).toMatchObject({
    id: answer.id,
    producerId: producer.producerId,
    basis: "inspection",
  });
});

test("a finding belongs to the chosen case while it is open, else to a new one", async () => {
  const { ctx, producer } = await newInspector();
  const open = await openCase(ctx, { title: "Market", links: [] });
  const foreign = await openCase((await newInspector()).ctx, { title: "Theirs", links: [] });
  const [a, b] = [`none ${randomUUID()}`, `none ${randomUUID()}`];
  expect((await recordInspection(ctx, inspectionOf(a, { case: open.id }))).caseId).toBe(open.id);
  expect(only(await inspectionsOfCase(ctx, open.id))).toMatchObject({ code: a });
  expect((await getCase(ctx, open.id)).links.code).toBe(1);
  const { caseId } = await recordInspection(ctx, inspectionOf(b, { case: foreign.id }));
  const made = only(
    await db
      .select()
      .from(cases)
      .where(eq(cases.id, caseId ?? "")),
  );
  expect(made).toMatchObject({ producerId: producer.producerId, title: b, summary: "Loose seam" });
  expect(await db.$count(caseLinks, eq(caseLinks.caseId, foreign.id))).toBe(0);
});

test("an inspection whose scan or code is removed from a case leaves its page and its packs", async () => {
  const { ctx, producer } = await newInspector();
  const { id } = await openCase(ctx, { title: "Market", links: [] });
  for (const [kind, code] of [
    ["scan", await newItem(producer)],
    ["code", `none ${randomUUID()}`],
  ] as const) {
    await recordInspection(ctx, inspectionOf(code, { case: id, isFlagged: true }));
    const packed = () => inspectionsAfter(ctx, { caseId: id, ...producer }, BEGIN.id, 10);
    expect(await packed()).toHaveLength(1);
    const links = await db.select().from(caseLinks).where(eq(caseLinks.caseId, id));
    await unlinkFromCase(ctx, id, { kind, linkIds: links.map((link) => link.id) });
    expect(await inspectionsOfCase(ctx, id)).toEqual([]);
    expect(await packed()).toEqual([]);
  }
});

test("photos are stored once with the bytes that were sent, of registered and of unregistered codes", async () => {
  const { producer, cookie, ctx } = await newPhotographer();
  for (const code of [await newItem(producer), `none ${randomUUID()}`]) {
    const { id } = await recordInspection(ctx, inspectionOf(code));
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
  const { id } = await recordInspection(ctx, inspectionOf("none"));
  const status = async (reply: Promise<Response>) => (await reply).status;
  for (let i = 0; i < 6; i++) expect(await status(send(cookie, id, `photo ${i}`, await jpeg(i)))).toBe(200);
  expect(await status(send(cookie, id, "photo 0", await jpeg(9)))).toBe(409);
  expect(await status(send(cookie, id, "seventh", await jpeg(9)))).toBe(400);
  const { id: next } = await recordInspection(ctx, inspectionOf("none"));
  expect(await status(send(cookie, next, "front", await jpeg(1), { sha256: hashOf(await jpeg(2)) }))).toBe(
    400,
  );
  expect(await status(send(cookie, next, "front", Buffer.from("GIF89a")))).toBe(400);
  expect(await status(send(cookie, newId(), "front", await jpeg(1)))).toBe(404);
  const colleague = await newSignedIn([{ producer, role: "owner" }]);
  expect(await status(send(colleague.cookie, next, "front", await jpeg(1)))).toBe(404);
  const viewer = await newSignedIn([{ producer, role: "viewer" }]);
  expect(await status(send(viewer.cookie, next, "front", await jpeg(1)))).toBe(403);
});
