import { type Person, people } from "@/db/schema/people";
import type { Ctx } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { newId } from "@/server/platform/ids";
import { hashOfPassword, refuseGuessable } from "./passwords";
import type { NewPerson } from "./schema";

type PersonFields = Pick<Person, "email" | "emailProvenAt" | "name" | "passwordHash" | "isAdmin" | "locale"> &
  Partial<Pick<Person, "oidcIssuer" | "oidcSubject">>;

/** Keeps a person whose password is hashed already. 409 where somebody has the e-mail. */
export async function insertPerson(ctx: Pick<Ctx, "db">, fields: PersonFields): Promise<Person> {
  const [person] = await ctx.db
    .insert(people)
    .values({ ...fields, id: newId() })
    .onConflictDoNothing({ target: people.email })
    .returning();
  if (!person) throw conflict("person-exists", `An account with the e-mail ${fields.email} already exists.`);
  return person;
}

/** A hash of a password that nobody guesses from what is known of its owner. 400 otherwise. */
export async function newPasswordHash(
  password: string,
  owner: { email: string; name: string },
  pointer?: string,
): Promise<string> {
  refuseGuessable(password, [owner.email, owner.name], pointer);
  return hashOfPassword(password);
}

/** Makes a person who can sign in; whoever asks for it vouches for the e-mail. 400 for a password that is easily guessed, 409 where somebody has the e-mail. */
export async function createPerson(
  ctx: Pick<Ctx, "db">,
  { email, name, password, isAdmin, locale }: NewPerson,
): Promise<Person> {
  const passwordHash = await newPasswordHash(password, { email, name });
  return insertPerson(ctx, { email, emailProvenAt: new Date(), name, passwordHash, isAdmin, locale });
}
