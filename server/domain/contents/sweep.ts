import { inArray } from "drizzle-orm";
import { contents } from "@/db/schema/contents";
import type { Ctx } from "@/server/core/ctx";
import type { Loop, Run } from "@/server/loops/loop";
import { runPass } from "@/server/loops/pass";
import { blobs } from "@/server/platform/blobs";
import { derivatives } from "@/server/platform/derivatives";

/** A call that kept bytes has long made their row by then, or never will. */
const ORPHANED_AFTER_MS = 3_600_000;

/** Which of some bytes no content has. */
async function orphansAmong({ db }: Pick<Ctx, "db">, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.select({ id: contents.id }).from(contents).where(inArray(contents.id, ids));
  const owned = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !owned.has(id));
}

/**
 * Removes bytes that no content has: what crashes between bytes and row left. Does nothing where there are no contents at all:
 * more likely it is the wrong database than a store of orphans alone.
 */
export const orphans = (keptBefore?: Date): Loop<string> => ({
  name: "orphans",
  intervalMs: 24 * 3_600_000,
  timeoutMs: 60_000,
  keyOf: (id) => id,
  async *batches(run) {
    const before = keptBefore ?? new Date(Date.now() - ORPHANED_AFTER_MS);
    const some = await run.db.select({ id: contents.id }).from(contents).limit(1);
    if (some.length === 0) return;
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
      await derivatives().forget(id);
    }
  },
});

/** Removes what there is, until nothing is left or the signal ends it. Returns how many. */
export const sweepOrphans = (
  data: Pick<Run, "db" | "batchClient">,
  { keptBefore, signal }: { keptBefore?: Date; signal?: AbortSignal } = {},
): Promise<number> => runPass(orphans(keptBefore), { ...data, signal });
