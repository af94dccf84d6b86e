import type { Ctx } from "@/server/core/ctx";
import { type KeysetPage, type Listed, MAX_WALK_MS, readKeyset, type Walk } from "./keyset";
import { cursorOf, type Key, type KeyValue, keyFor, keyIn } from "./order";

type WalkOf<T> = (ctx: Ctx) => Walk<T>;

/**
 * Reads one page of a list of several parts, one after the other, each with a walk of its own. The orders of the parts have
 * different names, by which a cursor finds its part.
 */
export async function readParts<T>(
  ctx: Ctx,
  { cursor, limit }: KeysetPage,
  parts: WalkOf<T>[],
): Promise<Listed<T>> {
  const orderIn = (part: WalkOf<T>) => part(ctx).order;
  const name = cursor && "order" in cursor ? cursor.order : undefined;
  const found = cursor ? parts.findIndex((part) => orderIn(part)?.name === name) : 0;
  const entries: T[] = [];
  let from = cursor;
  for (const part of parts.slice(Math.max(found, 0))) {
    const read = await readKeyset(ctx, { cursor: from, limit: limit - entries.length }, part);
    entries.push(...read.entries);
    if (read.nextCursor !== null) return { entries, nextCursor: read.nextCursor };
    const last = read.entries.at(-1);
    // The next page begins with the following part.
    if (entries.length === limit && last && part !== parts.at(-1))
      return { entries, nextCursor: cursorOf(part(ctx).keyOf(last), orderIn(part)) };
    from = undefined;
  }
  return { entries, nextCursor: null };
}

/** The length of the longest id; numbers are compared as if they had it. */
const MAX_ID_LENGTH = 36;

/** Whether a key comes after another in the order of a walk. */
function isAfter<T>({ order }: Walk<T>, one: Key<KeyValue>, other: Key<KeyValue>): boolean {
  const [a, b] = order?.descending === false ? [one, other] : [other, one];
  const [idA, idB] = [a.id.padStart(MAX_ID_LENGTH, "0"), b.id.padStart(MAX_ID_LENGTH, "0")];
  return a.at > b.at || (a.at.valueOf() === b.at.valueOf() && idA > idB);
}

/**
 * Reads one page of a list along several indexes that have one order and no row in common. Where a walk ends early, the
 * page ends with it.
 */
export async function readMerged<T>(ctx: Ctx, page: KeysetPage, walks: WalkOf<T>[]): Promise<Listed<T>> {
  const [first] = walks.map((walkOf) => walkOf(ctx));
  if (!first) return { entries: [], nextCursor: null };
  const rows: { row: T; key: Key<KeyValue> }[] = [];
  let end: Key<KeyValue> | undefined;
  for (const walkOf of walks) {
    const read = await readKeyset(ctx, page, walkOf, MAX_WALK_MS / walks.length);
    rows.push(...read.entries.map((row) => ({ row, key: first.keyOf(row) })));
    if (read.nextCursor === null) continue;
    const reached = keyFor(keyIn(read.nextCursor), first.order);
    if (!end || isAfter(first, end, reached)) end = reached;
  }
  const { limit } = page;
  const complete = rows
    .filter(({ key }) => !end || !isAfter(first, key, end))
    .sort((one, other) => (isAfter(first, one.key, other.key) ? 1 : -1));
  const entries = complete.slice(0, limit);
  const last = entries.at(-1);
  const next = complete.length > limit ? last?.key : end;
  return { entries: entries.map(({ row }) => row), nextCursor: next ? cursorOf(next, first.order) : null };
}
