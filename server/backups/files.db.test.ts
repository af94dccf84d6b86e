import { mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { contents } from "@/db/schema/contents";
import { databaseIdentity } from "@/db/schema/database-identity";
import { only } from "@/server/data/only";
import { createContent, keepContent } from "@/server/domain/contents/create";
import { sweepOrphans } from "@/server/domain/contents/sweep";
import { isRestoredLately } from "@/server/domain/system/identity";
import { type BlobCopies, backUpTo, copiesIn } from "@/server/platform/backup-place";
import { blobs } from "@/server/platform/blobs";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newProducer, systemCtx } from "@/server/testing/factories";
import { copyFiles, copyYoungFiles, faultOf, putBackFiles, sweepCopies } from "./files";

// Holds decision 0061.

const { db } = runtime().database;
const DAYS = 86_400_000;

let copies: BlobCopies;

beforeEach(async () => {
  await db.delete(contents);
  const folder = await mkdtemp(path.join(tmpdir(), "assay-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  copies = copiesIn(folder);
});

async function newFile(text = "a file"): Promise<string> {
  const ctx = ctxOf(await newProducer());
  const kept = await keepContent(ctx, {
    "content-type": "application/octet-stream",
    data: Buffer.from(text),
  });
  return (await createContent(ctx, kept)).id;
}

const rowOf = async (id: string) => only(await db.select().from(contents).where(eq(contents.id, id)));

const hashOf = async (id: string) =>
  (await db.select({ sha256: contents.sha256 }).from(contents).where(eq(contents.id, id)))[0]?.sha256 ?? null;

type Store = BlobCopies["files"];

const age = (id: string, store: Store, days: number) => {
  const then = new Date(Date.now() - days * DAYS);
  return utimes(store.pathOf?.(id) ?? "", then, then);
};

const isIn = async (store: Store, id: string) => (await store.held([id])).has(id);

test("a file is copied before its row is there, so that no restored row lacks its bytes", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "assay-test-"));
  onTestFinished(async () => {
    globalThis.assayBackups = undefined;
    await rm(folder, { recursive: true, force: true });
  });
  backUpTo(folder, { url: "" });
  const kept = await keepContent(ctxOf(await newProducer()), {
    "content-type": "application/octet-stream",
    data: Buffer.from("early"),
  });
  expect((await copiesIn(folder).files.read(kept.id))?.toString()).toBe("early");
});

test("a backup copies files without a copy, hashes those of earlier releases, and names those without bytes", async () => {
  const [there, gone] = [await newFile(), await newFile()];
  const hash = await hashOf(there);
  await db.update(contents).set({ sha256: null });
  await blobs().remove(gone);
  expect(await copyFiles(db, { from: blobs(), to: copies })).toEqual({ copied: 1, missing: [gone] });
  expect(await hashOf(there)).toEqual(hash);
  expect(await copyFiles(db, { from: blobs(), to: copies })).toEqual({ copied: 0, missing: [gone] });
});

test("bytes that another process stored are copied soon after, those of older files with the next backup", async () => {
  const [young, old] = [await newFile(), newId(Date.now() - DAYS)];
  await db.insert(contents).values({ ...(await rowOf(young)), id: old });
  await blobs().put(old, Buffer.from("a file"));
  await copyYoungFiles(db, { from: blobs(), to: copies, since: new Date() });
  expect([await isIn(copies.files, young), await isIn(copies.files, old)]).toEqual([true, false]);
});

test("missing and damaged files are put back from the copies; those without a whole copy are named", async () => {
  const [whole, missing, damaged, lost] = [
    await newFile(),
    await newFile(),
    await newFile(),
    await newFile(),
  ];
  await copyFiles(db, { from: blobs(), to: copies });
  for (const id of [missing, lost]) await blobs().remove(id);
  await copies.files.moveTo(copies.deleted, missing);
  await blobs().put(damaged, Buffer.from("other"));
  await copies.files.remove(lost);
  const found = await putBackFiles(db, { from: copies, to: blobs() });
  expect(found).toEqual({ whole: 1, putBack: 2, lost: [lost] });
  for (const id of [whole, missing, damaged]) expect((await blobs().read(id))?.toString()).toBe("a file");
});

test("a copy outlives its file for the days that are kept, and no longer", async () => {
  const [kept, deleted] = [await newFile(), await newFile()];
  await copyFiles(db, { from: blobs(), to: copies });
  await db.delete(contents).where(eq(contents.id, deleted));
  for (const id of [kept, deleted]) await age(id, copies.files, 1);
  const keptSince = new Date(Date.now() - 7 * DAYS);
  await sweepCopies(db, copies, { keptSince });
  expect([await isIn(copies.files, kept), await isIn(copies.files, deleted)]).toEqual([true, false]);
  expect(await isIn(copies.deleted, deleted)).toBe(true);
  await age(deleted, copies.deleted, 8);
  await sweepCopies(db, copies, { keptSince });
  expect(await isIn(copies.deleted, deleted)).toBe(false);
});

test("a missing and a damaged copy are found; a whole one among the deleted counts", async () => {
  const id = await newFile("whole");
  const file = { id, sha256: await hashOf(id) };
  const stores = [copies.files, copies.deleted];
  expect(await faultOf(file, stores)).toBe("missing");
  await copies.files.put(id, Buffer.from("other"));
  expect(await faultOf(file, stores)).toBe("damaged");
  await copies.deleted.put(id, Buffer.from("whole"));
  expect(await faultOf(file, stores)).toBeUndefined();
});

test("copies on one file system take no room of their own, and survive the removal of the file", async () => {
  const id = newId();
  await copies.files.put(id, Buffer.from("shared"));
  expect(await copies.deleted.adopt(id, copies.files)).toBe(true);
  await copies.files.remove(id);
  expect((await copies.deleted.read(id))?.toString()).toBe("shared");
  expect(await copies.files.adopt(newId(), copies.deleted)).toBe(false);
});

test("after a restore, files without rows stay for a week", async () => {
  await newFile();
  const orphan = newId();
  await blobs().put(orphan, Buffer.from("younger than the restored point in time"));
  expect(await isRestoredLately({ db })).toBe(false);
  await db.update(databaseIdentity).set({ identity: "another cluster" });
  const inAnHour = new Date(Date.now() + DAYS / 24);
  await sweepOrphans(systemCtx(), { keptBefore: inAnHour });
  expect(await blobs().read(orphan)).toBeDefined();
  await db.update(databaseIdentity).set({ changedAt: new Date(Date.now() - 8 * DAYS) });
  await sweepOrphans(systemCtx(), { keptBefore: inAnHour });
  expect(await blobs().read(orphan)).toBeUndefined();
});
