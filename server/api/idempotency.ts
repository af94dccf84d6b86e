import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { idempotencyKeys } from "@/db/schema/idempotency-keys";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { conflict, invalid } from "@/server/core/errors";
import { KEPT_HOURS } from "@/server/domain/idempotency/forget-old";
import { inParts } from "@/server/http/body";
import type { SentAnswer } from "@/server/http/respond";
import { seal, unseal } from "@/server/platform/sealed";

export const KEY_HEADER = "idempotency-key";
export const MAX_KEY_CHARACTERS = 255;
/** Anonymous callers share one scope: a stranger's key must not be met by chance. */
export const MIN_ANONYMOUS_KEY_CHARACTERS = 16;

/** @throws 400 for a key that can't be used by the caller. */
function checkKey({ caller }: Ctx, key: string): void {
  const min = caller.kind === "anonymous" ? MIN_ANONYMOUS_KEY_CHARACTERS : 1;
  if (key.length >= min && key.length <= MAX_KEY_CHARACTERS && /^[\x21-\x7e]*$/.test(key)) return;
  const whose = caller.kind === "anonymous" ? " without a token" : "";
  throw invalid("invalid-input", "The Idempotency-Key can't be used.", [
    {
      pointer: `/headers/${KEY_HEADER}`,
      message: `must be ${min} to ${MAX_KEY_CHARACTERS} visible ASCII characters${whose}`,
    },
  ]);
}

/**
 * Makes a creating call once for one key: the key, the change and the answer commit together, parallel calls wait for
 * the first, and later ones are given its answer (decision 0007). A refused call leaves its key free. What `prepare`
 * does stands before the transaction, and so do its refusals.
 */
export async function answerOnce(
  ctx: Ctx,
  call: { key: string; scope: string; body: Uint8Array },
  prepare: () => Promise<{
    make(ctx: Ctx): Promise<{ sent: SentAnswer; scanId: string | undefined }>;
    discard(): Promise<void>;
  }>,
): Promise<SentAnswer> {
  checkKey(ctx, call.key);
  const hash = createHash("sha256");
  await inParts(call.body, (part) => void hash.update(part));
  const bodyHash = hash.digest();
  const row = and(eq(idempotencyKeys.scope, call.scope), eq(idempotencyKeys.key, call.key));

  const kept = sql.raw(`interval '${KEPT_HOURS} hours'`);
  const isFresh = sql`${idempotencyKeys.createdAt} >= now() - ${kept}`;
  const firstAnswer = async (ctx: Ctx) => {
    const [first] = await ctx.db.select().from(idempotencyKeys).where(and(row, isFresh));
    if (!first) return undefined;
    if (!first.bodyHash.equals(bodyHash)) {
      throw conflict(
        "idempotency-key-reused",
        "This Idempotency-Key was used with another body. Use a new one.",
      );
    }
    const headers = { ...first.headers, "idempotency-replayed": "true" };
    return { status: first.status ?? 200, headers, body: bodyOf(first) };
  };

  // Most repetitions come after the first call has ended: they need no transaction.
  const known = await firstAnswer(ctx);
  if (known) return known;

  // Where it refuses, that may be for the first call's sake, which is then the one to answer.
  const prepared = await Promise.allSettled([prepare()]).then(([outcome]) => outcome);
  let isMade = false;
  const answer = inTransaction(ctx, async (ctx) => {
    const claimed = await ctx.db
      .insert(idempotencyKeys)
      .values({ scope: call.scope, key: call.key, bodyHash, createdAt: new Date() })
      .onConflictDoUpdate({
        target: [idempotencyKeys.scope, idempotencyKeys.key],
        set: { bodyHash, createdAt: new Date() },
        setWhere: sql`${idempotencyKeys.createdAt} < now() - ${kept}`,
      })
      .returning({ key: idempotencyKeys.key });

    if (claimed.length === 0) {
      const first = await firstAnswer(ctx);
      if (!first) throw new Error("An idempotency key is neither free nor taken.");
      return first;
    }

    if (prepared.status === "rejected") throw prepared.reason;
    isMade = true;
    const { sent, scanId } = await prepared.value.make(ctx);
    const { status, headers, body } = sent;
    const sealedBody = body === null ? null : seal(body, "idempotent-answers", call.scope);
    await ctx.db.update(idempotencyKeys).set({ status, headers, sealedBody, scanId }).where(row);
    return sent;
  });
  return answer.finally(() => {
    if (!isMade && prepared.status === "fulfilled") return prepared.value.discard();
  });
}

/** Answers may tell secrets, this once; so they are kept sealed. */
const bodyOf = ({ sealedBody, body, scope }: typeof idempotencyKeys.$inferSelect) =>
  sealedBody === null ? body : unseal(sealedBody, "idempotent-answers", scope);
