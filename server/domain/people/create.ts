import { type Person, people } from "@/db/schema/people";
import type { Ctx } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { newId } from "@/server/platform/ids";
import { hashOfPassword, refuseGuessable } from "./passwords";
import type { NewPerson } from "./schema";

type PersonFields = Pick<Person, "email" | "emailProvenAt" | "name" | "passwordHash" | "isAdmin" | "locale"> &
  Partial<Pick<Person, "oidcIssuer" | "oidcSubject" | "isDemoVisitor">>;

/**
 * Inserts a person whose password is already hashed.
 * @throws 409 if the e-mail is in use.
 */
export async function insertPerson(ctx: Pick<Ctx, "db">, fields: PersonFields): Promise<Person> {
  const [person] = await ctx.db
    .insert(people)
    .values({ ...fields, id: newId() })
    .onConflictDoNothing({ target: people.email })
    .returning();
  if (!person) throw conflict("person-exists", `An account with the e-mail ${fields.email} already exists.`);
  return person;
}

/**
 * Hashes a new password.
 * @throws 400 if it is easily guessed, for example from its owner's name or e-mail.
 */
export async function newPasswordHash(
  password: string,
  owner: { email: string; name: string },
  pointer?: string,
): Promise<string> {
  refuseGuessable(password, [owner.email, owner.name], pointer);
  return hashOfPassword(password);
}

/**
 * Creates a person who can sign in. The caller vouches for the e-mail, which counts as proven.
 * @throws 400 for an easily guessed password, 409 if the e-mail is in use.
 */
export async function createPerson(
  ctx: Pick<Ctx, "db">,
  { email, name, password, isAdmin, locale }: NewPerson,
): Promise<Person> {
  const passwordHash = await newPasswordHash(password, { email, name });
  return insertPerson(ctx, { email, emailProvenAt: new Date(), name, passwordHash, isAdmin, locale });
}
