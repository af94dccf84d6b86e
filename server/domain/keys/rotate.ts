import { isNull, sql } from "drizzle-orm";
import { secretKeys } from "@/db/schema/secret-keys";
import type { Ctx } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { isFromEnvironment, keyring, newKey, type SecretKey, writeKeyFile } from "@/server/platform/keyring";
import { learnKeyRoles, withKeysLocked } from "./roles";

type Db = Pick<Ctx, "db">;

/** A session lasts no longer (decision 0022). */
const SESSIONS_GO_ON_FOR = sql`interval '8 hours'`;

/** The keys that are here and were never used. */
async function unusedKeys({ db }: Db): Promise<SecretKey[]> {
  const known = await db.select({ id: secretKeys.id }).from(secretKeys);
  const used = new Set(known.map(({ id }) => id));
  return keyring().filter(({ id }) => !used.has(id));
}

/** The key to rotate to: one that waits, or a new one in the key file. 409 where it has to be set by hand. */
async function nextKey(ctx: Db): Promise<SecretKey> {
  const [waiting, another] = await unusedKeys(ctx);
  if (another && waiting)
    throw conflict("keys-unused", `Keys ${waiting.id} and ${another.id} are both unused. Remove one.`);
  if (waiting) return waiting;
  const key = newKey();
  if (isFromEnvironment())
    throw conflict(
      "key-needed",
      `Add a new key to SECRET_KEY_OTHERS of every instance, restart them, then rotate: ${key.secret}`,
    );
  writeKeyFile([...keyring(), key]);
  return key;
}

/** Makes the next key known without using it, so that it can be brought to every machine first. Returns its id. */
export const stageKey = (ctx: Db): Promise<string> =>
  withKeysLocked(ctx, async (ctx) => (await nextKey(ctx)).id);

/**
 * Seals from now on with the next key: the one that waits, or a new one. Values of older keys stay readable, and so do
 * sessions until they end, unless `endSessions` ends them. Returns the ids of both keys.
 */
export async function rotateKey(
  ctx: Db,
  { endSessions = false } = {},
): Promise<{ current: string; before: string | null }> {
  const rotated = await withKeysLocked(ctx, async (ctx) => {
    const next = await nextKey(ctx);
    const [before] = await ctx.db
      .update(secretKeys)
      .set({
        usedUntil: sql`now()`,
        sessionsUntil: endSessions ? sql`now()` : sql`now() + ${SESSIONS_GO_ON_FOR}`,
      })
      .where(isNull(secretKeys.usedUntil))
      .returning({ id: secretKeys.id });
    await ctx.db.insert(secretKeys).values({ id: next.id });
    return { current: next.id, before: before?.id ?? null };
  });
  await learnKeyRoles(ctx);
  return rotated;
}
