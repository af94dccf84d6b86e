import { and, eq } from "drizzle-orm";
import { caseEntries, type EntryKind } from "@/db/schema/case-entries";
import type { Change } from "@/db/schema/history";
import type { Ctx } from "@/server/core/ctx";
import { type KeysetPage, type Listed, readKeyset } from "@/server/data/keyset";
import { peopleNamed } from "./owner";
import { ownedCase } from "./read";

export interface TimelineEntry {
  id: number;
  at: Date;
  by: string;
  kind: EntryKind;
  changes: Change[];
  text: string | null;
  isErased: boolean;
  /** The names of the people whom a note mentions. */
  mentions: string[];
}

/**
 * Reads the timeline of a case, newest first: what people did in it, written with each change.
 * @throws 404 for a case that is not the caller's
 */
export async function timelineOf(ctx: Ctx, caseId: string, page: KeysetPage): Promise<Listed<TimelineEntry>> {
  await ownedCase(ctx, caseId);
  const { entries, nextCursor } = await readKeyset(ctx, page, (ctx) => ({
    id: caseEntries.id,
    keyOf: ({ id }: typeof caseEntries.$inferSelect) => ({ at: new Date(0), id: String(id) }),
    read: (range, order, limit) =>
      ctx.db
        .select()
        .from(caseEntries)
        .where(and(eq(caseEntries.caseId, caseId), range))
        .orderBy(...order)
        .limit(limit),
  }));
  const mentioned = [...new Set(entries.flatMap(({ mentions }) => mentions))];
  const names = await peopleNamed(ctx, mentioned);
  return {
    entries: entries.map(({ id, at, actorName, kind, changes, text, erasedAt, mentions }) => ({
      id,
      at,
      by: actorName,
      kind,
      changes,
      text,
      isErased: erasedAt !== null,
      mentions: mentions.flatMap((person) => names.get(person) ?? []),
    })),
    nextCursor,
  };
}
