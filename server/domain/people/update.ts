import { and, eq, isNull } from "drizzle-orm";
import { type Person, people } from "@/db/schema/people";
import type { Ctx } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import type { ProfileChange } from "./schema";

/** Changes what a person says of themselves; an omitted field is kept. */
export async function updatePerson(
  ctx: Pick<Ctx, "db">,
  personId: string,
  { name, locale }: ProfileChange,
): Promise<Person> {
  const [person] = await ctx.db
    .update(people)
    .set({
      ...(name === undefined ? {} : { name }),
      ...(locale === undefined ? {} : { locale }),
      updatedAt: new Date(),
    })
    .where(and(eq(people.id, personId), isNull(people.disabledAt)))
    .returning();
  if (!person) throw notFound("person-not-found", `There is no person ${personId}.`);
  return person;
}
