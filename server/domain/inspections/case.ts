import { and, asc, desc, eq, inArray } from "drizzle-orm";
import { caseLinks } from "@/db/schema/case-links";
import { type Case, cases } from "@/db/schema/cases";
import type { Inspection } from "@/db/schema/inspections";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { AppError } from "@/server/core/errors";
import { addLinks } from "@/server/domain/cases/link";
import { openCase } from "@/server/domain/cases/open";
import { type Links, MAX, OPEN_STATES } from "@/server/domain/cases/schema";
import { beginningOf } from "@/server/domain/shared/characters";
import { MAX_OFFERED_CASES } from "./schema";

const MAX_TITLE_CHARACTERS = 100;

const isOpen = (ctx: Ctx) =>
  and(eq(cases.producerId, callingProducer(ctx).producerId), inArray(cases.state, OPEN_STATES));

/** The open cases that inspectors choose from, most recently changed first. */
export const offeredCases = (ctx: Ctx): Promise<Pick<Case, "id" | "number" | "title">[]> =>
  ctx.db
    .select({ id: cases.id, number: cases.number, title: cases.title })
    .from(cases)
    .where(isOpen(ctx))
    .orderBy(desc(cases.updatedAt), asc(cases.id))
    .limit(MAX_OFFERED_CASES);

/** The case for which the inspector asked, while it is open and has room; locked. */
async function chosenCase(ctx: Ctx, wanted: string): Promise<Case | undefined> {
  if (wanted === "new") return undefined;
  const [found] = await ctx.db
    .select()
    .from(cases)
    .where(and(isOpen(ctx), eq(cases.id, wanted)))
    .for("no key update");
  if (!found) return undefined;
  const links = await ctx.db.$count(caseLinks, eq(caseLinks.caseId, found.id));
  return links < MAX.links ? found : undefined;
}

const isFull = (thrown: unknown) => thrown instanceof AppError && thrown.kind === "conflict";

/**
 * Links an inspection, in the caller's transaction, to the chosen case, or to a new one where that is not open or full.
 * Returns the id of the case; null where the producer has as many open cases as it may have.
 */
export async function caseOfFinding(
  ctx: Ctx,
  { id, code, note, isRegistered }: Inspection,
  wanted: string,
): Promise<string | null> {
  const links: Links = isRegistered ? { kind: "scan", refs: [id] } : { kind: "code", refs: [code] };
  const chosen = await chosenCase(ctx, wanted);
  try {
    if (chosen) {
      await addLinks(ctx, chosen, links);
      return chosen.id;
    }
    const title = beginningOf(MAX_TITLE_CHARACTERS, code.replaceAll(/\p{Cc}/gu, " "));
    return (await openCase(ctx, { title, summary: note, links: [links] })).id;
  } catch (thrown) {
    if (isFull(thrown)) return null;
    throw thrown;
  }
}
