import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { savedViews } from "@/db/schema/saved-views";
import type { Ctx } from "@/server/core/ctx";
import { conflict, invalid } from "@/server/core/errors";
import type { Member } from "./access";
import { type List, MAX_PRIVATE_VIEWS, MAX_SHARED_VIEWS } from "./schema";

/** The views among which a view's name is unique: those of all members, or a member's own. */
const among = ({ producerId, personId }: Member, list: List, isShared: boolean) =>
  and(
    eq(savedViews.producerId, producerId),
    eq(savedViews.list, list),
    isShared ? isNull(savedViews.privateTo) : eq(savedViews.privateTo, personId),
  );

interface Place {
  list: List;
  isShared: boolean;
}

/** @throws 409 if the list has no place for another view */
export async function refuseTooMany(ctx: Ctx, member: Member, { list, isShared }: Place): Promise<void> {
  const max = isShared ? MAX_SHARED_VIEWS : MAX_PRIVATE_VIEWS;
  const count = await ctx.db.$count(savedViews, among(member, list, isShared));
  if (count >= max)
    throw conflict("too-many-views", `A list has at most ${max} such views. Delete one first.`);
}

/** @throws 409 if another view of the same list and the same people has the name, in any case */
export async function refuseTaken(
  ctx: Ctx,
  member: Member,
  { list, isShared }: Place,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const [taken] = await ctx.db
    .select({ id: savedViews.id })
    .from(savedViews)
    .where(
      and(
        among(member, list, isShared),
        sql`lower(${savedViews.name}) = lower(${name})`,
        ne(savedViews.id, id),
      ),
    )
    .limit(1);
  if (taken) throw conflict("view-name-taken", `There is another view with the name ${name}.`);
}

/**
 * Refuses the filter by device: its hash is personal data, which ends with its retention or by erasure.
 * @throws 400
 */
export function refuseDevice(query: string | undefined): void {
  if (query !== undefined && new URLSearchParams(query).has("device"))
    throw invalid("view-of-device", "A view cannot hold the filter by device.");
}
