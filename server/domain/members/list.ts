import { asc, eq } from "drizzle-orm";
import { memberships } from "@/db/schema/memberships";
import { people } from "@/db/schema/people";
import { type Ctx, callingProducer } from "@/server/core/ctx";

/** Lists the members of the calling producer by name. */
export const listMembers = async (ctx: Ctx) => membersOf(ctx, callingProducer(ctx).producerId);

/** Lists the members of a producer by name. */
export const membersOf = async ({ db }: Pick<Ctx, "db">, producerId: string) =>
  db
    .select({
      personId: people.id,
      name: people.name,
      email: people.email,
      role: memberships.role,
      since: memberships.createdAt,
      lastSignInAt: people.lastSignInAt,
      disabledAt: people.disabledAt,
    })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(eq(memberships.producerId, producerId))
    .orderBy(asc(people.name), asc(people.id));
