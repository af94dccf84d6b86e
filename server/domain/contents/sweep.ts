import { inArray } from "drizzle-orm";
import { contents } from "@/db/schema/contents";
import type { Ctx } from "@/server/core/ctx";
import { isRestoredLately } from "@/server/domain/system/identity";
import type { Loop, Run } from "@/server/loops/loop";
import { runPass } from "@/server/loops/pass";
import { blobs } from "@/server/platform/blobs";
import { forgetDerivatives } from "@/server/platform/derivatives";

/** A call that stores bytes has written their row long before that, or never will. */
const ORPHANED_AFTER_MS = 3_600_000;

/** Those of the given bytes that no content has. */
async function orphansAmong({ db }: Pick<Ctx, "db">, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.select({ id: contents.id }).from(contents).where(inArray(contents.id, ids));
  const owned = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !owned.has(id));
}

/**
 * Removes orphans: bytes that a crash left without a row. Does nothing if there are no contents at all, because that is more
 * likely the wrong database than a store of orphans only; nor in the days after a restore, which leaves bytes without rows
 * that another restore may need.
 */
export const orphans = (keptBefore?: Date): Loop<string> => ({
  name: "orphans",
  intervalMs: 24 * 3_600_000,
  timeoutMs: 60_000,
  keyOf: (id) => id,
  async *batches(run) {
    const before = keptBefore ?? new Date(Date.now() - ORPHANED_AFTER_MS);
    const some = await run.db.select({ id: contents.id }).from(contents).limit(1);
    if (some.length === 0 || (await isRestoredLately(run))) return;
    for await (const page of blobs().list()) {
      if (run.signal.aborted) return;
      const old = page.filter(({ id, keptAt }) => keptAt < before && !run.aside.includes(id));
      const found = await orphansAmong(
        run,
        old.map(({ id }) => id),
      );
      for (const id of found) {
        if (run.signal.aborted) return;
        yield [id];
      }
    }
  },
  async work(_, some) {
    for (const id of some) {
      await blobs().remove(id);
      await forgetDerivatives(id);
    }
  },
});

/** Runs one pass of the sweep, until nothing is left or the signal aborts it. Returns how many were removed. */
export const sweepOrphans = (
  data: Pick<Run, "db" | "batchClient">,
  { keptBefore, signal }: { keptBefore?: Date; signal?: AbortSignal } = {},
): Promise<number> => runPass(orphans(keptBefore), { ...data, signal });
