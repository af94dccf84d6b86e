import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import { caseLinks } from "@/db/schema/case-links";
import type { Case } from "@/db/schema/cases";
import { inspections } from "@/db/schema/inspections";
import { actorIn, type Ctx, callingProducer, inTransaction, sandboxIn } from "@/server/core/ctx";
import { conflict, notFound } from "@/server/core/errors";
import { isId } from "@/server/platform/ids";
import { addEntries } from "./entries";
import { ownedCase } from "./read";
import { type LinkName, type Links, MAX } from "./schema";

/** The column of each kind of link. */
export const LINK_COLUMN: Record<LinkName, string> = {
  scan: "scan_id",
  code: "code",
  report: "report_id",
  alert: "alert_id",
  item: "item_id",
};

/** Selects what the caller has of the wanted references, as the values of the column of their kind. */
function found(ctx: Ctx, kind: LinkName, refs: readonly string[]): SQL {
  const { producerId } = callingProducer(ctx);
  const ids = sql`any(${makePgArray(refs.filter(isId))}::uuid[])`;
  const texts = sql`any(${makePgArray([...refs])}::text[])`;
  switch (kind) {
    case "scan":
      return sql`select id from scans where id = ${ids} and producer_id = ${producerId}`;
    case "report":
      return sql`select id from reports where id = ${ids} and producer_id = ${producerId}`;
    case "alert":
      return sql`select id from alerts where id = ${ids} and producer_id = ${producerId}`;
    case "item":
      return sql`select id from items where identifier = ${texts} and producer_id = ${producerId}
        and sandbox = ${sandboxIn(ctx)} and deleted_at is null`;
    case "code":
      // A code concerns the producer if one of its sightings or reports does.
      return sql`select wanted.code from unnest(${makePgArray([...refs])}::text[]) as wanted(code)
        where exists (select from sightings where producer_id = ${producerId} and identifier = wanted.code)
          or exists (select from reports where producer_id = ${producerId} and code = wanted.code)`;
  }
}

/** Adds what is not yet in a case, which the caller's transaction holds. Returns how many were added. */
export async function addLinks(ctx: Ctx, to: Case, { kind, refs }: Links): Promise<number> {
  const wanted = [...new Set(refs)];
  const column = sql.raw(LINK_COLUMN[kind]);
  const own = await ctx.db.execute<{ ref: string }>(sql`
    with own as (${found(ctx, kind, wanted)}) select id_or_code::text as ref from own as own(id_or_code)`);
  if (own.length < wanted.length)
    throw notFound(
      "link-not-found",
      `Of ${wanted.length} ${kind}s, ${wanted.length - own.length} are not yours.`,
    );
  const added = await ctx.db.execute(sql`
    insert into ${caseLinks} (case_id, producer_id, kind, ${column}, added_at, added_by)
    select ${to.id}::uuid, ${to.producerId}::uuid, ${kind}, own.ref, now(), ${actorIn(ctx).name}
    from (${found(ctx, kind, wanted)}) as own(ref)
    on conflict do nothing returning id`);
  if (added.length === 0) return 0;
  const total = await ctx.db.$count(caseLinks, eq(caseLinks.caseId, to.id));
  if (total > MAX.links) throw conflict("too-many-links", `A case has at most ${MAX.links} links.`);
  await addEntries(ctx, [
    { caseId: to.id, kind: "linked", changes: [{ path: `/${kind}`, to: added.length }] },
  ]);
  return added.length;
}

/**
 * Adds scans, unregistered codes, reports, alerts or items to a case. Returns how many it did not have yet.
 * @throws 404 if the caller lacks the case or one of them, 409 beyond 10,000 links
 */
export const linkToCase = (ctx: Ctx, id: string, links: Links): Promise<{ added: number }> =>
  inTransaction(ctx, async (ctx) => {
    const to = await ownedCase(ctx, id);
    return { added: await addLinks(ctx, to, links) };
  });

/**
 * Removes links from a case, with the inspections behind them. Returns how many links.
 * @throws 404 if the caller has no such case
 */
export const unlinkFromCase = (
  ctx: Ctx,
  id: string,
  { kind, linkIds }: { kind: LinkName; linkIds: number[] },
): Promise<{ removed: number }> =>
  inTransaction(ctx, async (ctx) => {
    await ownedCase(ctx, id);
    const removed = await ctx.db
      .delete(caseLinks)
      .where(and(eq(caseLinks.caseId, id), eq(caseLinks.kind, kind), inArray(caseLinks.id, linkIds)))
      .returning({ scanId: caseLinks.scanId, code: caseLinks.code });
    if (removed.length === 0) return { removed: 0 };
    // An inspection of an item has the id of its scan; others belong to the case by their code.
    const scanIds = removed.flatMap(({ scanId }) => scanId ?? []);
    const codes = removed.flatMap(({ code }) => code ?? []);
    await ctx.db
      .update(inspections)
      .set({ caseId: null })
      .where(
        and(
          eq(inspections.caseId, id),
          or(
            inArray(inspections.id, scanIds),
            and(inArray(inspections.code, codes), eq(inspections.isRegistered, false)),
          ),
        ),
      );
    await addEntries(ctx, [
      { caseId: id, kind: "unlinked", changes: [{ path: `/${kind}`, from: removed.length }] },
    ]);
    return { removed: removed.length };
  });
