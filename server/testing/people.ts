import { randomUUID } from "node:crypto";
import type { Role } from "@/db/schema/memberships";
import type { Person } from "@/db/schema/people";
import type { Ctx } from "@/server/core/ctx";
import { addMember } from "@/server/domain/members/add";
import { insertPerson } from "@/server/domain/people/create";
import { hashOfPassword } from "@/server/domain/people/passwords";
import type { NewProducer } from "@/server/domain/producers/create";
import { systemCtx } from "./factories";

export const PASSWORD = "violet kettle under seven bridges";
export const OTHER_PASSWORD = "copper lantern beside nine rivers";

/** Made once for all people, since it takes longer than most calls. */
let passwordHash: Promise<string> | undefined;

/** Creates a person who can sign in with `PASSWORD`. */
export async function newPerson(
  fields: Partial<Pick<Person, "email" | "name" | "isAdmin" | "locale">> = {},
): Promise<Person> {
  passwordHash ??= hashOfPassword(PASSWORD);
  return insertPerson(systemCtx(), {
    email: `${randomUUID()}@people.test`,
    emailProvenAt: new Date(),
    name: "Ada Example",
    passwordHash: await passwordHash,
    isAdmin: false,
    locale: null,
    ...fields,
  });
}

/** Creates a person who is a member of the producer. */
export async function newMember(
  { producerId }: NewProducer,
  role: Role,
  fields?: Parameters<typeof newPerson>[0],
): Promise<Person> {
  const person = await newPerson(fields);
  await addMember(systemCtx(), { producerId, personId: person.id, role });
  return person;
}

/** The context of a call that a person makes for the producer. */
export const ctxOfMember = ({ producerId }: NewProducer, { id, name }: Person): Ctx => ({
  ...systemCtx(),
  caller: {
    kind: "producer",
    producerId,
    sandbox: 0,
    credential: "session",
    actor: { type: "user", id, name },
  },
});
