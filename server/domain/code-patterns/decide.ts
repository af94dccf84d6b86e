import { and, eq, inArray } from "drizzle-orm";
import { type CodePattern, codePatterns } from "@/db/schema/code-patterns";
import { type Ctx, callingAdmin, inTransaction } from "@/server/core/ctx";
import { conflict, notFound } from "@/server/core/errors";
import { recordAuditEvents } from "@/server/domain/audit-log/record";
import { isId } from "@/server/platform/ids";
import { lockClaims } from "./claim";
import { claimOfRow } from "./claim-row";
import { rivalsOf } from "./rivals";
import type { PatternDecision } from "./schema";

const targetOf = ({ producerId, id, text }: CodePattern, note: string) => ({
  producerId,
  id,
  name: text,
  changes: note === "" ? [] : [{ path: "/note", to: note }],
});

const reject = (ctx: Ctx, ids: string[], note: string): Promise<CodePattern[]> =>
  ctx.db
    .update(codePatterns)
    .set({ state: "rejected", note: note || null, changedAt: new Date() })
    .where(and(inArray(codePatterns.id, ids), inArray(codePatterns.state, ["active", "contested"])))
    .returning()
    .execute();

/**
 * Decides a contested claim, for admins. An awarded claim attributes codes from now on; claims of other producers that overlap it
 * are rejected, except broader ones in force, which keep all other codes. Past attributions stay.
 * @throws 404 for no such claim; 409 for one that is not contested
 */
export const decidePattern = (ctx: Ctx, id: string, { decision, note }: PatternDecision): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    callingAdmin(ctx);
    await lockClaims(ctx);
    const [pattern] = isId(id) ? await ctx.db.select().from(codePatterns).where(eq(codePatterns.id, id)) : [];
    if (!pattern) throw notFound("code-pattern-not-found", `There is no code pattern ${id}.`);
    if (pattern.state !== "contested")
      throw conflict(
        "code-pattern-not-contested",
        "This code pattern is not contested, or was decided already.",
      );
    if (decision === "reject") {
      const rejected = await reject(ctx, [id], note);
      return recordAuditEvents(
        ctx,
        "codePatternRejected",
        rejected.map((one) => targetOf(one, note)),
      );
    }
    const claim = claimOfRow(pattern);
    const losing = (await rivalsOf(ctx, claim, pattern.producerId)).filter(
      ({ state, fixed }) => state === "contested" || fixed >= claim.fixed,
    );
    const now = new Date();
    await ctx.db
      .update(codePatterns)
      .set({
        state: "active",
        note: note || null,
        changedAt: now,
        sweep: "sightings",
        sweptAt: null,
        sweptId: null,
      })
      .where(eq(codePatterns.id, id));
    await recordAuditEvents(ctx, "codePatternAwarded", [targetOf(pattern, note)]);
    const rejected =
      losing.length > 0
        ? await reject(
            ctx,
            losing.map((one) => one.id),
            note,
          )
        : [];
    await recordAuditEvents(
      ctx,
      "codePatternRejected",
      rejected.map((one) => targetOf(one, note)),
    );
  });
