import { sql } from "drizzle-orm";
import { contents } from "@/db/schema/contents";
import { hooks } from "@/db/schema/hooks";
import { items } from "@/db/schema/items";
import { scans } from "@/db/schema/scans";
import { tokens } from "@/db/schema/tokens";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { isValid } from "@/server/domain/tokens/valid";

/** The first steps of a producer: whether it has one of each object. */
export interface Checklist {
  /** Whether a valid token exists; the first one is created with the producer. */
  token: boolean;
  item: boolean;
  content: boolean;
  scan: boolean;
  hook: boolean;
}

/** Reads the checklist of the calling producer, with one index lookup for each answer. */
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
