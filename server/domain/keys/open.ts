import { desc } from "drizzle-orm";
import { hooks } from "@/db/schema/hooks";
import { secretKeys } from "@/db/schema/secret-keys";
import type { Ctx } from "@/server/core/ctx";
import {
  createKeyFile,
  forgetKeyring,
  isFromEnvironment,
  KeyError,
  keyFile,
  keyring,
} from "@/server/platform/keyring";
import { unseal } from "@/server/platform/sealed";
import { learnKeyRoles, registeredKeys, withKeysLocked } from "./roles";

type Db = Pick<Ctx, "db">;

const WAY_OUT = "Restore it from a backup; see docs/operations/secrets.md.";

const source = () => (isFromEnvironment() ? "SECRET_KEY" : keyFile());

/** Databases of earlier releases have no key id: a hook's secret shows whether the key is right. */
async function refuseUnlessReadable({ db }: Db): Promise<void> {
  const [newest] = await db
    .select({ id: hooks.id, secret: hooks.secret })
    .from(hooks)
    .orderBy(desc(hooks.id))
    .limit(1);
  if (!newest) return;
  try {
    unseal(newest.secret, "hook-secrets", newest.id);
  } catch {
    throw new KeyError(
      `The secret key of ${source()} is not the key of this database: it cannot read the secrets of its webhooks. ${WAY_OUT}`,
    );
  }
}

/** Makes the first key of the deployment its key for everything. */
export async function registerFirstKey({ db }: Db): Promise<void> {
  if (keyring().length === 0) createKeyFile();
  const [first] = keyring();
  if (!first) return;
  const isFirst = { isHashing: true, usedUntil: null, sessionsUntil: null, removedAt: null };
  await db
    .insert(secretKeys)
    .values({ id: first.id, ...isFirst })
    .onConflictDoUpdate({ target: secretKeys.id, set: isFirst });
}

/**
 * Checks that this process has the keys that the database's values are sealed with, and applies their roles. A new deployment
 * gets a key; processes that start concurrently agree on one.
 * @throws one clear line if a key is missing, unreadable, empty, too short or another database's
 */
export async function openKeys(ctx: Db): Promise<void> {
  forgetKeyring();
  await withKeysLocked(ctx, async (ctx) => {
    const registered = await registeredKeys(ctx);
    const here = new Set(keyring().map(({ id }) => id));
    if (registered.length === 0) {
      if (here.size > 0) await refuseUnlessReadable(ctx);
      return registerFirstKey(ctx);
    }
    if (here.size === 0) throw new KeyError(`The secret key is missing: there is no ${source()}. ${WAY_OUT}`);
    const missing = registered.filter(({ id }) => !here.has(id)).map(({ id }) => id);
    if (missing.length === 0) return;
    throw new KeyError(
      missing.length === registered.length
        ? `The secret key of ${source()} is not the key of this database, which is ${missing.join(", ")}. ${WAY_OUT}`
        : `The secret key ${missing.join(", ")} is missing in ${source()}. ${WAY_OUT}`,
    );
  });
  await learnKeyRoles(ctx);
}
