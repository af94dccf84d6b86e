import { and, desc, eq, gt, lt, ne, sql } from "drizzle-orm";
import { people } from "@/db/schema/people";
import { type Session, sessions } from "@/db/schema/sessions";
import type { Ctx } from "@/server/core/ctx";
import { MINUTE_MS } from "@/server/core/time";
import { expiryLoop } from "./expiry-loop";
import type { NewSession } from "./sign-in";

type Db = Pick<Ctx, "db">;

/** The lifetime of a session from its sign-in; activity does not prolong it. */
export const SESSION_SECONDS = 8 * 3600;
const SEEN_INTERVAL_MS = 5 * MINUTE_MS;
const MAX_LISTED = 100;

/** What is stored of the browser that signs in. */
export type SessionOrigin = Pick<Session, "browser" | "os" | "country">;

/** Starts a session of a person who has signed in. */
export async function createSession(
  { db }: Db,
  id: string,
  { personId, sessionVersion, hasSecondFactor = false, seconds = SESSION_SECONDS }: NewSession,
  origin: SessionOrigin,
): Promise<void> {
  const startedAt = new Date();
  await db.insert(sessions).values({
    id,
    personId,
    version: sessionVersion,
    startedAt,
    expiresAt: new Date(startedAt.getTime() + seconds * 1000),
    seenAt: startedAt,
    confirmedAt: startedAt,
    secondFactorAt: hasSecondFactor ? startedAt : null,
    ...origin,
  });
}

/** Notes that a session is used, at most every five minutes. */
export async function noteSeen({ db }: Db, { id, seenAt }: Pick<Session, "id" | "seenAt">): Promise<void> {
  const before = new Date(Date.now() - SEEN_INTERVAL_MS);
  if (seenAt > before) return;
  await db
    .update(sessions)
    .set({ seenAt: new Date() })
    .where(and(eq(sessions.id, id), lt(sessions.seenAt, before)));
}

/** A session as its person sees it. */
export type ListedSession = Omit<Session, "personId" | "version" | "secondFactorAt" | "confirmedAt">;

/** Lists the open sessions of a person, the last seen first. */
export async function listSessions({ db }: Db, personId: string): Promise<ListedSession[]> {
  const { id, startedAt, expiresAt, seenAt, browser, os, country } = sessions;
  return db
    .select({ id, startedAt, expiresAt, seenAt, browser, os, country })
    .from(sessions)
    .innerJoin(people, and(eq(people.id, sessions.personId), eq(people.sessionVersion, sessions.version)))
    .where(and(eq(sessions.personId, personId), gt(sessions.expiresAt, new Date())))
    .orderBy(desc(sessions.seenAt), desc(sessions.id))
    .limit(MAX_LISTED);
}

/** Ends one session of a person at once and in every process. Nothing happens if it has ended before. */
export async function endSession(
  { db }: Db,
  { id, personId }: { id: string; personId: string },
): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.personId, personId)));
}

/** Ends all sessions of a person but one. */
export async function endOtherSessions(
  { db }: Db,
  { id, personId }: { id: string; personId: string },
): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.personId, personId), ne(sessions.id, id)));
}

/** Deletes sessions that have expired. */
export const oldSessions = expiryLoop({
  name: "oldSessions",
  table: sessions,
  key: sql<string>`${sessions.id}::text`,
  expiresAt: sessions.expiresAt,
});
