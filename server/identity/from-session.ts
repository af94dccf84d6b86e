import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { memberships, type Role } from "@/db/schema/memberships";
import { people } from "@/db/schema/people";
import { producers } from "@/db/schema/producers";
import { sessions } from "@/db/schema/sessions";
import type { Actor } from "@/server/core/caller";
import { noteSeen } from "@/server/domain/people/sessions";
import { callerNetwork } from "@/server/platform/caller-network";
import { env, hasPublicDemo } from "@/server/platform/env";
import { log } from "@/server/platform/log";
import { connectionOfPerson } from "@/server/runtime/runtime";
import { cookieOf } from "./cookies";
import { readSessionCookie, SESSION_COOKIE, type SessionToken } from "./session-token";

export type { Role };

/** The cookie with the producer that a browser showed last; only a hint for URLs that name no producer. */
export const PRODUCER_COOKIE = "assay-producer";

export interface SignedIn {
  session: {
    id: string;
    /** Whether a second factor was proven in it. */
    hasSecondFactor: boolean;
    /** When its person last proved a password or a factor. */
    confirmedAt: Date;
  };
  /** Whether an admin has to prove a second factor before acting as one. */
  isAdminLocked: boolean;
  person: {
    id: string;
    email: string;
    name: string;
    isAdmin: boolean;
    locale: string | null;
    /** Whether it is the person of all visitors of the public demo, who changes nothing (decision 0086). */
    isDemoVisitor: boolean;
  };
  memberships: {
    producerId: string;
    producerName: string;
    /** The number of the sandbox that the producer is, and the producer that it belongs to; 0 and null for real items. */
    sandbox: number;
    sandboxOf: string | null;
    role: Role;
    /** The admin's reason for suspending the producer; null if it is not suspended. */
    suspendedReason: string | null;
    /** Whether the producer requires a second factor, and none was proven in this session. */
    needsSecondFactor: boolean;
  }[];
}

/** The person of a session token; undefined if the session has ended or the person is disabled. */
export async function personOfSession(token: SessionToken): Promise<SignedIn | undefined> {
  const db = connectionOfPerson(token.sub);
  // Read on every call, so that every process refuses an ended session at once.
  const rows = await db
    .select({
      person: {
        id: people.id,
        email: people.email,
        name: people.name,
        isAdmin: people.isAdmin,
        isDemoVisitor: people.isDemoVisitor,
        locale: people.locale,
      },
      producerId: memberships.producerId,
      producerName: producers.name,
      sandbox: producers.sandbox,
      sandboxOf: producers.sandboxOf,
      suspendedReason: producers.suspendedReason,
      // A sandbox requires what its producer requires.
      requiresSecondFactor: sql<boolean>`${producers.requiresSecondFactor} or exists (
        select from ${producers} live where live.id = ${producers.sandboxOf} and live.requires_second_factor)`,
      role: memberships.role,
      session: {
        id: sessions.id,
        seenAt: sessions.seenAt,
        secondFactorAt: sessions.secondFactorAt,
        confirmedAt: sessions.confirmedAt,
      },
    })
    .from(sessions)
    .innerJoin(people, and(eq(people.id, sessions.personId), eq(people.sessionVersion, sessions.version)))
    .leftJoin(memberships, eq(memberships.personId, people.id))
    // Memberships of closed producers do not count.
    .leftJoin(producers, and(eq(producers.id, memberships.producerId), isNull(producers.closedAt)))
    .where(
      and(
        eq(sessions.id, token.id),
        eq(sessions.personId, token.sub),
        gt(sessions.expiresAt, new Date()),
        isNull(people.disabledAt),
      ),
    )
    // Sandboxes last: the first one is shown where none is named.
    .orderBy(sql`${producers.sandbox} > 0`, asc(memberships.createdAt), asc(memberships.producerId));
  const [first] = rows;
  if (!first || (first.person.isDemoVisitor && !hasPublicDemo)) return undefined;
  // A request does not wait for it, and does not fail with it.
  noteSeen({ db }, first.session).catch((err: unknown) => log.warn({ err }, "a session's use was not noted"));
  const { id, secondFactorAt, confirmedAt } = first.session;
  const hasSecondFactor = secondFactorAt !== null;
  return {
    session: { id, hasSecondFactor, confirmedAt },
    isAdminLocked: first.person.isAdmin && env.ADMIN_SECOND_FACTOR === "required" && !hasSecondFactor,
    person: first.person,
    memberships: rows.flatMap(
      ({ producerId, producerName, sandbox, sandboxOf, role, suspendedReason, requiresSecondFactor }) =>
        producerId !== null && producerName !== null && sandbox !== null && role !== null
          ? [
              {
                producerId,
                producerName,
                sandbox,
                sandboxOf,
                role,
                suspendedReason,
                needsSecondFactor: requiresSecondFactor === true && !hasSecondFactor,
              },
            ]
          : [],
    ),
  };
}

/** The person of a request's session cookie; undefined if the session is absent, expired or ended. */
export async function signedInPerson(headers: Headers): Promise<SignedIn | undefined> {
  const cookie = cookieOf(headers, SESSION_COOKIE);
  const token = cookie === undefined ? undefined : await readSessionCookie(cookie);
  return token && personOfSession(token);
}

/** The header with the producer that a call is for. */
export const PRODUCER_HEADER = "x-assay-producer";

/** The person's membership in the producer that a call names; undefined if it names none or one without a membership. */
export function namedMembership(
  { memberships }: SignedIn,
  headers: Headers,
): SignedIn["memberships"][number] | undefined {
  const named = headers.get(PRODUCER_HEADER);
  return memberships.find(({ producerId }) => producerId === named);
}

/** Identifies who is limited: the person, and visitors of the public demo by their network, since it may have many sessions. */
export const limitedAs = ({ person, session }: SignedIn): string =>
  person.isDemoVisitor ? `visitors ${callerNetwork() ?? session.id}` : person.id;

/** A person as the actor in histories and the audit log. */
export const actorOf = ({ person }: SignedIn): Actor => ({ type: "user", id: person.id, name: person.name });
