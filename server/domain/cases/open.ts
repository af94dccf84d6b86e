import { and, eq, inArray, sql } from "drizzle-orm";
import { type Case, cases } from "@/db/schema/cases";
import { producers } from "@/db/schema/producers";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { newId } from "@/server/platform/ids";
import { addEntries } from "./entries";
import { addLinks } from "./link";
import { refuseStrangers } from "./owner";
import { MAX, type NewCase, OPEN_STATES } from "./schema";

/** Locks the producer, so that concurrent openings have different numbers and count each other. */
async function nextNumber({ db }: Ctx, producerId: string): Promise<number> {
  await db
    .select({ id: producers.id })
    .from(producers)
    .where(eq(producers.id, producerId))
    .for("no key update");
  const open = await db
    .select({ id: cases.id })
    .from(cases)
    .where(and(eq(cases.producerId, producerId), inArray(cases.state, OPEN_STATES)))
    .limit(MAX.openCases);
  if (open.length >= MAX.openCases)
    throw conflict("too-many-cases", `There are ${MAX.openCases} open cases. Close or dismiss one first.`);
  const [last] = await db
    .select({ number: sql<number>`coalesce(max(${cases.number}), 0)::int` })
    .from(cases)
    .where(eq(cases.producerId, producerId));
  return (last?.number ?? 0) + 1;
}

/**
 * Opens a case, with what belongs to it.
 * @throws 400 for an owner who is no member, 404 for a link to what the caller does not have, 409 beyond 5,000 open cases
 */
export const openCase = (ctx: Ctx, { links, ...fields }: NewCase): Promise<Case> =>
  inTransaction(ctx, async (ctx) => {
    const { producerId } = callingProducer(ctx);
    const { title, summary = "", ownerId = null, dueOn = null, tags = [] } = fields;
    await refuseStrangers(ctx, ownerId === null ? [] : [ownerId]);
    const now = new Date();
    const opened = only(
      await ctx.db
        .insert(cases)
        .values({
          id: newId(now.getTime()),
          producerId,
          number: await nextNumber(ctx, producerId),
          title,
          summary,
          ownerId,
          dueOn,
          tags,
          createdAt: now,
          updatedAt: now,
        })
        .returning(),
    );
    await addEntries(ctx, [{ caseId: opened.id, kind: "opened" }]);
    await recordAuditEvent(ctx, "caseOpened", { producerId, id: opened.id, name: title });
    for (const one of links) await addLinks(ctx, opened, one);
    return opened;
  });
