import { inArray } from "drizzle-orm";
import { contents } from "@/db/schema/contents";
import type { Ctx } from "@/server/ctx";
import { blobs } from "@/server/platform/blobs";
import { derivatives } from "@/server/platform/derivatives";

/** A call that kept bytes has long made their row by then, or never will. */
const ORPHANED_AFTER_MS = 3_600_000;

/**
 * Removes bytes that no content has: what crashes between bytes and row left. Returns how many. Does nothing where there are
 * no contents at all: more likely it is the wrong database than a store of orphans alone. The signal ends it early.
 */
export async function sweepOrphans(
  { db }: Pick<Ctx, "db">,
  {
    keptBefore = new Date(Date.now() - ORPHANED_AFTER_MS),
    signal,
  }: { keptBefore?: Date; signal?: AbortSignal } = {},
): Promise<number> {
  let removed = 0;
  const some = await db.select({ id: contents.id }).from(contents).limit(1);
  if (some.length === 0) return 0;
  for await (const page of blobs().list()) {
    if (signal?.aborted) return removed;
    const old = page.filter(({ keptAt }) => keptAt < keptBefore).map(({ id }) => id);
    if (old.length === 0) continue;
    const rows = await db.select({ id: contents.id }).from(contents).where(inArray(contents.id, old));
    const owned = new Set(rows.map(({ id }) => id));
    for (const id of old.filter((one) => !owned.has(one))) {
      if (signal?.aborted) return removed;
      await blobs().remove(id);
      await derivatives().forget(id);
      removed++;
    }
  }
  return removed;
}
