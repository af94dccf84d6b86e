import { sql } from "drizzle-orm";
import { producers } from "@/db/schema/producers";
import { rollupBytes } from "@/db/schema/storage";
import type { Ctx } from "@/server/core/ctx";
import { invalid } from "@/server/core/errors";

/** Records that the producer writes itself. Scanners' data has its own quota, so that scanners cannot fill this one. */
const OWN_KINDS = ["items", "groups", "webhooks", "history"] as const;

/**
 * Refuses growth of a producer's items, groups and webhooks above its quota, by the sum of a second ago. `bytes` is the
 * expected growth of large work.
 *
 * @throws 400 `record-quota-exceeded` once its quota for records is used up
 */
export async function refuseWithoutRecordRoom(
  { db }: Pick<Ctx, "db">,
  producerId: string,
  bytes = 0,
): Promise<void> {
  const kinds = sql.join(
    OWN_KINDS.map((kind) => sql`${kind}`),
    sql`, `,
  );
  const [full] = await db.execute<{ quota: number }>(sql`
    select ${producers.recordQuota}::float8 as quota from ${producers}
    where ${producers.id} = ${producerId} and ${producers.recordQuota} <= (
      select coalesce(sum(bytes), 0) + ${bytes} from ${rollupBytes}
      where ${rollupBytes.producerId} = ${producerId} and kind in (${kinds}))`);
  if (!full) return;
  const records = `The producer's quota of ${full.quota} bytes for items, groups, webhooks and their history`;
  const remedy = "Delete some first, or ask an admin for more.";
  throw invalid(
    "record-quota-exceeded",
    bytes > 0
      ? `${records} has no room for another ${bytes} bytes. ${remedy}`
      : `${records} is used up. ${remedy}`,
  );
}
