import { and, asc, eq, isNull, notExists } from "drizzle-orm";
import { endedSessions } from "@/db/schema/ended-sessions";
import { memberships, type Role } from "@/db/schema/memberships";
import { people } from "@/db/schema/people";
import { producers } from "@/db/schema/producers";
import { cookieName, cookieNames } from "@/server/platform/cookie-name";
import { runtime } from "@/server/runtime";
import type { Actor } from "./caller";
import { cookieOf } from "./cookies";
import { readSessionCookie, SESSION_COOKIE, type SessionToken } from "./session-token";

export type { Role };

/** Names the producer that a person with several has chosen. */
const CHOICE = "assay-producer";
export const PRODUCER_COOKIE = cookieName(CHOICE);

export interface SignedIn {
  person: { id: string; email: string; name: string; isAdmin: boolean; locale: string | null };
  memberships: {
    producerId: string;
    producerName: string;
    role: Role;
    /** Why an admin has suspended the producer, in their words; nothing where it is not. */
    suspendedReason: string | null;
  }[];
}

/** Who a session's token stands for; nothing where the session was ended meanwhile, or the person disabled. */
export async function personOfSession(token: SessionToken): Promise<SignedIn | undefined> {
  const { db } = runtime().database;
  // Asked every time: a session that was ended is refused at once, in every process.
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
      suspendedReason: producers.suspendedReason,
      role: memberships.role,
    })
    .from(people)
    .leftJoin(memberships, eq(memberships.personId, people.id))
    .leftJoin(producers, eq(producers.id, memberships.producerId))
    .where(
      and(
        eq(people.id, token.sub),
        eq(people.sessionVersion, token.version),
        isNull(people.disabledAt),
        notExists(db.select().from(endedSessions).where(eq(endedSessions.id, token.id))),
      ),
    )
    .orderBy(asc(memberships.createdAt), asc(memberships.producerId));
  const [first] = rows;
  if (!first) return undefined;
  return {
    person: first.person,
    memberships: rows.flatMap(({ producerId, producerName, role, suspendedReason }) =>
      producerId !== null && producerName !== null && role !== null
        ? [{ producerId, producerName, role, suspendedReason }]
        : [],
    ),
  };
}

/** Who the session cookie of a request stands for; nothing where it is absent, expired, or ended. */
export async function signedInPerson(headers: Headers): Promise<SignedIn | undefined> {
  const cookie = cookieOf(headers, SESSION_COOKIE);
  const token = cookie === undefined ? undefined : await readSessionCookie(cookie);
  return token && personOfSession(token);
}

/** Names the producer that a page shows: another window may have chosen another one meanwhile. */
export const PRODUCER_HEADER = "x-assay-producer";

/**
 * The producer that the page names, if it is one of the person's; from pages that name none, the one that the person has
 * chosen (cookie `assay-producer`), if it is one of theirs; else their first.
 */
export function chosenMembership(
  signedIn: SignedIn,
  headers: Headers,
): SignedIn["memberships"][number] | undefined {
  const shown = headers.get(PRODUCER_HEADER);
  if (shown !== null) return signedIn.memberships.find(({ producerId }) => producerId === shown);
  const chosen = cookieNames(CHOICE)
    .map((name) => cookieOf(headers, name))
    .find((value) => value !== undefined);
  return signedIn.memberships.find(({ producerId }) => producerId === chosen) ?? signedIn.memberships[0];
}

/** How a person stands in histories. */
export const actorOf = ({ person }: SignedIn): Actor => ({ type: "user", id: person.id, name: person.name });
