import { isAtLeast, mayInspect } from "@/server/auth/roles";
import type { AdminCaller, ProducerCaller } from "@/server/core/caller";
import type { Ctx } from "@/server/core/ctx";
import { demoReadOnly, forbidden, producerSuspended } from "@/server/core/errors";
import { MINUTE_MS } from "@/server/core/time";
import { openCtx } from "@/server/runtime/runtime";
import { actorOf, namedMembership, type Role, type SignedIn, signedInPerson } from "./from-session";

export type Membership = SignedIn["memberships"][number];

/** The person of a dashboard request, and the membership in the producer that it names. */
export interface Visitor {
  signedIn: SignedIn;
  membership: Membership | undefined;
}

/** The visitor of a request; undefined without a session. */
export async function visitorOf(headers: Headers): Promise<Visitor | undefined> {
  const signedIn = await signedInPerson(headers);
  return signedIn && { signedIn, membership: namedMembership(signedIn, headers) };
}

const secondFactorNeeded = (whose: string) =>
  forbidden("second-factor-needed", `${whose} requires a second factor. Add or confirm one in your account.`);

/**
 * The visitor's membership with the given role or a higher one; `inspector` is met by those who may inspect.
 * @throws 403 for any other visitor, and in a session without the second factor that the producer requires
 */
export function membershipAs(role: Role, { membership }: Visitor): Membership {
  if (!membership) throw forbidden("no-producer", "The call names no producer that you are a member of.");
  if (membership.needsSecondFactor) throw secondFactorNeeded("This producer");
  if (role === "inspector" ? !mayInspect(membership.role) : !isAtLeast(membership.role, role)) {
    throw forbidden("role-too-low", `This needs the role ${role}; yours is ${membership.role}.`);
  }
  return membership;
}

/** The same for changes to the producer. @throws 403 also if the producer is suspended */
export function changingMembershipAs(role: Role, visitor: Visitor): Membership {
  const membership = membershipAs(role, visitor);
  if (membership.suspendedReason !== null) throw producerSuspended();
  return membership;
}

/** @throws 403 for a visitor of the public demo, who shares their person with all others */
export function refuseDemoVisitor({ person }: SignedIn): void {
  if (person.isDemoVisitor) throw demoReadOnly();
}

/** How long a sign-in or a confirmation counts as fresh. */
const FRESH_MS = 10 * MINUTE_MS;

/** @throws 403 unless the person signed in or confirmed the session within ten minutes */
export function refuseUnlessFresh({ session }: SignedIn): void {
  if (Date.now() - session.confirmedAt.getTime() > FRESH_MS)
    throw forbidden("confirmation-needed", "Confirm with your password or a second factor first.");
}

/** The context of a call that a member makes for a producer. */
export function memberCtx(signedIn: SignedIn, { producerId, sandbox }: Membership, requestId: string) {
  const caller: ProducerCaller = {
    kind: "producer",
    producerId,
    sandbox,
    credential: "session",
    actor: actorOf(signedIn),
  };
  return openCtx(caller, requestId) satisfies Ctx;
}

/** The context of a call that an admin makes. @throws 403 for any other person, and without a required second factor */
export function adminCtx(signedIn: SignedIn, requestId: string) {
  if (!signedIn.person.isAdmin) throw forbidden("not-an-admin", "This is for admins of the service.");
  if (signedIn.isAdminLocked) throw secondFactorNeeded("The service");
  const caller: AdminCaller = { kind: "admin", actor: actorOf(signedIn) };
  return openCtx(caller, requestId) satisfies Ctx;
}
