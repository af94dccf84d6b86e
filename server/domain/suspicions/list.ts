import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { items } from "@/db/schema/items";
import { type Suspicion, suspicions } from "@/db/schema/suspicions";
import { type Ctx, callingAdmin, callingProducer } from "@/server/ctx";
import { type KeysetPage, type Listed, readKeyset } from "@/server/domain/shared/keyset";
import type { SuspicionFilter } from "./schema";

/** A suspicion as lists show it. */
export interface ListedSuspicion
  extends Pick<Suspicion, "id" | "timestamp" | "kind" | "text" | "email" | "scanId"> {
  identifier: string;
  itemTitle: string | null;
  /** Whether an item had the identifier when it was reported. */
  isOfItem: boolean;
}

const { id, timestamp, kind, text, email, scanId, itemId, producerId, code } = suspicions;
const columns = {
  id,
  timestamp,
  kind,
  text,
  email,
  scanId,
  identifier: sql<string>`coalesce(${code}, ${items.identifier})`,
  itemTitle: items.title,
  isOfItem: sql<boolean>`${itemId} is not null`,
};

const read = (ctx: Ctx, whose: SQL | undefined, page: KeysetPage): Promise<Listed<ListedSuspicion>> =>
  readKeyset<ListedSuspicion>(page, {
    time: timestamp,
    id,
    keyOf: (row) => ({ at: row.timestamp, id: row.id }),
    read: (range, order, most) =>
      ctx.db
        .select(columns)
        .from(suspicions)
        .leftJoin(items, eq(items.id, itemId))
        .where(and(whose, range))
        .orderBy(...order)
        .limit(most),
  });

/** What was reported of the caller's items, and of codes like theirs, newest first; nothing that is not the caller's. */
export function listSuspicions(
  ctx: Ctx,
  { item, scan }: SuspicionFilter,
  page: KeysetPage,
): Promise<Listed<ListedSuspicion>> {
  const own = and(
    eq(producerId, callingProducer(ctx).producerId),
    item === undefined ? undefined : and(eq(items.identifier, item), isNull(items.deletedAt)),
    scan === undefined ? undefined : eq(scanId, scan),
  );
  return read(ctx, own, page);
}

/** What was reported of codes that concern no producer, for admins, newest first. */
export function listUnclaimedSuspicions(ctx: Ctx, page: KeysetPage): Promise<Listed<ListedSuspicion>> {
  callingAdmin(ctx);
  return read(ctx, isNull(producerId), page);
}
