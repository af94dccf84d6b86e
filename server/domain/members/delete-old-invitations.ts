import { sql } from "drizzle-orm";
import { invitations } from "@/db/schema/invitations";
import type { Ctx } from "@/server/core/ctx";
import { inBatches } from "@/server/loops/in-batches";

const KEPT_DAYS = 365;

/** Deletes invitations that were accepted, revoked or out of date for a year. Returns how many. */
export const deleteOldInvitations = ({ db }: Pick<Ctx, "db">, signal?: AbortSignal): Promise<number> =>
  inBatches(
    (batchSize, skipped) =>
      db.execute(sql`
        delete from ${invitations} where id in (
          select id from ${invitations}
          where least(accepted_at, revoked_at, expires_at) < now() - make_interval(days => ${KEPT_DAYS})
          order by id limit ${batchSize} offset ${skipped})
        returning id`),
    signal,
  );
