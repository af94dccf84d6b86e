import { sql } from "drizzle-orm";
import { contents } from "@/db/schema/contents";
import { hooks } from "@/db/schema/hooks";
import { items } from "@/db/schema/items";
import { scans } from "@/db/schema/scans";
import { tokens } from "@/db/schema/tokens";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { isValid } from "@/server/domain/tokens/valid";

/** What a producer has done of what there is to begin with, told by what there is. */
export interface Checklist {
  /** One that is valid: the first is made with the producer. */
  token: boolean;
  item: boolean;
  content: boolean;
  scan: boolean;
  hook: boolean;
}

/** The checklist of the calling producer; each answer takes one look into an index. */
export async function checklistOf(ctx: Ctx): Promise<Checklist> {
  const { producerId } = callingProducer(ctx);
  return only(
    await ctx.db.execute<Checklist & Record<string, unknown>>(sql`
      select
        exists (select from ${tokens} where producer_id = ${producerId} and kind = 'token' and ${isValid}) as token,
        exists (select from ${items} where producer_id = ${producerId} and deleted_at is null) as item,
        exists (select from ${contents} where producer_id = ${producerId}) as content,
        exists (select from ${scans} where producer_id = ${producerId}) as scan,
        exists (select from ${hooks} where producer_id = ${producerId} and deleted_at is null) as hook`),
  );
}
