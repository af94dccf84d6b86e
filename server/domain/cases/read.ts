import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { caseLinks } from "@/db/schema/case-links";
import { casePeople } from "@/db/schema/case-people";
import { type Case, cases } from "@/db/schema/cases";
import { people } from "@/db/schema/people";
import { type Ctx, callingProducer, isInTransaction } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { versionOf } from "@/server/domain/shared/version";
import { isId } from "@/server/platform/ids";
import { type CaseFields, LINKS, type LinkName, MAX } from "./schema";
import { retailValueOf } from "./value";

/**
 * Some of the caller's cases, in the order of their ids; locked if the context is in a transaction.
 * @throws 404 unless all of them are the caller's
 */
export async function ownedCases(ctx: Ctx, ids: readonly string[]): Promise<Case[]> {
  const { producerId } = callingProducer(ctx);
  const wanted = [...new Set(ids)];
  const known = wanted.filter(isId);
  const query = ctx.db
    .select()
    .from(cases)
    .where(and(inArray(cases.id, known), eq(cases.producerId, producerId)))
    .orderBy(asc(cases.id));
  const found = known.length === 0 ? [] : await (isInTransaction(ctx) ? query.for("no key update") : query);
  if (found.length < wanted.length) {
    const missing = wanted.find((id) => !found.some((one) => one.id === id));
    throw notFound("case-not-found", `There is no case ${missing}.`);
  }
  return found;
}

/**
 * One of the caller's cases; locked if the context is in a transaction.
 * @throws 404 for any other
 */
export async function ownedCase(ctx: Ctx, id: string): Promise<Case> {
  const [found] = await ownedCases(ctx, [id]);
  if (!found) throw notFound("case-not-found", `There is no case ${id}.`);
  return found;
}

export const fieldsOf = ({ title, summary, ownerId, dueOn, tags }: Case): CaseFields => ({
  title,
  summary,
  ownerId,
  dueOn,
  tags,
});

/** The version of a case's fields, by which a stale save is refused. */
export const versionOfCase = (found: Case): string => versionOf(fieldsOf(found));

/** How many links of each kind a case has. */
export async function countLinks({ db }: Pick<Ctx, "db">, caseIds: string[]) {
  const rows =
    caseIds.length === 0
      ? []
      : await db
          .select({ caseId: caseLinks.caseId, kind: caseLinks.kind, count: sql<number>`count(*)::int` })
          .from(caseLinks)
          .where(inArray(caseLinks.caseId, caseIds))
          .groupBy(caseLinks.caseId, caseLinks.kind);
  return (caseId: string): Record<LinkName, number> => {
    const counts = { scan: 0, code: 0, report: 0, alert: 0, item: 0 };
    for (const kind of LINKS)
      counts[kind] = rows.find((row) => row.caseId === caseId && row.kind === kind)?.count ?? 0;
    return counts;
  };
}

/**
 * Reads a case with its owner's name, the people it is about and the numbers of its links.
 * @throws 404 for one that is not the caller's
 */
export async function getCase(ctx: Ctx, id: string) {
  const found = await ownedCase(ctx, id);
  const { producerId: _, ...shown } = found;
  const [owners, involved, counts, value] = await Promise.all([
    found.ownerId === null
      ? []
      : ctx.db.select({ name: people.name }).from(people).where(eq(people.id, found.ownerId)),
    ctx.db
      .select({
        id: casePeople.id,
        role: casePeople.role,
        name: casePeople.name,
        contact: casePeople.contact,
        note: casePeople.note,
      })
      .from(casePeople)
      .where(eq(casePeople.caseId, id))
      .orderBy(asc(casePeople.id))
      .limit(MAX.people),
    countLinks(ctx, [id]),
    retailValueOf(ctx, sql`${id}::uuid`),
  ]);
  return {
    ...shown,
    owner: owners[0]?.name ?? null,
    people: involved,
    links: counts(id),
    value,
    version: versionOfCase(found),
  };
}
