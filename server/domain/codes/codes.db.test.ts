import { parsePattern, verifyCheck } from "@assay/codes";
import { eq, like } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { codeBatches } from "@/db/schema/code-batches";
import { events } from "@/db/schema/events";
import { groups } from "@/db/schema/groups";
import { history } from "@/db/schema/history";
import { identifiers } from "@/db/schema/identifiers";
import { items } from "@/db/schema/items";
import { jobs } from "@/db/schema/jobs";
import { sightings } from "@/db/schema/sightings";
import { runningJobs } from "@/server/background/run-jobs";
import { findBrokenHistories } from "@/server/domain/history/check";
import { createItem } from "@/server/domain/items/create";
import { cancelJob } from "@/server/domain/jobs/change";
import { ownedJob } from "@/server/domain/jobs/read";
import { retryJob } from "@/server/domain/jobs/retry";
import type { NewProducer } from "@/server/domain/producers/create";
import { runPass } from "@/server/loops/pass";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { post } from "@/server/testing/api";
import { ctxOf, newGroup, newHook, newProducer, setRecordQuota } from "@/server/testing/factories";
import { requestCodeGeneration } from "./generate";
import { groupOfBatch, listCodes, ownedCodeBatch } from "./read";
import { CodeGeneration } from "./schema";

// Holds decision 0050.

const { db } = runtime().database;

const generate = (producer: NewProducer, input: object) =>
  requestCodeGeneration(ctxOf(producer), CodeGeneration.parse({ count: 3, ...input }));

const batchOf = (job: { result: Record<string, unknown> }) => String(job.result.batchId);

const codesOf = async (producer: NewProducer, batchId: string) =>
  (await listCodes(ctxOf(producer), batchId, { after: 0, limit: 100 })).entries;

const prefixed = () => `T${newId().slice(-12).toUpperCase()}`;

describe("items", () => {
  test("codes become items with histories and events, in their group, as the single verbs make them", async () => {
    const producer = await newProducer();
    const group = await newGroup(producer, { title: "Tote bags" });
    await newHook(producer, ["itemCreated", "itemAddedToGroup"]);
    const pattern = `${prefixed()}-{group}-{number:6}-{random:13}{check}`;
    const job = await generate(producer, { pattern, groupId: group, title: "Tote", data: { size: "M" } });
    expect(job).toMatchObject({ state: "done", done: 3, total: 3, result: { generated: 3, skipped: 0 } });
    const codes = await codesOf(producer, batchOf(job));
    expect(codes.map(({ hasItem }) => hasItem)).toEqual([true, true, true]);
    for (const [index, { identifier }] of codes.entries()) {
      expect(identifier).toContain(`-TOTEBAGS-00000${index + 1}-`);
      expect(verifyCheck(parsePattern(pattern, { maxCharacters: 200 }), identifier)).toBe(true);
      const [item] = await db.select().from(items).where(eq(items.identifier, identifier));
      expect(item).toMatchObject({ title: "Tote", data: { size: "M" }, groupId: group });
      const entries = await db
        .select()
        .from(history)
        .where(eq(history.itemId, item?.id ?? 0))
        .orderBy(history.position);
      expect(entries.map(({ action }) => action)).toEqual(["created", "addedToGroup"]);
    }
    const made = await db.select().from(events).where(eq(events.producerId, producer.producerId));
    expect(made.map(({ type }) => type).toSorted()).toEqual([
      ...Array(3).fill("itemAddedToGroup"),
      ...Array(3).fill("itemCreated"),
    ]);
    expect(await findBrokenHistories(db)).toEqual([]);
  });

  test("all codes of a batch have the text of their group at the request, though it is renamed meanwhile", async () => {
    const producer = await newProducer();
    const group = await newGroup(producer, { title: "Shoes" });
    const prefix = prefixed();
    const pattern = `${prefix}-{group}-{random:13}`;
    const { id } = await generate(producer, { pattern, count: 501, groupId: group, reserved: true });
    await db.update(groups).set({ title: "鞋" }).where(eq(groups.id, group));
    await runPass(runningJobs(), runtime().database);
    expect(await ownedJob(ctxOf(producer), id)).toMatchObject({ state: "done", result: { generated: 501 } });
    expect(await db.$count(identifiers, like(identifiers.identifier, `${prefix}-SHOES-%`))).toBe(501);
  });

  test("running numbers of a pattern go on in the next batch, also beside a first number", async () => {
    const producer = await newProducer();
    const prefix = prefixed();
    const ends = async (pattern: string, count: number) =>
      (await codesOf(producer, batchOf(await generate(producer, { pattern, count })))).map(({ identifier }) =>
        identifier.slice(prefix.length),
      );
    expect(await ends(`${prefix}{number:3}`, 2)).toEqual(["001", "002"]);
    expect(await ends(`${prefix}{number:3:500}`, 2)).toEqual(["500", "501"]);
    expect(await ends(`${prefix}{number:3}`, 2)).toEqual(["502", "503"]);
    await expect(generate(producer, { pattern: `${prefix}{number:3}`, count: 497 })).rejects.toMatchObject({
      details: { faults: [{ pointer: "/count" }] },
    });
  });

  test("a number whose code is taken is left out and counted", async () => {
    const [producer, other] = [await newProducer(), await newProducer()];
    const prefix = prefixed();
    await createItem(ctxOf(other), { identifier: `${prefix}2` });
    const job = await generate(producer, { pattern: `${prefix}{number:1}` });
    expect(job.result).toMatchObject({ generated: 2, skipped: 1 });
    const codes = await codesOf(producer, batchOf(job));
    expect(codes.map(({ identifier, position }) => [position, identifier])).toEqual([
      [1, `${prefix}1`],
      [2, `${prefix}3`],
    ]);
  });

  test("concurrent generations of one pattern share no code", async () => {
    const producer = await newProducer();
    const pattern = `${prefixed()}{number:5}`;
    const jobs = await Promise.all([1, 2, 3, 4].map(() => generate(producer, { pattern, count: 20 })));
    expect(jobs.map(({ result }) => result.generated)).toEqual([20, 20, 20, 20]);
  });
});

test("400: a full quota, a group that does not suit, a faulty pattern; nothing is made", async () => {
  const producer = await newProducer();
  const before = await db.$count(identifiers, eq(identifiers.producerId, producer.producerId));
  const pattern = `${prefixed()}-{group}-{number:6}{check}`;
  await expect(generate(producer, { pattern })).rejects.toMatchObject({
    details: { faults: [{ pointer: "/groupId" }] },
  });
  expect(CodeGeneration.safeParse({ pattern: "x{random:2}", count: 1 }).error?.issues[0]?.path).toEqual([
    "pattern",
  ]);
  await setRecordQuota(producer, 100);
  const plain = `${prefixed()}{number:7}`;
  await expect(generate(producer, { pattern: plain, title: "T", count: 1000 })).rejects.toMatchObject({
    code: "record-quota-exceeded",
  });
  expect(await db.$count(identifiers, eq(identifiers.producerId, producer.producerId))).toBe(before);
});

describe("reserved codes", () => {
  test("a scan answers as for an unknown code, and creating the item assigns the code", async () => {
    const [producer, other] = [await newProducer(), await newProducer()];
    const job = await generate(producer, { pattern: `${prefixed()}{random:13}`, reserved: true });
    const [code] = await codesOf(producer, batchOf(job));
    const identifier = code?.identifier ?? "";
    expect(code?.hasItem).toBe(false);
    const unknown = await post("/scans", { identifier: `unknown-${newId()}` });
    const scanned = await post("/scans", { identifier });
    expect([scanned.status, Object.keys(Object(scanned.body)).toSorted()]).toEqual([
      unknown.status,
      Object.keys(Object(unknown.body)).toSorted(),
    ]);
    const [sighting] = await db.select().from(sightings).where(eq(sightings.identifier, identifier));
    expect(sighting?.producerId).toBe(producer.producerId);
    expect((await post("/items", { identifier }, { token: other.token })).status).toBe(409);
    expect((await post("/items", { identifier }, { token: producer.token })).status).toBe(200);
    expect((await codesOf(producer, batchOf(job)))[0]?.hasItem).toBe(true);
  });

  test("409: 10,000,000 codes that exist, or that open jobs are to generate; cancelled ones leave room", async () => {
    const producer = await newProducer();
    const ctx = ctxOf(producer);
    await db.insert(codeBatches).values(
      Array.from({ length: 9 }, () => ({
        id: newId(),
        producerId: producer.producerId,
        pattern: "{random:13}",
        count: 1_000_000,
        generated: 1_000_000,
        isReserved: true,
        actorType: "user" as const,
        actorId: "x",
        actorName: "x",
        createdAt: new Date(),
      })),
    );
    const reserve = (count: number) =>
      generate(producer, { pattern: `${prefixed()}{random:13}`, count, reserved: true });
    const full = { code: "too-many-reserved-codes" };
    await cancelJob(ctx, (await reserve(1_000_000)).id);
    const { id } = await reserve(999_500);
    await expect(reserve(1)).rejects.toMatchObject(full);
    await db
      .update(jobs)
      .set({ state: "failed", error: "x", errorCode: "internal", endedAt: new Date() })
      .where(eq(jobs.id, id));
    expect((await reserve(1)).state).toBe("done");
    await expect(retryJob(ctx, id)).rejects.toMatchObject(full);
  });

  test("403 and 404: batches of others", async () => {
    const [producer, other] = [await newProducer(), await newProducer()];
    const id = batchOf(await generate(producer, { pattern: `${prefixed()}{number:4}`, reserved: true }));
    expect(await groupOfBatch(ctxOf(producer), await ownedCodeBatch(ctxOf(producer), id))).toBeNull();
    await expect(ownedCodeBatch(ctxOf(other), id)).rejects.toMatchObject({ kind: "forbidden" });
    await expect(ownedCodeBatch(ctxOf(other), newId())).rejects.toMatchObject({ kind: "notFound" });
  });
});
