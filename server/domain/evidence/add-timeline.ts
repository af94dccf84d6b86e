import { and, asc, eq, gt } from "drizzle-orm";
import { caseEntries } from "@/db/schema/case-entries";
import { addTable } from "./add-files";
import { numbered, type Stage } from "./stage";

/** A note may have 16 KB. */
const BATCH_SIZE = 300;

/** Adds the next entries of the case's timeline. */
export const addTimeline: Stage = async (ctx, pack, { after: [entry = 0], count }) => {
  const found = await ctx.db
    .select()
    .from(caseEntries)
    .where(and(eq(caseEntries.caseId, pack.caseId), gt(caseEntries.id, entry)))
    .orderBy(asc(caseEntries.id))
    .limit(BATCH_SIZE);
  const last = found.at(-1);
  if (!last) return null;
  await addTable(ctx, pack.id, numbered("timeline/timeline", count + 1, ".csv"), [
    ["time", "person", "name", "what", "changes", "text"],
    ...found.map(({ at, actorId, actorName, kind, changes, text }) => [
      at.toISOString(),
      actorId,
      actorName,
      kind,
      JSON.stringify(changes),
      text,
    ]),
  ]);
  return { after: [last.id, 0], count: count + found.length };
};
