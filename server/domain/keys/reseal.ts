import { and, asc, eq, gt, inArray, isNotNull, isNull, notInArray, sql } from "drizzle-orm";
import { activationSettings } from "@/db/schema/activation-settings";
import { alertChannels } from "@/db/schema/alert-channels";
import { factors } from "@/db/schema/factors";
import { type Hook, hooks } from "@/db/schema/hooks";
import { type SecretKeyRow, secretKeys } from "@/db/schema/secret-keys";
import type { Ctx } from "@/server/core/ctx";
import { MINUTE_MS } from "@/server/core/time";
import type { Loop, Run } from "@/server/loops/loop";
import { runPass } from "@/server/loops/pass";
import { dueAside } from "@/server/loops/set-aside";
import { log } from "@/server/platform/log";
import { resealed, type SealedPurpose, UnreadableError } from "@/server/platform/sealed";

type Db = Pick<Ctx, "db">;

const NAME = "resealing";
const BATCH_SIZE = 200;
const MAX_RETRIED = 100;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";
/** Running processes learn of a rotation within seconds; until then they seal with the previous key. */
const LEARNED_AFTER = sql`interval '1 minute'`;

function resealedOrKept(sealed: Buffer, purpose: SealedPurpose, id: string): Buffer {
  try {
    return resealed(sealed, purpose, id) ?? sealed;
  } catch (error) {
    // A hook's secret that no key opens shows in its held deliveries.
    if (error instanceof UnreadableError) return sealed;
    throw error;
  }
}

async function resealHook(
  { db }: Db,
  hook: Pick<Hook, "id" | "secret" | "previousSecret">,
): Promise<boolean> {
  const secret = resealedOrKept(hook.secret, "hook-secrets", hook.id);
  const previousSecret = hook.previousSecret && resealedOrKept(hook.previousSecret, "hook-secrets", hook.id);
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

/** Reseals the secrets of some people's authenticator apps. Returns how many changed. */
async function resealFactors({ db }: Db, ids: string[]): Promise<number> {
  const some = await db
    .select({ id: factors.id, secret: factors.secret })
    .from(factors)
    .where(and(inArray(factors.id, ids), isNotNull(factors.secret)))
    .orderBy(asc(factors.id));
  let count = 0;
  for (const { id, secret } of some) {
    const next = secret && resealedOrKept(secret, "factor-secrets", id);
    if (!next || next === secret) continue;
    await db.update(factors).set({ secret: next }).where(eq(factors.id, id));
    count++;
  }
  return count;
}

/** Reseals the URLs of some chat channels. Returns how many changed. */
async function resealChannels({ db }: Db, ids: string[]): Promise<number> {
  const some = await db
    .select({ id: alertChannels.id, url: alertChannels.url })
    .from(alertChannels)
    .where(and(inArray(alertChannels.id, ids), isNotNull(alertChannels.url)))
    .orderBy(asc(alertChannels.id));
  let count = 0;
  for (const { id, url } of some) {
    const next = url && resealedOrKept(url, "channel-urls", id);
    if (!next || next === url) continue;
    // A URL that was changed meanwhile is sealed with the newest key already.
    await db
      .update(alertChannels)
      .set({ url: next })
      .where(and(eq(alertChannels.id, id), eq(alertChannels.url, url)));
    count++;
  }
  return count;
}

/** Reseals the secrets of some producers' second codes. Returns how many changed. */
async function resealCodeSecrets({ db }: Db, ids: string[]): Promise<number> {
  const { producerId, secret } = activationSettings;
  const some = await db
    .select({ id: producerId, sealed: secret })
    .from(activationSettings)
    .where(inArray(producerId, ids))
    .orderBy(asc(producerId));
  let count = 0;
  for (const { id, sealed } of some) {
    const next = resealedOrKept(sealed, "second-codes", id);
    if (next === sealed) continue;
    await db.update(activationSettings).set({ secret: next }).where(eq(producerId, id));
    count++;
  }
  return count;
}

/** Reseals the secrets of some hooks, apps, channels and second codes with the newest key, all or none. Returns how many changed. */
const resealSome = ({ db }: Db, ids: string[]): Promise<number> =>
  db.transaction(async (tx) => {
    const some = await tx
      .select({ id: hooks.id, secret: hooks.secret, previousSecret: hooks.previousSecret })
      .from(hooks)
      .where(inArray(hooks.id, ids))
      .orderBy(asc(hooks.id));
    let count =
      (await resealFactors({ db: tx }, ids)) +
      (await resealChannels({ db: tx }, ids)) +
      (await resealCodeSecrets({ db: tx }, ids));
    for (const hook of some) if (await resealHook({ db: tx }, hook)) count++;
    return count;
  });

/** The newest key, while older secrets are still to be resealed with it. */
async function unfinishedKey({ db }: Db): Promise<SecretKeyRow | undefined> {
  const [key] = await db
    .select()
    .from(secretKeys)
    .where(and(isNull(secretKeys.usedUntil), isNull(secretKeys.resealedAt)));
  return key;
}

/** The next ids of hooks, factors, channels and producers with second codes, in one order. */
async function nextSealed({ db, aside }: Run, { resealedTo }: SecretKeyRow): Promise<string[]> {
  const listed = await Promise.all(
    [hooks.id, factors.id, alertChannels.id, activationSettings.producerId].map((id) =>
      db
        .select({ id })
        .from(id.table)
        .where(and(gt(id, resealedTo ?? BEFORE_ALL), notInArray(id, [...aside])))
        .orderBy(asc(id))
        .limit(BATCH_SIZE),
    ),
  );
  return listed
    .flat()
    .map(({ id }) => id)
    .toSorted()
    .slice(0, BATCH_SIZE);
}

/** Moves a key's cursor, unless another process or the removal of a key has moved it. Returns it while hooks remain. */
async function moveCursor({ db }: Db, key: SecretKeyRow, batch: string[]): Promise<SecretKeyRow | undefined> {
  const isMore = batch.length === BATCH_SIZE;
  const over = sql<Date | null>`case when ${secretKeys.usedFrom} < now() - ${LEARNED_AFTER} then now() end`;
  const [moved] = await db
    .update(secretKeys)
    .set(
      isMore
        ? { resealedTo: batch.at(-1) ?? null }
        : // While some processes may not know of the rotation, all are resealed once more.
          { resealedTo: null, resealedAt: over },
    )
    .where(
      and(
        eq(secretKeys.id, key.id),
        isNull(secretKeys.resealedAt),
        sql`${secretKeys.resealedTo} is not distinct from ${key.resealedTo}::uuid`,
      ),
    )
    .returning();
  return isMore ? moved : undefined;
}

/**
 * Reseals all secrets of hooks, authenticator apps, chat channels and second codes with the newest key, continuing where the last pass ended; calls
 * `onResealed` with the number of each batch. Idempotent responses and sessions expire by themselves. A key is needed as long as it seals anything
 * (`removeKey`), so a secret that fails can be skipped.
 */
export const resealing = (onResealed: (count: number) => void = () => {}): Loop<string> => ({
  name: NAME,
  intervalMs: MINUTE_MS,
  timeoutMs: MINUTE_MS,
  keyOf: (hookId) => hookId,
  async *batches(run) {
    // The cursor is past the hooks that were set aside.
    for (const hookId of await dueAside(run.db, NAME, MAX_RETRIED)) yield [hookId];
    for (let key = await unfinishedKey(run); key && !run.signal.aborted; ) {
      const batch = await nextSealed(run, key);
      if (batch.length > 0) yield batch;
      key = await moveCursor(run, key, batch);
    }
  },
  async work(run, some) {
    const count = await resealSome(run, some);
    if (count === 0) return;
    onResealed(count);
    log.info({ resealed: count }, "secrets resealed with the newest key");
  },
});

/** Runs one pass of resealing. Returns how many secrets changed. */
export async function resealAll(
  data: Pick<Run, "db" | "batchClient">,
  signal?: AbortSignal,
): Promise<number> {
  let count = 0;
  await runPass(
    resealing((resealed) => {
      count += resealed;
    }),
    { ...data, signal },
  );
  return count;
}
