import { and, eq, isNull } from "drizzle-orm";
import { type Person, people } from "@/db/schema/people";
import { type Ctx, isInTransaction } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { isId } from "@/server/platform/ids";

/** The person of an id, unless disabled. 404 otherwise. */
export async function activePerson(ctx: Pick<Ctx, "db">, personId: string): Promise<Person> {
  const [person] = isId(personId)
    ? await ctx.db
        .select()
        .from(people)
        .where(and(eq(people.id, personId), isNull(people.disabledAt)))
    : [];
  if (!person) throw notFound("person-not-found", `There is no person ${personId}.`);
  return person;
}

/** Whoever has the e-mail, disabled or not. 404 where nobody has it. */
export async function personWithEmail(ctx: Pick<Ctx, "db">, email: string): Promise<Person> {
  const [person] = await ctx.db.select().from(people).where(eq(people.email, email));
  if (!person) throw notFound("person-not-found", `No account uses the e-mail ${email}.`);
  return person;
}

/** The person of an id, disabled or not; locked where the context stands in a transaction. 404 where there is none. */
export async function personOf(ctx: Ctx, personId: string): Promise<Person> {
  const query = ctx.db.select().from(people).where(eq(people.id, personId));
  const [person] = isId(personId) ? await (isInTransaction(ctx) ? query.for("no key update") : query) : [];
  if (!person) throw notFound("person-not-found", `There is no person ${personId}.`);
  return person;
}
