import { and, eq } from "drizzle-orm";
import { casePeople } from "@/db/schema/case-people";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { conflict, notFound } from "@/server/core/errors";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { newId } from "@/server/platform/ids";
import { addEntries } from "./entries";
import { ownedCase } from "./read";
import { type CasePerson, MAX, type PersonChanges } from "./schema";

const isOne = (caseId: string, id: string) => and(eq(casePeople.caseId, caseId), eq(casePeople.id, id));
const missing = (id: string, personId: string) =>
  notFound("case-person-not-found", `Case ${id} has no person ${personId}.`);

// The timeline names no one: who is removed is not to be found there.

/**
 * Adds a person whom the case is about or who helps with it.
 * @throws 404 if the caller has no such case, 409 beyond 50 people
 */
export const addPerson = (ctx: Ctx, id: string, person: CasePerson): Promise<{ id: string }> =>
  inTransaction(ctx, async (ctx) => {
    await ownedCase(ctx, id);
    if ((await ctx.db.$count(casePeople, eq(casePeople.caseId, id))) >= MAX.people)
      throw conflict("too-many-case-people", `A case has at most ${MAX.people} people.`);
    const personId = newId();
    await ctx.db.insert(casePeople).values({ ...person, id: personId, caseId: id, createdAt: new Date() });
    await addEntries(ctx, [
      { caseId: id, kind: "personAdded", changes: [{ path: "/role", to: person.role }] },
    ]);
    return { id: personId };
  });

/**
 * Changes the given fields of a person.
 * @throws 404 if the caller has no such case, or it no such person
 */
export const changePerson = (ctx: Ctx, id: string, personId: string, changes: PersonChanges): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await ownedCase(ctx, id);
    const [changed] = await ctx.db
      .update(casePeople)
      .set({ id: personId, ...changes })
      .where(isOne(id, personId))
      .returning({ role: casePeople.role });
    if (!changed) throw missing(id, personId);
    await addEntries(ctx, [
      { caseId: id, kind: "personChanged", changes: [{ path: "/role", to: changed.role }] },
    ]);
  });

/**
 * Removes a person from a case and deletes what was written about them.
 * @throws 404 if the caller has no such case, or it no such person
 */
export const removePerson = (ctx: Ctx, id: string, personId: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { producerId, title } = await ownedCase(ctx, id);
    const [removed] = await ctx.db
      .delete(casePeople)
      .where(isOne(id, personId))
      .returning({ role: casePeople.role });
    if (!removed) throw missing(id, personId);
    await addEntries(ctx, [
      { caseId: id, kind: "personRemoved", changes: [{ path: "/role", from: removed.role }] },
    ]);
    await recordAuditEvent(ctx, "casePersonRemoved", { producerId, id, name: title });
  });
