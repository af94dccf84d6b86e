import { createHash } from "node:crypto";
import { asc, eq, gt, inArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import { contents } from "@/db/schema/contents";
import type { BlobCopies } from "@/server/platform/backup-place";
import type { Blobs } from "@/server/platform/blob-store";
import { leastIdAt } from "@/server/platform/ids";

const PAGE_SIZE = 500;
/** Bytes are stored before their row, within this time. */
const ROW_FOLLOWS_WITHIN_MS = 3_600_000;
const NO_ID = "00000000-0000-0000-0000-000000000000";

interface StoredFile {
  id: string;
  sha256: Buffer | null;
}

/** The files of the database in pages, in the order of their ids, which is that of their age. */
async function* pagesOf(db: Db, from = NO_ID): AsyncGenerator<StoredFile[]> {
  for (let after = from; ; ) {
    const page = await db
      .select({ id: contents.id, sha256: contents.sha256 })
      .from(contents)
      .where(gt(contents.id, after))
      .orderBy(asc(contents.id))
      .limit(PAGE_SIZE);
    yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return;
    after = last.id;
  }
}

/** The files of the database. */
export async function* filesOf(db: Db): AsyncGenerator<StoredFile> {
  for await (const page of pagesOf(db)) yield* page;
}

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

/** Reads the bytes of a file as they were stored, or what is wrong with it. */
async function readWhole(
  { id, sha256 }: StoredFile,
  stores: readonly Blobs[],
): Promise<{ bytes: Buffer; fault?: undefined } | { fault: "missing" | "damaged" }> {
  let fault: "missing" | "damaged" = "missing";
  for (const store of stores) {
    const bytes = await store.read(id);
    if (!bytes) continue;
    if (!sha256 || hashOf(bytes).equals(sha256)) return { bytes };
    fault = "damaged";
  }
  return { fault };
}

/** What is wrong with a file; undefined where its bytes are there and as they were stored. */
export const faultOf = async (file: StoredFile, stores: readonly Blobs[]) =>
  (await readWhole(file, stores)).fault;

const idsOf = (page: readonly StoredFile[]) => page.map(({ id }) => id);

/** Copies the bytes of all files that have no copy. Files of earlier releases get their hash. */
export async function copyFiles(
  db: Db,
  { from, to, signal }: { from: Blobs; to: BlobCopies; signal?: AbortSignal | undefined },
): Promise<{ copied: number; missing: string[] }> {
  let copied = 0;
  const missing: string[] = [];
  for await (const page of pagesOf(db)) {
    const held = await to.files.held(idsOf(page));
    for (const { id, sha256 } of page) {
      signal?.throwIfAborted();
      if (!held.has(id)) {
        if (!(await to.files.adopt(id, from))) {
          missing.push(id);
          continue;
        }
        copied++;
      }
      const bytes = sha256 ? undefined : await to.files.read(id);
      if (bytes)
        await db
          .update(contents)
          .set({ sha256: hashOf(bytes) })
          .where(eq(contents.id, id));
    }
  }
  return { copied, missing };
}

/** Copies the bytes of files since a time that have no copy: other processes may have stored them, which make no backups. */
export async function copyYoungFiles(
  db: Db,
  { from, to, since }: { from: Blobs; to: BlobCopies; since: Date },
): Promise<void> {
  for await (const page of pagesOf(db, leastIdAt(since.getTime() - ROW_FOLLOWS_WITHIN_MS))) {
    const held = await to.files.held(idsOf(page));
    for (const { id } of page) if (!held.has(id)) await to.files.adopt(id, from);
  }
}

/** Puts bytes from the copies where the store lacks them, or has others. Returns how many, and what has no whole copy either. */
export async function putBackFiles(db: Db, { from, to }: { from: BlobCopies; to: Blobs }) {
  const result: { whole: number; putBack: number; lost: string[] } = { whole: 0, putBack: 0, lost: [] };
  for await (const file of filesOf(db)) {
    const { fault } = await readWhole(file, [to]);
    const copy = fault && (await readWhole(file, [from.files, from.deleted]));
    if (!copy) result.whole++;
    else if (copy.fault) result.lost.push(file.id);
    else {
      await to.put(file.id, copy.bytes);
      result.putBack++;
    }
  }
  return result;
}

/** Sets copies of deleted files aside, and removes those that no point in time since `keptSince` has. */
export async function sweepCopies(
  db: Db,
  copies: BlobCopies,
  { keptSince, signal }: { keptSince: Date; signal?: AbortSignal | undefined },
): Promise<void> {
  const writtenBefore = new Date(Date.now() - ROW_FOLLOWS_WITHIN_MS);
  for await (const page of copies.files.list()) {
    signal?.throwIfAborted();
    const old = page.flatMap(({ id, keptAt }) => (keptAt < writtenBefore ? [id] : []));
    if (old.length === 0) continue;
    const rows = await db.select({ id: contents.id }).from(contents).where(inArray(contents.id, old));
    const kept = new Set(rows.map(({ id }) => id));
    for (const id of old) if (!kept.has(id)) await copies.files.moveTo(copies.deleted, id);
  }
  for await (const page of copies.deleted.list())
    for (const { id, keptAt } of page) if (keptAt < keptSince) await copies.deleted.remove(id);
}
