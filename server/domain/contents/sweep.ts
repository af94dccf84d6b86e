import { inArray } from "drizzle-orm";
import { contents } from "@/db/schema/contents";
import type { Ctx } from "@/server/ctx";
import { blobs } from "@/server/platform/blobs";
import { derivatives } from "@/server/platform/derivatives";

/** A call that kept bytes has long made their row by then, or never will. */
const ORPHANED_AFTER_MS = 3_600_000;

/** Removes bytes that no content has: what crashes between bytes and row left. Returns how many. */
export async function sweepOrphans(
  { db }: Pick<Ctx, "db">,
  keptBefore = new Date(Date.now() - ORPHANED_AFTER_MS),
): Promise<number> {
  let removed = 0;
  for await (const page of blobs().list()) {
    const old = page.filter(({ keptAt }) => keptAt < keptBefore).map(({ id }) => id);
    if (old.length === 0) continue;
    const rows = await db.select({ id: contents.id }).from(contents).where(inArray(contents.id, old));
    const owned = new Set(rows.map(({ id }) => id));
    for (const id of old.filter((one) => !owned.has(one))) {
      await blobs().remove(id);
      await derivatives().forget(id);
      removed++;
    }
  }
  return removed;
}
