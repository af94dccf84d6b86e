import { type Claim, ClaimFault, type ClaimFaultCode, parseClaim } from "@assay/codes";
import { and, eq, inArray, sql } from "drizzle-orm";
import { type CodePattern, codePatterns } from "@/db/schema/code-patterns";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { type AppError, conflict, invalid } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { refuseInSandbox } from "@/server/domain/sandboxes/read";
import { newId } from "@/server/platform/ids";
import { nearKeysOf } from "./deletions";
import { foreignIdentifiers } from "./foreign";
import { rivalsOf } from "./rivals";
import type { NewPattern } from "./schema";

/** Per producer, of those in force or under review. */
export const MAX_PATTERNS = 50;

const CLAIMING_LOCK = "claims of code patterns";

/** Makes changes of claims wait for each other, so that each one sees all others. */
export const lockClaims = ({ db }: Pick<Ctx, "db">) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${CLAIMING_LOCK}, 0))`);

const REFUSAL_OF: Record<ClaimFaultCode, (message: string) => AppError> = {
  syntax: (message) => invalid("code-pattern-syntax", message),
  "too-long": (message) => invalid("code-pattern-too-long", message),
  "too-weak": (message) => invalid("code-pattern-too-weak", message),
  "no-start": (message) => invalid("code-pattern-no-start", message),
  "not-a-company-prefix": (message) => invalid("code-pattern-not-a-company-prefix", message),
};

function claimOf({ kind, text }: NewPattern): Claim {
  try {
    return parseClaim(kind, text);
  } catch (fault) {
    if (fault instanceof ClaimFault) throw REFUSAL_OF[fault.code](fault.message);
    throw fault;
  }
}

const claimed = and(inArray(codePatterns.state, ["active", "contested"]));

async function refuseFurther({ db }: Ctx, producerId: string, claim: Claim): Promise<void> {
  const existing = await db
    .select({ kind: codePatterns.kind, text: codePatterns.text })
    .from(codePatterns)
    .where(and(eq(codePatterns.producerId, producerId), claimed))
    .limit(MAX_PATTERNS);
  if (existing.some(({ kind, text }) => kind === claim.kind && text === claim.text))
    throw conflict("code-pattern-claimed", `The pattern ${claim.text} is claimed already.`);
  if (existing.length >= MAX_PATTERNS)
    throw invalid(
      "too-many-code-patterns",
      `There are ${MAX_PATTERNS} code patterns already. Delete one first.`,
    );
}

async function mayBeForeign(ctx: Ctx, claim: Claim, producerId: string): Promise<boolean> {
  const { found, isCertain } = await foreignIdentifiers(ctx, claim, producerId);
  return found.length > 0 || !isCertain;
}

/**
 * Claims a pattern of codes for the caller. It is contested, and attributes nothing, where it overlaps another producer's claim
 * or matches identifiers of another producer's items, also where these are too many to be sure.
 * @throws 400 for a faulty or weak pattern and beyond 50 patterns; 409 for one that the caller has, and in a sandbox
 */
export const claimPattern = (ctx: Ctx, input: NewPattern): Promise<CodePattern> =>
  inTransaction(ctx, async (ctx) => {
    const { producerId } = callingProducer(ctx);
    refuseInSandbox(ctx);
    const claim = claimOf(input);
    await lockClaims(ctx);
    await refuseFurther(ctx, producerId, claim);
    const isContested =
      (await rivalsOf(ctx, claim, producerId)).length > 0 || (await mayBeForeign(ctx, claim, producerId));
    const now = new Date();
    const { kind, text, head, fixed } = claim;
    const pattern = only(
      await ctx.db
        .insert(codePatterns)
        .values({
          id: newId(),
          producerId,
          kind,
          text,
          head,
          fixed,
          near: nearKeysOf(head),
          state: isContested ? "contested" : "active",
          sweep: "sightings",
          createdAt: now,
          changedAt: now,
        })
        .returning(),
    );
    await recordAuditEvent(ctx, "codePatternClaimed", {
      producerId,
      id: pattern.id,
      name: text,
      changes: [{ path: "/state", to: pattern.state }],
    });
    return pattern;
  });
