import { and, asc, eq, isNull, notExists, sql } from "drizzle-orm";
import { endedSessions } from "@/db/schema/ended-sessions";
import { memberships, type Role } from "@/db/schema/memberships";
import { people } from "@/db/schema/people";
import { producers } from "@/db/schema/producers";
import type { Actor } from "@/server/core/caller";
import { connectionOfPerson } from "@/server/runtime/runtime";
import { cookieOf } from "./cookies";
import { readSessionCookie, SESSION_COOKIE, type SessionToken } from "./session-token";

export type { Role };

/** The cookie with the producer that a browser showed last; only a hint for URLs that name no producer. */
export const PRODUCER_COOKIE = "assay-producer";

export interface SignedIn {
  person: { id: string; email: string; name: string; isAdmin: boolean; locale: string | null };
  memberships: {
    producerId: string;
    producerName: string;
    /** The number of the sandbox that the producer is, and the producer that it belongs to; 0 and null for real items. */
    sandbox: number;
    sandboxOf: string | null;
    role: Role;
    /** The admin's reason for suspending the producer; null if it is not suspended. */
    suspendedReason: string | null;
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
        locale: people.locale,
      },
      producerId: memberships.producerId,
      producerName: producers.name,
      sandbox: producers.sandbox,
      sandboxOf: producers.sandboxOf,
      suspendedReason: producers.suspendedReason,
      role: memberships.role,
    })
    .from(people)
    .leftJoin(memberships, eq(memberships.personId, people.id))
    // Memberships of closed producers do not count.
    .leftJoin(producers, and(eq(producers.id, memberships.producerId), isNull(producers.closedAt)))
    .where(
      and(
        eq(people.id, token.sub),
        eq(people.sessionVersion, token.version),
        isNull(people.disabledAt),
        notExists(db.select().from(endedSessions).where(eq(endedSessions.id, token.id))),
      ),
    )
    // Sandboxes last: the first one is shown where none is named.
    .orderBy(sql`${producers.sandbox} > 0`, asc(memberships.createdAt), asc(memberships.producerId));
  const [first] = rows;
  if (!first) return undefined;
  return {
    person: first.person,
    memberships: rows.flatMap(({ producerId, producerName, sandbox, sandboxOf, role, suspendedReason }) =>
      producerId !== null && producerName !== null && sandbox !== null && role !== null
        ? [{ producerId, producerName, sandbox, sandboxOf, role, suspendedReason }]
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

/** A person as the actor in histories and the audit log. */
export const actorOf = ({ person }: SignedIn): Actor => ({ type: "user", id: person.id, name: person.name });
