import { sql } from "drizzle-orm";
import { tokens } from "@/db/schema/tokens";
import type { Ctx } from "@/server/core/ctx";
import { inBatches } from "@/server/loops/in-batches";

const KEPT_DAYS = 365;

/** Deletes tokens and owner keys invalid for a year. Their callers are refused as before. Returns the number deleted. */
export const deleteOldTokens = ({ db }: Pick<Ctx, "db">, signal?: AbortSignal): Promise<number> =>
  inBatches(
    (batchSize, skipped) =>
      db.execute(sql`
        delete from ${tokens} where id in (
          select id from ${tokens}
          where least(revoked_at, expires_at) < now() - make_interval(days => ${KEPT_DAYS})
          order by id limit ${batchSize} offset ${skipped})
        returning id`),
    signal,
  );
