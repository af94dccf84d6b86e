import { and, eq, inArray, ne } from "drizzle-orm";
import { memberships } from "@/db/schema/memberships";
import { people } from "@/db/schema/people";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { invalid } from "@/server/core/errors";

/** The names of those members of the calling producer who see cases, by their ids. */
async function membersNamed(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: people.id, name: people.name })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(
      and(
        eq(memberships.producerId, callingProducer(ctx).producerId),
        inArray(memberships.personId, [...ids]),
        // Inspectors see no cases.
        ne(memberships.role, "inspector"),
      ),
    );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The names of people whom a case names, whether they are still members or not. */
export async function peopleNamed({ db }: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: people.id, name: people.name })
    .from(people)
    .where(inArray(people.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** @throws 400 unless all of them are members of the calling producer who see cases */
export async function refuseStrangers(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const names = await membersNamed(ctx, ids);
  if (ids.some((id) => !names.has(id)))
    throw invalid("not-a-member", "Only members of the producer can have a case or be mentioned.");
  return names;
}
