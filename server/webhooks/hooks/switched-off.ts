import { sql } from "drizzle-orm";
import { hooks } from "@/db/schema/hooks";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { only } from "@/server/data/only";

const MAX_COUNTED = 100;

/** The number of the caller's webhooks that failures switched off; up to 100, without those that members paused. */
export async function countSwitchedOff(ctx: Ctx): Promise<number> {
  const { producerId } = callingProducer(ctx);
  const rows = await ctx.db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from ${hooks} where producer_id = ${producerId}
        and switched_off_at is not null and not paused and deleted_at is null limit ${MAX_COUNTED}) counted`);
  return only(rows).count;
}
