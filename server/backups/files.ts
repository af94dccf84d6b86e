import { createHash } from "node:crypto";
import { asc, eq, gt, inArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import { contents } from "@/db/schema/contents";
import type { BlobCopies } from "@/server/platform/backup-folder";
import type { Blobs } from "@/server/platform/blob-store";

const PAGE_SIZE = 500;
/** Bytes are stored before their row, within this time. */
const ROW_FOLLOWS_WITHIN_MS = 3_600_000;
const NO_ID = "00000000-0000-0000-0000-000000000000";

interface StoredFile {
  id: string;
  sha256: Buffer | null;
}

/** All files of the database, in the order of their ids. */
export async function* filesOf(db: Db): AsyncGenerator<StoredFile> {
  for (let after = NO_ID; ; ) {
    const page = await db
      .select({ id: contents.id, sha256: contents.sha256 })
      .from(contents)
      .where(gt(contents.id, after))
      .orderBy(asc(contents.id))
      .limit(PAGE_SIZE);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return;
    after = last.id;
  }
}

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

/** What is wrong with a file; undefined where its bytes are there and as they were stored. */
export async function faultOf(
  { id, sha256 }: StoredFile,
  stores: readonly Blobs[],
): Promise<"missing" | "damaged" | undefined> {
  let fault: "missing" | "damaged" = "missing";
  for (const store of stores) {
    const bytes = await store.read(id);
    if (!bytes) continue;
    if (!sha256 || hashOf(bytes).equals(sha256)) return undefined;
    fault = "damaged";
  }
  return fault;
}

/** Copies the bytes of all files that have no copy. Files of earlier releases get their hash. */
export async function copyFiles(
  db: Db,
  { from, to, signal }: { from: Blobs; to: BlobCopies; signal?: AbortSignal | undefined },
): Promise<{ copied: number; missing: string[] }> {
  let copied = 0;
  const missing: string[] = [];
  for await (const { id, sha256 } of filesOf(db)) {
    signal?.throwIfAborted();
    if (!(await to.files.has(id))) {
      if (!(await to.files.adopt(id, from))) {
        missing.push(id);
        continue;
      }
      copied++;
    }
    if (sha256) continue;
    const bytes = await to.files.read(id);
    if (bytes)
      await db
        .update(contents)
        .set({ sha256: hashOf(bytes) })
        .where(eq(contents.id, id));
  }
  return { copied, missing };
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
