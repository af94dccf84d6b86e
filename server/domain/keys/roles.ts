import { desc, isNull, sql } from "drizzle-orm";
import { type SecretKeyRow, secretKeys } from "@/db/schema/secret-keys";
import type { Ctx } from "@/server/core/ctx";
import { keyWithId } from "@/server/platform/keyring";
import { setKeyRoles } from "@/server/platform/secrets";

type Db = Pick<Ctx, "db">;

const KEYS_LOCK = 6_204_118;

/** Runs a change of keys in a transaction of its own, one process at a time. */
export const withKeysLocked = <T>({ db }: Db, work: (ctx: Db) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${KEYS_LOCK})`);
    return work({ db: tx });
  });

/** The keys that values of this database may be sealed with, newest first. */
export const registeredKeys = ({ db }: Db): Promise<SecretKeyRow[]> =>
  db.select().from(secretKeys).where(isNull(secretKeys.removedAt)).orderBy(desc(secretKeys.usedFrom));

/** Applies the roles of keys. A process without the newest key uses the newest that it has. */
function takeOverRoles(rows: SecretKeyRow[]): void {
  const current = rows.find(({ id }) => keyWithId(id) !== undefined);
  const hashing = rows.find(({ isHashing }) => isHashing);
  if (!current || !hashing) return;
  const retired = rows.flatMap(({ id, sessionsUntil }) =>
    id !== current.id && sessionsUntil ? [{ id, until: sessionsUntil }] : [],
  );
  // Values that other processes sealed with a newer key become readable once that key is in the keyring.
  setKeyRoles({ current: current.id, hashing: hashing.id, retired });
}

/** Reads and applies the roles of keys: this is how a rotation reaches running processes. */
export async function learnKeyRoles(ctx: Db): Promise<void> {
  takeOverRoles(await registeredKeys(ctx));
}
