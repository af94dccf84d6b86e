import { asc, eq } from "drizzle-orm";
import { memberships } from "@/db/schema/memberships";
import { people } from "@/db/schema/people";
import { type Ctx, callingProducer } from "@/server/ctx";

/** The members of the calling producer by name. */
export const listMembers = async (ctx: Ctx) =>
  ctx.db
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
    .where(eq(memberships.producerId, callingProducer(ctx).producerId))
    .orderBy(asc(people.name), asc(people.id));
