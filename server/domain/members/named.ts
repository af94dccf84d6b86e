import { and, eq } from "drizzle-orm";
import { memberships, type Role } from "@/db/schema/memberships";
import { producers } from "@/db/schema/producers";
import type { Ctx } from "@/server/ctx";
import { conflict, notFound } from "@/server/errors";
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

/** 409 where the person is the only owner left. The caller holds the lock of the members. */
export async function refuseIfLastOwner({ db }: Db, producerId: string, personId: string): Promise<void> {
  const owners = await db
    .select({ personId: memberships.personId })
    .from(memberships)
    .where(and(eq(memberships.producerId, producerId), eq(memberships.role, "owner")));
  if (owners.every((owner) => owner.personId === personId)) {
    throw conflict("last-owner", "A producer keeps at least one owner. Make somebody else an owner first.");
  }
}
