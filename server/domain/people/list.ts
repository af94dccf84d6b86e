import { and, asc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { memberships, type Role } from "@/db/schema/memberships";
import { type Person, people } from "@/db/schema/people";
import { producers } from "@/db/schema/producers";
import { type Ctx, callingAdmin } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { type KeysetPage, type Listed, readKeyset } from "@/server/data/keyset";
import { contains, Fragment } from "@/server/data/text-search";
import { isId } from "@/server/platform/ids";
import { isAccount } from "./named";
import { PEOPLE_SHOWN } from "./schema";

/** Filters of the list of people. */
export const PeopleFilter = z.object({
  /** Part of the name or e-mail. */
  search: Fragment.optional(),
  only: z.enum(PEOPLE_SHOWN).optional(),
});
type PeopleFilter = z.output<typeof PeopleFilter>;

/** A producer of which a person is a member. */
export interface PersonsProducer {
  producerId: string;
  producerName: string;
  role: Role;
  closedAt: Date | null;
}

/** A person as admins see it, without credentials. */
export interface ListedPerson
  extends Pick<Person, "id" | "email" | "name" | "isAdmin" | "createdAt" | "lastSignInAt" | "disabledAt"> {
  signsInBy: "password" | "provider" | "nothing";
  /** The number of second factors. */
  factors: number;
  memberships: PersonsProducer[];
}

const { id, email, name, isAdmin, createdAt, lastSignInAt, disabledAt, passwordHash, oidcSubject } = people;

type Row = Omit<ListedPerson, "memberships" | "signsInBy"> & Pick<Person, "passwordHash" | "oidcSubject">;

const columns = {
  id,
  email,
  name,
  isAdmin,
  createdAt,
  lastSignInAt,
  disabledAt,
  factors: sql<number>`(select count(*)::int from factors where factors.person_id = ${people}.id)`,
  // Only whether a value exists.
  passwordHash: sql<string | null>`case when ${passwordHash} is not null then '' end`,
  oidcSubject: sql<string | null>`case when ${oidcSubject} is not null then '' end`,
};

async function withMemberships({ db }: Pick<Ctx, "db">, rows: Row[]): Promise<ListedPerson[]> {
  if (rows.length === 0) return [];
  const found = await db
    .select({
      personId: memberships.personId,
      producerId: producers.id,
      producerName: producers.name,
      role: memberships.role,
      closedAt: producers.closedAt,
    })
    .from(memberships)
    .innerJoin(producers, and(eq(producers.id, memberships.producerId), eq(producers.sandbox, 0)))
    .where(
      inArray(
        memberships.personId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(asc(memberships.createdAt), asc(memberships.producerId));
  return rows.map(({ passwordHash, oidcSubject, ...person }) => ({
    ...person,
    signsInBy: passwordHash !== null ? "password" : oidcSubject !== null ? "provider" : "nothing",
    memberships: found
      .filter(({ personId }) => personId === person.id)
      .map(({ personId: _, ...membership }) => membership),
  }));
}

/** Lists all people, newest first, for admins. */
export async function listPeople(
  ctx: Ctx,
  { search, only }: PeopleFilter,
  page: KeysetPage,
): Promise<Listed<ListedPerson>> {
  callingAdmin(ctx);
  const condition = and(
    isAccount,
    search ? or(contains(name, search), contains(email, search)) : undefined,
    only === "admins" ? eq(isAdmin, true) : undefined,
    only === "disabled" ? isNotNull(disabledAt) : undefined,
  );
  const { entries, nextCursor } = await readKeyset<Row>(ctx, page, (ctx) => ({
    time: createdAt,
    id,
    keyOf: (row) => ({ at: row.createdAt, id: row.id }),
    read: (range, order, limit) =>
      ctx.db
        .select(columns)
        .from(people)
        .where(and(condition, range))
        .orderBy(...order)
        .limit(limit),
  }));
  return { entries: await withMemberships(ctx, entries), nextCursor };
}

/**
 * Reads one person, for admins.
 * @throws 404 without the person.
 */
export async function readPerson(ctx: Ctx, personId: string): Promise<ListedPerson> {
  callingAdmin(ctx);
  const found = isId(personId)
    ? await ctx.db
        .select(columns)
        .from(people)
        .where(and(eq(id, personId), isAccount))
    : [];
  const [person] = await withMemberships(ctx, found);
  if (!person) throw notFound("person-not-found", `There is no person ${personId}.`);
  return person;
}
