import { randomUUID } from "node:crypto";
import type { Role } from "@/db/schema/memberships";
import type { Person } from "@/db/schema/people";
import type { Ctx } from "@/server/core/ctx";
import { addMember } from "@/server/domain/members/add";
import { createPerson } from "@/server/domain/people/create";
import type { NewProducer } from "@/server/domain/producers/create";
import { systemCtx } from "./factories";

export const PASSWORD = "violet kettle under seven bridges";
export const OTHER_PASSWORD = "copper lantern beside nine rivers";

/** Creates a person who can sign in with `PASSWORD`. */
export const newPerson = (
  fields: Partial<Pick<Person, "email" | "name" | "isAdmin">> = {},
): Promise<Person> =>
  createPerson(systemCtx(), {
    email: `${randomUUID()}@people.test`,
    name: "Ada Example",
    password: PASSWORD,
    isAdmin: false,
    locale: null,
    ...fields,
  });

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
  caller: { kind: "producer", producerId, credential: "session", actor: { type: "user", id, name } },
});
