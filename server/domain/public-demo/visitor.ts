import { and, count, eq, gt, isNull } from "drizzle-orm";
import { memberships } from "@/db/schema/memberships";
import { people } from "@/db/schema/people";
import { producers } from "@/db/schema/producers";
import { sessions } from "@/db/schema/sessions";
import type { Ctx } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { tooManyRequests } from "@/server/data/too-many-requests";
import { recordMemberAdded } from "@/server/domain/audit-log/record";
import { insertPerson } from "@/server/domain/people/create";
import type { NewSession } from "@/server/domain/people/sign-in";
import { endProducer } from "@/server/domain/producers/close";
import { newId } from "@/server/platform/ids";

/** The lifetime of a visitor's session. */
export const VISIT_SECONDS = 2 * 3600;
/** Visitors at the same time. */
export const MAX_VISITS = 500;
const RETRY_SECONDS = 600;

/** The name says what the person is; the reserved domain receives no mail. */
const newVisitor = () => ({
  email: `visitor-${newId()}@demo.invalid`,
  emailProvenAt: null,
  name: "Demo visitor",
  passwordHash: null,
  isAdmin: false,
  isDemoVisitor: true,
  locale: null,
});

const visitorIn = ({ db }: Pick<Ctx, "db">) =>
  db
    .select({ personId: people.id, sessionVersion: people.sessionVersion })
    .from(people)
    .where(eq(people.isDemoVisitor, true));

const CLOSING_REASON = "A newer demo replaces it.";

/** Closes the demos that a visitor could see until now. */
async function closeEarlierDemos(ctx: Ctx, personId: string): Promise<void> {
  const visited = await ctx.db
    .select({ id: producers.id, name: producers.name, suspendedAt: producers.suspendedAt })
    .from(memberships)
    .innerJoin(producers, and(eq(producers.id, memberships.producerId), isNull(producers.closedAt)))
    .where(eq(memberships.personId, personId))
    .for("no key update", { of: producers });
  for (const producer of visited) await endProducer(ctx, producer, CLOSING_REASON);
  await ctx.db.delete(memberships).where(eq(memberships.personId, personId));
}

/** Makes the person of all visitors a viewer of the public demo, and creates them for the first one. */
export async function addVisitor(ctx: Ctx, producerId: string): Promise<void> {
  const [known] = await visitorIn(ctx);
  const personId = known?.personId ?? (await insertPerson(ctx, newVisitor())).id;
  await closeEarlierDemos(ctx, personId);
  const membership = { producerId, personId, role: "viewer" } as const;
  await ctx.db.insert(memberships).values(membership);
  await recordMemberAdded(ctx, membership);
}

/**
 * The values of a new visitor's session.
 * @throws 429 while too many visitors are signed in
 */
export async function startVisit(ctx: Pick<Ctx, "db">): Promise<NewSession> {
  const visitor = only(await visitorIn(ctx));
  const isOpen = and(eq(sessions.personId, visitor.personId), gt(sessions.expiresAt, new Date()));
  const { open } = only(await ctx.db.select({ open: count() }).from(sessions).where(isOpen));
  if (open >= MAX_VISITS)
    throw tooManyRequests("visits of the demo", "Too many people visit the demo just now.", RETRY_SECONDS);
  return { ...visitor, seconds: VISIT_SECONDS };
}
