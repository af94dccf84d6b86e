import { and, asc, eq, gt, isNotNull } from "drizzle-orm";
import { type Hook, hooks } from "@/db/schema/hooks";
import type { Ctx } from "@/server/core/ctx";
import { releaseHeld } from "@/server/domain/hooks/release-held";
import type { Loop } from "@/server/loops/loop";
import { log } from "@/server/platform/log";
import { UnreadableError, unseal } from "@/server/platform/sealed";

const BATCH_SIZE = 200;
const BEFORE_ALL_HOOKS = "00000000-0000-0000-0000-000000000000";

function isReadable(secret: Buffer, hookId: string): boolean {
  try {
    unseal(secret, "hook-secrets", hookId);
    return true;
  } catch (error) {
    if (error instanceof UnreadableError) return false;
    throw error;
  }
}

type Held = Pick<Hook, "id" | "secret">;

async function releaseOne({ db }: Pick<Ctx, "db">, { id, secret }: Held): Promise<void> {
  await db.transaction(async (tx) => {
    const isStill = and(eq(hooks.id, id), eq(hooks.secret, secret));
    // No attempt was made meanwhile, so the failures did not continue.
    await tx.update(hooks).set({ secretUnreadableSince: null, failingSince: null }).where(isStill);
    await releaseHeld({ db: tx }, { hookId: id });
  });
  log.info({ hook: id }, "held deliveries continue");
}

/** Releases deliveries that were held for a missing key, once this process has the key. */
export const releasingHooks: Loop<Held> = {
  name: "releasingHooks",
  intervalMs: 60_000,
  timeoutMs: 60_000,
  keyOf: ({ id }) => id,
  async *batches(run) {
    for (let after = BEFORE_ALL_HOOKS; ; ) {
      const listed = await run.db
        .select({ id: hooks.id, secret: hooks.secret })
        .from(hooks)
        .where(and(isNotNull(hooks.secretUnreadableSince), gt(hooks.id, after)))
        .orderBy(asc(hooks.id))
        .limit(BATCH_SIZE);
      for (const hook of listed) {
        if (run.signal.aborted) return;
        if (!run.aside.includes(hook.id) && isReadable(hook.secret, hook.id)) yield [hook];
      }
      const last = listed.at(-1);
      if (!last || listed.length < BATCH_SIZE) return;
      after = last.id;
    }
  },
  async work(run, some) {
    for (const hook of some) await releaseOne(run, hook);
  },
};
