import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { idempotencyKeys } from "@/db/schema/idempotency-keys";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { AppError, conflict, invalid, unavailable } from "@/server/core/errors";
import {
  type CallKey,
  firstAnswerOf,
  hasFirstAnswer,
  KEPT,
  rowOf,
} from "@/server/domain/idempotency/first-answers";
import { inParts } from "@/server/http/body";
import type { SentAnswer } from "@/server/http/respond";
import { seal, unseal } from "@/server/platform/sealed";
import type { HashedBody } from "./hashed-body";

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

/** A call with a key, before its body is hashed. */
interface KeyedCall extends Omit<CallKey, "bodyHash"> {
  body: Uint8Array;
}

/** @throws 400 for an unusable key */
async function callKeyOf(ctx: Ctx, { scope, key, body }: KeyedCall): Promise<CallKey> {
  checkKey(ctx, key);
  const hash = createHash("sha256");
  await inParts(body, (part) => void hash.update(part));
  return { scope, key, bodyHash: hash.digest() };
}

type KeptAnswer = typeof idempotencyKeys.$inferSelect;

/** The first answer of a key, if it has one. @throws 409 if the key was used with another body */
async function firstAnswer(
  { db }: Ctx,
  call: CallKey,
  sentOf: (kept: KeptAnswer) => SentAnswer | Promise<SentAnswer>,
): Promise<SentAnswer | undefined> {
  const [first] = await db.select().from(idempotencyKeys).where(firstAnswerOf(call));
  if (!first) return undefined;
  if (!first.bodyHash.equals(call.bodyHash)) {
    throw conflict(
      "idempotency-key-reused",
      "This Idempotency-Key was used with another body. Use a new one.",
    );
  }
  const sent = await sentOf(first);
  return { ...sent, headers: { ...sent.headers, "idempotency-replayed": "true" } };
}

/**
 * Executes a call that commits its key by itself. After any refusal, the key's first answer takes precedence: it may be the
 * cause.
 *
 * @throws 400 for an unusable key, 409 if the key was used with another body.
 */
export async function answerOnceTogether(
  ctx: Ctx,
  call: KeyedCall,
  once: {
    make(key: CallKey): Promise<SentAnswer | "used">;
    replay(kept: KeptAnswer): Promise<SentAnswer>;
  },
): Promise<SentAnswer> {
  const key = await callKeyOf(ctx, call);
  for (let attempt = 1; ; attempt++) {
    const [made] = await Promise.allSettled([once.make(key)]);
    if (made.status === "fulfilled" && made.value !== "used") return made.value;
    const first = await firstAnswer(ctx, key, (kept) =>
      kept.scannedItem === null ? sentAnswerOf(kept) : once.replay(kept),
    );
    if (first) return first;
    if (made.status === "rejected") throw made.reason;
    // The key has expired meanwhile.
    if (attempt === 2) throw new Error("The idempotency key is neither free nor used.");
  }
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
  call: KeyedCall,
  prepare: () => Promise<Prepared>,
): Promise<SentAnswer> {
  const key = await callKeyOf(ctx, call);
  // Most retries come after the first call has ended and need no transaction.
  const known = await firstAnswer(ctx, key, sentAnswerOf);
  if (known) return known;

  // A refusal may be caused by the first call's change; the first answer then takes precedence.
  const [prepared] = await Promise.allSettled([prepare()]);
  return commitOnce(ctx, key, prepared);
}

/**
 * The same for a body that is read as it arrives: it is known when the long work is done. The file of a retry is only
 * compared; of parallel calls, one keeps its work.
 *
 * @throws 400 for an unusable key, 409 if the key was used with another body.
 */
export async function answerStreamedOnce(
  ctx: Ctx,
  { scope, key, body }: { scope: string; key: string; body: HashedBody },
  prepare: () => Promise<Prepared>,
): Promise<SentAnswer> {
  checkKey(ctx, key);
  const isKnown = () => hasFirstAnswer(ctx, { scope, key });
  const [prepared] = (await isKnown()) ? [] : await Promise.allSettled([prepare()]);
  // Without a first answer, the rest of a refused body is not read.
  if (prepared?.status === "rejected" && !(await isKnown())) throw prepared.reason;
  const bodyHash = await body.digest().catch(async (reason: unknown) => {
    if (prepared?.status === "fulfilled") await prepared.value.discard();
    throw reason;
  });
  const call = { scope, key, bodyHash };
  if (prepared) return commitOnce(ctx, call, prepared);
  const first = await firstAnswer(ctx, call, sentAnswerOf);
  // The body is read, so this call cannot be the first one.
  if (!first) throw unavailable(new Error("The idempotency key has expired during the call."));
  return first;
}

/** A call whose long work is done. */
interface Prepared {
  make(ctx: Ctx): Promise<{ sent: SentAnswer; scanId: string | undefined }>;
  discard(): Promise<void>;
}

/** Claims the key, makes the change and stores its answer in one transaction; or discards the work for the first answer. */
function commitOnce(ctx: Ctx, key: CallKey, prepared: PromiseSettledResult<Prepared>): Promise<SentAnswer> {
  let isMade = false;
  const answer = inTransaction(ctx, async (ctx) => {
    const claimed = await ctx.db
      .insert(idempotencyKeys)
      .values({ ...key, createdAt: new Date() })
      .onConflictDoUpdate({
        target: [idempotencyKeys.scope, idempotencyKeys.key],
        set: { bodyHash: key.bodyHash, createdAt: new Date() },
        setWhere: sql`${idempotencyKeys.createdAt} < now() - ${KEPT}`,
      })
      .returning({ key: idempotencyKeys.key });

    if (claimed.length === 0) {
      const first = await firstAnswer(ctx, key, sentAnswerOf);
      if (!first) throw new Error("The idempotency key is neither free nor used.");
      return first;
    }

    if (prepared.status === "rejected") throw prepared.reason;
    // After a failure without a refusal, the change may be committed.
    isMade = true;
    const { sent, scanId } = await prepared.value.make(ctx).catch((reason: unknown) => {
      isMade = !(reason instanceof AppError);
      throw reason;
    });
    const { status, headers, body } = sent;
    const sealedBody = body === null ? null : seal(body, "idempotent-answers", key.scope);
    await ctx.db.update(idempotencyKeys).set({ status, headers, sealedBody, scanId }).where(rowOf(key));
    return sent;
  });
  return answer.finally(() => {
    if (!isMade && prepared.status === "fulfilled") return prepared.value.discard();
  });
}

/** Answers may contain secrets that are shown once, so bodies are stored sealed. */
const sentAnswerOf = ({ status, headers, sealedBody, body, scope }: KeptAnswer): SentAnswer => ({
  status: status ?? 200,
  headers: headers ?? {},
  body: sealedBody === null ? body : unseal(sealedBody, "idempotent-answers", scope),
});
