import { and, asc, eq, gt, isNotNull } from "drizzle-orm";
import { hooks } from "@/db/schema/hooks";
import type { Ctx } from "@/server/ctx";
import { releaseHeld } from "@/server/domain/deliveries/release-held";
import { log } from "@/server/platform/log";
import { UnreadableError, unseal } from "@/server/platform/sealed";

type Db = Pick<Ctx, "db">;

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

/** Lets deliveries go on that were held for want of a key, once this process has it. */
export async function releaseReadable({ db }: Db, signal?: AbortSignal): Promise<void> {
  let after = BEFORE_ALL_HOOKS;
  while (!signal?.aborted) {
    const batch = await db
      .select({ id: hooks.id, secret: hooks.secret })
      .from(hooks)
      .where(and(isNotNull(hooks.secretUnreadableSince), gt(hooks.id, after)))
      .orderBy(asc(hooks.id))
      .limit(BATCH_SIZE);
    for (const { id, secret } of batch.filter((hook) => isReadable(hook.secret, hook.id))) {
      const isStill = and(eq(hooks.id, id), eq(hooks.secret, secret));
      // Nothing was tried meanwhile, so the hook has not gone on failing.
      await db.update(hooks).set({ secretUnreadableSince: null, failingSince: null }).where(isStill);
      await releaseHeld({ db }, { hookId: id });
      log.info({ hook: id }, "deliveries that were held go on");
    }
    const last = batch.at(-1);
    if (!last || batch.length < BATCH_SIZE) return;
    after = last.id;
  }
}
