import { sql } from "drizzle-orm";
import { invitations } from "@/db/schema/invitations";
import type { Ctx } from "@/server/core/ctx";
import { inBatches } from "@/server/loops/in-batches";

const KEPT_DAYS = 365;

/** Deletes invitations a year after they were accepted, revoked or expired. Returns the number of deleted rows. */
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
