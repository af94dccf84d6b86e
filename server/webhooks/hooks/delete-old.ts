import { sql } from "drizzle-orm";
import { deliveries } from "@/db/schema/deliveries";
import { hooks } from "@/db/schema/hooks";
import type { Ctx } from "@/server/core/ctx";
import { inBatches } from "@/server/loops/in-batches";

/** Longer than events, so that the last deliveries of a webhook are gone before it. */
const KEPT_DAYS = 60;

/** Removes webhooks that were deleted 60 days ago and have no deliveries left. Returns how many. */
export const deleteOldHooks = ({ db }: Pick<Ctx, "db">, signal?: AbortSignal): Promise<number> =>
  inBatches(
    (batchSize, skipped) =>
      db.execute(sql`
        delete from ${hooks} where id in (
          select id from ${hooks} as old
          where deleted_at < now() - make_interval(days => ${KEPT_DAYS})
            and not exists (select from ${deliveries} where hook_id = old.id)
          order by id limit ${batchSize} offset ${skipped})
        returning id`),
    signal,
  );
