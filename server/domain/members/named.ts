import { and, eq, isNull } from "drizzle-orm";
import { memberships, type Role } from "@/db/schema/memberships";
import { people } from "@/db/schema/people";
import { producers } from "@/db/schema/producers";
import type { ProducerCaller } from "@/server/core/caller";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { conflict, forbidden, notFound } from "@/server/core/errors";
import { isId } from "@/server/platform/ids";

type Db = Pick<Ctx, "db">;

/**
 * Locks the members of a producer until the transaction ends.
 * @throws 404 without the producer.
 */
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

/**
 * The role of a producer's member.
 * @throws 404 if the person is not a member.
 */
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

/** The owners of a producer whose account is not disabled. */
const activeOwners = ({ db }: Db, producerId: string) =>
  db
    .select({ personId: memberships.personId })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(
      and(eq(memberships.producerId, producerId), eq(memberships.role, "owner"), isNull(people.disabledAt)),
    );

/**
 * Locks the members of the calling producer.
 * @throws 403 if the calling person is no longer an owner once the lock is held.
 */
export async function lockMembersAsOwner(ctx: Ctx): Promise<ProducerCaller> {
  const caller = callingProducer(ctx);
  await lockMembers(ctx, caller.producerId);
  const { type, id } = caller.actor;
  const owners = type === "user" ? await activeOwners(ctx, caller.producerId) : undefined;
  if (owners?.every(({ personId }) => personId !== id))
    throw forbidden("role-too-low", "This needs the role owner, which you no longer have.");
  return caller;
}

/**
 * Refuses a change that leaves a producer without an active owner. The caller holds the lock of the members.
 * @throws 409 if the person is the only active owner.
 */
export async function refuseIfLastOwner(ctx: Db, producerId: string, personId: string): Promise<void> {
  const owners = await activeOwners(ctx, producerId);
  if (owners.every((owner) => owner.personId === personId)) {
    throw conflict("last-owner", "A producer keeps at least one owner. Make another member an owner first.");
  }
}
