import { and, eq, isNull } from "drizzle-orm";
import { items } from "@/db/schema/items";
import { type Suspicion, suspicions } from "@/db/schema/suspicions";
import { type Ctx, callingProducer } from "@/server/ctx";
import { type KeysetPage, type Listed, readKeyset } from "@/server/domain/shared/keyset";
import { shownTitle } from "@/server/domain/shared/shown-title";
import type { SuspicionFilter } from "./schema";

/** A suspicion as lists show it. */
export interface ListedSuspicion
  extends Pick<Suspicion, "id" | "timestamp" | "kind" | "text" | "email" | "scanId"> {
  identifier: string;
  itemTitle: string | null;
}

const { id, timestamp, kind, text, email, scanId, itemId, producerId } = suspicions;
const columns = {
  id,
  timestamp,
  kind,
  text,
  email,
  scanId,
  identifier: items.identifier,
  itemTitle: shownTitle,
};

/** What was reported of the caller's items, newest first; nothing of items and scans that are not the caller's. */
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
  return readKeyset<ListedSuspicion>(page, {
    time: timestamp,
    id,
    keyOf: (row) => ({ at: row.timestamp, id: row.id }),
    read: (range, order, most) =>
      ctx.db
        .select(columns)
        .from(suspicions)
        .innerJoin(items, eq(items.id, itemId))
        .where(and(own, range))
        .orderBy(...order)
        .limit(most),
  });
}
