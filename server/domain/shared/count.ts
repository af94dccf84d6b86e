import { performance } from "node:perf_hooks";
import { type Ctx, isInTransaction } from "@/server/core/ctx";
import type { KeysetPage, Listed, PageByNumber, PageByUuid } from "@/server/data/keyset";
import { restorePlanning } from "@/server/data/restore-planning";

const PAGE_SIZE = 5_000;
/** The time for counting; a job of more objects is requested without their number. */
const MAX_COUNT_MS = 1_000;

/** The number of objects that match a filter; a lower bound where counting takes too long. */
export interface Count {
  count: number;
  isComplete: boolean;
}

/** Counts the entries of all pages of a list. */
export async function countAll(
  ctx: Ctx,
  { shape }: typeof PageByNumber | typeof PageByUuid,
  read: (page: KeysetPage) => Promise<Listed<unknown>>,
): Promise<Count> {
  const end = performance.now() + MAX_COUNT_MS;
  let count = 0;
  let cursor: KeysetPage["cursor"];
  do {
    const { entries, nextCursor } = await read({ cursor, limit: PAGE_SIZE });
    count += entries.length;
    cursor = shape.cursor.parse(nextCursor);
  } while (cursor && performance.now() < end);
  if (isInTransaction(ctx)) await restorePlanning(ctx);
  return { count, isComplete: !cursor };
}

/** The filter of a request, frozen: objects that are created later do not match. */
export const frozen = <Filter extends { createdBefore?: number | undefined }>(
  filter: Filter,
  now = Date.now(),
): Filter & { createdBefore: number } => ({
  ...filter,
  createdBefore: Math.min(filter.createdBefore ?? now, now),
});

/** Objects that a person selects: by their ids, or all that match a filter. */
type Selection<Filter> = { ids: string[] } | { filter: Filter };

/** What a job selects, frozen, with the job's name and its size where it is known. */
export async function freezeSelection<
  Filter extends { createdBefore?: number | undefined; search?: string | undefined },
>(selection: Selection<Filter>, countMatching: (filter: Filter) => Promise<Count>) {
  if ("ids" in selection) return { selection, name: "", total: new Set(selection.ids).size };
  const filter = frozen(selection.filter);
  const { count, isComplete } = await countMatching(filter);
  return { selection: { filter }, name: filter.search ?? "", total: isComplete ? count : null };
}
