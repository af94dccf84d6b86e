import { and, eq, isNull } from "drizzle-orm";
import { type Person, people } from "@/db/schema/people";
import type { Ctx } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import type { ProfileChange } from "./schema";

const absent = (personId: string) => notFound("person-not-found", `There is no person ${personId}.`);

/**
 * Changes a person's own name and language. An omitted field is kept; without a change, nothing is written.
 * @throws 404 without the person, and for a disabled one.
 */
export async function updatePerson(
  { db }: Pick<Ctx, "db">,
  personId: string,
  change: ProfileChange,
): Promise<Person> {
  const isActive = and(eq(people.id, personId), isNull(people.disabledAt));
  const [before] = await db.select().from(people).where(isActive);
  if (!before) throw absent(personId);
  const { name = before.name, locale = before.locale } = change;
  if (name === before.name && locale === before.locale) return before;
  const [person] = await db
    .update(people)
    .set({
      ...(change.name === undefined ? {} : { name }),
      ...(change.locale === undefined ? {} : { locale }),
      updatedAt: new Date(),
    })
    .where(isActive)
    .returning();
  if (!person) throw absent(personId);
  return person;
}
