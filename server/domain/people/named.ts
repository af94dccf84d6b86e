import { and, eq, isNull } from "drizzle-orm";
import { type Person, people } from "@/db/schema/people";
import { type Ctx, isInTransaction } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { isId } from "@/server/platform/ids";

/** Leaves out the person of the public demo, who is no account (decision 0086). */
export const isAccount = eq(people.isDemoVisitor, false);

/**
 * The person with an id.
 * @throws 404 without the person, and for a disabled one.
 */
export async function activePerson(ctx: Pick<Ctx, "db">, personId: string): Promise<Person> {
  const [person] = isId(personId)
    ? await ctx.db
        .select()
        .from(people)
        .where(and(eq(people.id, personId), isNull(people.disabledAt), isAccount))
    : [];
  if (!person) throw notFound("person-not-found", `There is no person ${personId}.`);
  return person;
}

/**
 * The person with an e-mail, disabled or not.
 * @throws 404 without such a person.
 */
export async function personWithEmail(ctx: Pick<Ctx, "db">, email: string): Promise<Person> {
  const [person] = await ctx.db
    .select()
    .from(people)
    .where(and(eq(people.email, email), isAccount));
  if (!person) throw notFound("person-not-found", `No account uses the e-mail ${email}.`);
  return person;
}

/**
 * The person with an id, disabled or not; in a transaction, the row is locked.
 * @throws 404 without the person.
 */
export async function personOf(ctx: Ctx, personId: string): Promise<Person> {
  const query = ctx.db
    .select()
    .from(people)
    .where(and(eq(people.id, personId), isAccount));
  const [person] = isId(personId) ? await (isInTransaction(ctx) ? query.for("no key update") : query) : [];
  if (!person) throw notFound("person-not-found", `There is no person ${personId}.`);
  return person;
}

/** People who sign in at an identity provider get no password beside it. */
export const hasOnlyProvider = ({
  passwordHash,
  oidcSubject,
}: Pick<Person, "passwordHash" | "oidcSubject">) => passwordHash === null && oidcSubject !== null;
