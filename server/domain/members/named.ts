import { and, eq, isNull } from "drizzle-orm";
import { memberships, type Role } from "@/db/schema/memberships";
import { people } from "@/db/schema/people";
import { producers } from "@/db/schema/producers";
import type { ProducerCaller } from "@/server/core/caller";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { conflict, forbidden, notFound } from "@/server/core/errors";
import { isId } from "@/server/platform/ids";

type Db = Pick<Ctx, "db">;

/** Keeps others from changing who belongs to a producer until the transaction ends. 404 where there is no such producer. */
export async function lockMembers({ db }: Db, producerId: string): Promise<void> {
  const found = isId(producerId)
    ? await db
        .select({ id: producers.id })
        .from(producers)
        .where(eq(producers.id, producerId))
        .for("no key update")
    : [];
  if (found.length === 0) throw notFound("producer-not-found", `There is no producer ${producerId}.`);
}

/** The role of a producer's member. 404 for anyone else. */
export async function roleOfMember({ db }: Db, producerId: string, personId: string): Promise<Role> {
  const [member] = isId(personId)
    ? await db
        .select({ role: memberships.role })
        .from(memberships)
        .where(and(eq(memberships.producerId, producerId), eq(memberships.personId, personId)))
    : [];
  if (!member) throw notFound("member-not-found", `Person ${personId} is no member of this producer.`);
  return member.role;
}

/** The owners who can sign in. */
const activeOwners = ({ db }: Db, producerId: string) =>
  db
    .select({ personId: memberships.personId })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(
      and(eq(memberships.producerId, producerId), eq(memberships.role, "owner"), isNull(people.disabledAt)),
    );

/** Locks the members of the calling producer. 403 where the person who calls is no owner by then. */
export async function lockMembersAsOwner(ctx: Ctx): Promise<ProducerCaller> {
  const caller = callingProducer(ctx);
  await lockMembers(ctx, caller.producerId);
  const { type, id } = caller.actor;
  const owners = type === "user" ? await activeOwners(ctx, caller.producerId) : undefined;
  if (owners?.every(({ personId }) => personId !== id))
    throw forbidden("role-too-low", "This needs the role owner, which you no longer have.");
  return caller;
}

/** 409 where nobody else is an owner who can sign in. The caller holds the lock of the members. */
export async function refuseIfLastOwner(ctx: Db, producerId: string, personId: string): Promise<void> {
  const owners = await activeOwners(ctx, producerId);
  if (owners.every((owner) => owner.personId === personId)) {
    throw conflict("last-owner", "A producer keeps at least one owner. Make somebody else an owner first.");
  }
}
