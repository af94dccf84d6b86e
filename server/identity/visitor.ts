import { isAtLeast } from "@/server/auth/roles";
import type { AdminCaller, ProducerCaller } from "@/server/core/caller";
import type { Ctx } from "@/server/core/ctx";
import { forbidden, producerSuspended } from "@/server/core/errors";
import { openCtx } from "@/server/runtime/runtime";
import { actorOf, namedMembership, type Role, type SignedIn, signedInPerson } from "./from-session";

export type Membership = SignedIn["memberships"][number];

/** Who stands behind a request of the dashboard, and for which producer. */
export interface Visitor {
  signedIn: SignedIn;
  membership: Membership | undefined;
}

/** Who the session of a request stands for; nothing where nobody is signed in. */
export async function visitorOf(headers: Headers): Promise<Visitor | undefined> {
  const signedIn = await signedInPerson(headers);
  return signedIn && { signedIn, membership: namedMembership(signedIn, headers) };
}

/** The visitor's membership, where it is of the given role or a higher one. 403 for any other. */
export function membershipAs(role: Role, { membership }: Visitor): Membership {
  if (!membership) throw forbidden("no-producer", "The call names no producer that you are a member of.");
  if (!isAtLeast(membership.role, role)) {
    throw forbidden("role-too-low", `This needs the role ${role}; yours is ${membership.role}.`);
  }
  return membership;
}

/** The same for what changes something of the producer: 403 also where that is suspended. */
export function changingMembershipAs(role: Role, visitor: Visitor): Membership {
  const membership = membershipAs(role, visitor);
  if (membership.suspendedReason !== null) throw producerSuspended();
  return membership;
}

/** What verbs are given of a call that a member makes for a producer. */
export function memberCtx(signedIn: SignedIn, { producerId }: Membership, requestId: string) {
  const caller: ProducerCaller = {
    kind: "producer",
    producerId,
    credential: "session",
    actor: actorOf(signedIn),
  };
  return openCtx(caller, requestId) satisfies Ctx;
}

/** What verbs are given of a call that somebody makes as an admin. 403 for anyone else. */
export function adminCtx(signedIn: SignedIn, requestId: string) {
  if (!signedIn.person.isAdmin) throw forbidden("not-an-admin", "This is for admins of the service.");
  const caller: AdminCaller = { kind: "admin", actor: actorOf(signedIn) };
  return openCtx(caller, requestId) satisfies Ctx;
}
