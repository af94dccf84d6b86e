import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { caseLinks } from "@/db/schema/case-links";
import { type Case, cases } from "@/db/schema/cases";
import { items } from "@/db/schema/items";
import { type Ctx, callingProducer, sandboxIn } from "@/server/core/ctx";
import { isId } from "@/server/platform/ids";
import type { LinkName } from "./schema";

const MAX_SHOWN = 10;

export type CaseOf = Pick<Case, "id" | "number" | "title" | "state">;

function linked(ctx: Ctx, kind: LinkName, ref: string): SQL | undefined {
  switch (kind) {
    case "code":
      return eq(caseLinks.code, ref);
    case "item":
      return sql`${caseLinks.itemId} = (select ${items.id} from ${items} where ${items.identifier} = ${ref}
        and ${items.sandbox} = ${sandboxIn(ctx)} and ${items.deletedAt} is null)`;
    case "scan":
      return isId(ref) ? eq(caseLinks.scanId, ref) : undefined;
    case "report":
      return isId(ref) ? eq(caseLinks.reportId, ref) : undefined;
    case "alert":
      return isId(ref) ? eq(caseLinks.alertId, ref) : undefined;
  }
}

/** The caller's cases to which a scan, code, report, alert or item belongs, newest first, at most ten. */
export async function casesOf(ctx: Ctx, kind: LinkName, ref: string): Promise<CaseOf[]> {
  const is = linked(ctx, kind, ref);
  if (!is) return [];
  return ctx.db
    .select({ id: cases.id, number: cases.number, title: cases.title, state: cases.state })
    .from(caseLinks)
    .innerJoin(cases, eq(cases.id, caseLinks.caseId))
    .where(and(eq(caseLinks.producerId, callingProducer(ctx).producerId), is))
    .orderBy(desc(cases.number))
    .limit(MAX_SHOWN);
}
