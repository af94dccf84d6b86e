import { eq, inArray, isNull, sql } from "drizzle-orm";
import { secretKeys } from "@/db/schema/secret-keys";
import type { Ctx } from "@/server/core/ctx";
import { conflict, notFound } from "@/server/core/errors";
import { isFromEnvironment, keyring, writeKeyFile } from "@/server/platform/keyring";
import { type ListedKey, listKeys } from "./list";
import { registerFirstKey } from "./open";
import { learnKeyRoles, registeredKeys, withKeysLocked } from "./roles";

type Db = Pick<Ctx, "db">;

/** Why a key must stay; undefined if it can be removed. */
function reasonToKeep({ state, isHashing, secrets, answers, sessionsUntil }: ListedKey): string | undefined {
  if (state === "current") return "it is the current key; rotate first";
  if (isHashing) return "it is used for the device hashes";
  if (sessionsUntil && sessionsUntil > new Date())
    return `sessions that it sealed last until ${sessionsUntil.toISOString()}`;
  if (secrets > 0)
    return `it seals ${secrets} secrets of webhooks, authenticator apps, chat channels and second codes, which are resealed with the newest key within minutes`;
  if (answers > 0) return `it seals ${answers} idempotent responses, which are deleted after 24 hours`;
  return undefined;
}

/**
 * Removes a key that nothing needs any more, also from the key file.
 * @throws 409 if something needs it, 404 if there is no such key
 */
export async function removeKey(ctx: Db, id: string): Promise<void> {
  const reason = await withKeysLocked(ctx, async (ctx) => {
    const key = (await listKeys(ctx)).find((listed) => listed.id === id);
    if (!key) throw notFound("key-not-found", `There is no key ${id}.`);
    const reason = reasonToKeep(key);
    if (reason !== undefined) {
      // Reseals once more, because values may have been sealed with it after the last batch.
      const again = { resealedTo: null, resealedAt: null };
      await ctx.db.update(secretKeys).set(again).where(isNull(secretKeys.usedUntil));
      return reason;
    }
    await ctx.db
      .insert(secretKeys)
      .values({ id, usedUntil: sql`now()`, sessionsUntil: sql`now()`, removedAt: sql`now()` })
      .onConflictDoUpdate({ target: secretKeys.id, set: { removedAt: sql`now()` } });
    if (!isFromEnvironment()) writeKeyFile(keyring().filter((other) => other.id !== id));
    return undefined;
  });
  if (reason !== undefined) throw conflict("key-needed", `Key ${id} cannot be removed: ${reason}.`);
}

/**
 * Removes the keys that are missing for good. The values that they sealed stay unreadable; without the key of the device hashes,
 * every device looks new. Returns the ids of the lost keys and of the key that seals from now on.
 */
export async function replaceLostKeys(ctx: Db): Promise<{ lost: string[]; current: string | undefined }> {
  const lost = await withKeysLocked(ctx, async (ctx) => {
    const rows = await registeredKeys(ctx);
    const here = new Set(keyring().map(({ id }) => id));
    const missing = rows.filter(({ id }) => !here.has(id));
    const left = rows.filter(({ id }) => here.has(id));
    const ids = missing.map(({ id }) => id);
    if (ids.length > 0)
      await ctx.db
        .update(secretKeys)
        .set({
          removedAt: sql`now()`,
          isHashing: false,
          usedUntil: sql`coalesce(used_until, now())`,
          sessionsUntil: sql`now()`,
        })
        .where(inArray(secretKeys.id, ids));
    const [newest] = left;
    if (!newest) await registerFirstKey(ctx);
    else if (ids.length > 0)
      await ctx.db
        .update(secretKeys)
        .set({
          usedUntil: null,
          sessionsUntil: null,
          isHashing: newest.isHashing || !left.some(({ isHashing }) => isHashing),
        })
        .where(eq(secretKeys.id, newest.id));
    return ids;
  });
  await learnKeyRoles(ctx);
  const [current] = await registeredKeys(ctx);
  return { lost, current: current?.id };
}
