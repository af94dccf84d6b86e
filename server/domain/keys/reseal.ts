import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { type Hook, hooks } from "@/db/schema/hooks";
import { secretKeys } from "@/db/schema/secret-keys";
import type { Ctx } from "@/server/core/ctx";
import { log } from "@/server/platform/log";
import { resealed, UnreadableError } from "@/server/platform/sealed";

type Db = Pick<Ctx, "db">;

const BATCH_SIZE = 200;
const BEFORE_ALL_HOOKS = "00000000-0000-0000-0000-000000000000";
/** Running processes learn of a rotation within seconds; until then they seal with the key before. */
const LEARNED_AFTER = sql`interval '1 minute'`;

function resealedOrKept(sealed: Buffer, hookId: string): Buffer {
  try {
    return resealed(sealed, "hook-secrets", hookId) ?? sealed;
  } catch (error) {
    // What no key opens is told by the deliveries that it holds.
    if (error instanceof UnreadableError) return sealed;
    throw error;
  }
}

async function resealHook(
  { db }: Db,
  hook: Pick<Hook, "id" | "secret" | "previousSecret">,
): Promise<boolean> {
  const secret = resealedOrKept(hook.secret, hook.id);
  const previousSecret = hook.previousSecret && resealedOrKept(hook.previousSecret, hook.id);
  if (secret === hook.secret && previousSecret === hook.previousSecret) return false;
  // A secret that was rotated meanwhile is sealed with the newest key already.
  const done = await db
    .update(hooks)
    .set({ secret, previousSecret })
    .where(
      and(
        eq(hooks.id, hook.id),
        eq(hooks.secret, hook.secret),
        sql`${hooks.previousSecret} is not distinct from ${hook.previousSecret}`,
      ),
    )
    .returning({ id: hooks.id });
  return done.length > 0;
}

/** Seals a batch of hooks' secrets with the newest key, going on where the last one ended; whether there may be more. */
export const resealBatch = ({ db }: Db): Promise<{ resealed: number; isMore: boolean }> =>
  db.transaction(async (tx) => {
    const [current] = await tx
      .select()
      .from(secretKeys)
      .where(and(isNull(secretKeys.usedUntil), isNull(secretKeys.resealedAt)))
      .for("update", { skipLocked: true });
    if (!current) return { resealed: 0, isMore: false };
    const batch = await tx
      .select({ id: hooks.id, secret: hooks.secret, previousSecret: hooks.previousSecret })
      .from(hooks)
      .where(gt(hooks.id, current.resealedTo ?? BEFORE_ALL_HOOKS))
      .orderBy(asc(hooks.id))
      .limit(BATCH_SIZE);
    let count = 0;
    for (const hook of batch) if (await resealHook({ db: tx }, hook)) count++;
    const isMore = batch.length === BATCH_SIZE;
    const over = sql<Date | null>`case when ${secretKeys.usedFrom} < now() - ${LEARNED_AFTER} then now() end`;
    await tx
      .update(secretKeys)
      .set(
        isMore
          ? { resealedTo: batch.at(-1)?.id ?? null }
          : // Where processes may not have learned of the rotation, the whole is gone through once more.
            { resealedTo: null, resealedAt: over },
      )
      .where(eq(secretKeys.id, current.id));
    return { resealed: count, isMore };
  });

/** Seals all that can be sealed anew with the newest key. Idempotent answers and sessions run out by themselves. */
export async function resealAll(ctx: Db, signal?: AbortSignal): Promise<number> {
  let count = 0;
  for (;;) {
    const { resealed, isMore } = await resealBatch(ctx);
    count += resealed;
    if (isMore && !signal?.aborted) continue;
    if (count > 0) log.info({ resealed: count }, "secrets were sealed with the newest key");
    return count;
  }
}
