import { and, eq, isNotNull } from "drizzle-orm";
import { caseEntries } from "@/db/schema/case-entries";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { conflict, invalid, notFound } from "@/server/core/errors";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { addEntries } from "./entries";
import { mailMentions } from "./mention-mail";
import { refuseStrangers } from "./owner";
import { ownedCase } from "./read";
import { MAX, type Note } from "./schema";

const isNoteOf = (caseId: string) => and(eq(caseEntries.caseId, caseId), eq(caseEntries.kind, "noted"));

/**
 * Adds a note. Members whom it mentions receive an e-mail.
 * @throws 400 for an empty note or a mention of a stranger, 404 if the caller has no such case, 409 beyond 1,000 notes
 */
export async function noteOnCase(ctx: Ctx, id: string, { text, mentions }: Note): Promise<void> {
  const mentioned = [...new Set(mentions)];
  const noted = await inTransaction(ctx, async (ctx) => {
    const found = await ownedCase(ctx, id);
    if (text === "") throw invalid("note-empty", "A note says something.");
    await refuseStrangers(ctx, mentioned);
    if ((await ctx.db.$count(caseEntries, isNoteOf(id))) >= MAX.notes)
      throw conflict("too-many-case-notes", `A case has at most ${MAX.notes} notes.`);
    await addEntries(ctx, [{ caseId: id, kind: "noted", text, mentions: mentioned }]);
    return found;
  });
  mailMentions(ctx, noted, mentioned);
}

/**
 * Erases the text of a note or of the reason of a step, for personal data that should not be kept. That there was one remains.
 * An erased one stays as it is.
 * @throws 404 if the caller has no such case, or it no such text
 */
export const eraseNote = (ctx: Ctx, id: string, entryId: number): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { producerId, title } = await ownedCase(ctx, id);
    const isEntry = and(eq(caseEntries.caseId, id), eq(caseEntries.id, entryId));
    const erased = await ctx.db
      .update(caseEntries)
      .set({ text: null, mentions: [], erasedAt: new Date() })
      .where(and(isEntry, isNotNull(caseEntries.text)))
      .returning({ id: caseEntries.id });
    if (erased.length === 0) {
      if ((await ctx.db.$count(caseEntries, and(isEntry, isNotNull(caseEntries.erasedAt)))) > 0) return;
      throw notFound("note-not-found", `Case ${id} has no note ${entryId}.`);
    }
    await recordAuditEvent(ctx, "caseNoteErased", { producerId, id, name: title });
  });
