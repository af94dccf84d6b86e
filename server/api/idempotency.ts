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
/** Anonymous callers share one scope: longer keys prevent accidental collisions. */
export const MIN_ANONYMOUS_KEY_CHARACTERS = 16;

/**
 * Checks length and characters of a key.
 *
 * @throws 400 if the caller cannot use it.
 */
function checkKey({ caller }: Ctx, key: string): void {
  const min = caller.kind === "anonymous" ? MIN_ANONYMOUS_KEY_CHARACTERS : 1;
  if (key.length >= min && key.length <= MAX_KEY_CHARACTERS && /^[\x21-\x7e]*$/.test(key)) return;
  const suffix = caller.kind === "anonymous" ? " without a token" : "";
  throw invalid("invalid-input", "The Idempotency-Key can't be used.", [
    {
      pointer: `/headers/${KEY_HEADER}`,
      message: `must be ${min} to ${MAX_KEY_CHARACTERS} visible ASCII characters${suffix}`,
    },
  ]);
}

/**
 * Executes a creating call once per key: key, change and answer commit together, parallel calls wait for the first, and
 * later calls get its answer (decision 0007). A refused call leaves its key free. `prepare` and its refusals run
 * before the transaction.
 *
 * @throws 400 for an unusable key, 409 if the key was used with another body.
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

  // Most retries come after the first call has ended and need no transaction.
  const known = await firstAnswer(ctx);
  if (known) return known;

  // A refusal may be caused by the first call's change; the first answer then takes precedence.
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
      if (!first) throw new Error("The idempotency key is neither free nor used.");
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

/** Returns the stored body. Answers may contain secrets that are shown once, so bodies are stored sealed. */
const bodyOf = ({ sealedBody, body, scope }: typeof idempotencyKeys.$inferSelect) =>
  sealedBody === null ? body : unseal(sealedBody, "idempotent-answers", scope);
