import { isNull, sql } from "drizzle-orm";
import { secretKeys } from "@/db/schema/secret-keys";
import type { Ctx } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { isFromEnvironment, keyring, newKey, type SecretKey, writeKeyFile } from "@/server/platform/keyring";
import { learnKeyRoles, withKeysLocked } from "./roles";

type Db = Pick<Ctx, "db">;

/** The maximum lifetime of a session (decision 0022). */
const SESSION_LIFETIME = sql`interval '8 hours'`;

/** The keys in the keyring that were never used. */
async function unusedKeys({ db }: Db): Promise<SecretKey[]> {
  const known = await db.select({ id: secretKeys.id }).from(secretKeys);
  const used = new Set(known.map(({ id }) => id));
  return keyring().filter(({ id }) => !used.has(id));
}

/**
 * The key to rotate to: the unused one, or a new one in the key file.
 * @throws 409 if several are unused, or if the key must be set in the environment
 */
async function nextKey(ctx: Db): Promise<SecretKey> {
  const [unused, another] = await unusedKeys(ctx);
  if (another && unused)
    throw conflict("keys-unused", `Keys ${unused.id} and ${another.id} are both unused. Remove one.`);
  if (unused) return unused;
  const key = newKey();
  if (isFromEnvironment())
    throw conflict(
      "key-needed",
      `Add a new key to SECRET_KEY_OTHERS of every instance, restart them, then rotate: ${key.secret}`,
    );
  writeKeyFile([...keyring(), key]);
  return key;
}

/** Adds the next key without using it, so that it can be distributed to every machine first. Returns its id. */
export const stageKey = (ctx: Db): Promise<string> =>
  withKeysLocked(ctx, async (ctx) => (await nextKey(ctx)).id);

/**
 * Seals with the next key from now on: the unused one, or a new one. Values of older keys stay readable, and sessions stay valid
 * until they expire, unless `endSessions` ends them. Returns the ids of both keys.
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
        sessionsUntil: endSessions ? sql`now()` : sql`now() + ${SESSION_LIFETIME}`,
      })
      .where(isNull(secretKeys.usedUntil))
      .returning({ id: secretKeys.id });
    await ctx.db.insert(secretKeys).values({ id: next.id });
    return { current: next.id, before: before?.id ?? null };
  });
  await learnKeyRoles(ctx);
  return rotated;
}
