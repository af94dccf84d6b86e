import { inArray } from "drizzle-orm";
import { caseEntries, type EntryKind } from "@/db/schema/case-entries";
import { cases } from "@/db/schema/cases";
import type { Change } from "@/db/schema/history";
import { actorIn, type Ctx } from "@/server/core/ctx";
import { emitCases } from "@/server/events/emit-case";

interface Entry {
  caseId: string;
  kind: EntryKind;
  changes?: Change[];
  text?: string;
  mentions?: string[];
}

/**
 * Adds entries of the caller to the timelines of cases, in the transaction of what they tell and after it, and emits
 * `caseChanged` for each.
 */
export async function addEntries(ctx: Ctx, entries: Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const { id: actorId, name: actorName } = actorIn(ctx);
  const at = new Date();
  await ctx.db.insert(caseEntries).values(entries.map((entry) => ({ ...entry, at, actorId, actorName })));
  const ids = entries.map(({ caseId }) => caseId);
  await ctx.db.update(cases).set({ updatedAt: at }).where(inArray(cases.id, ids));
  await emitCases(ctx, entries, at);
}
