import { desc, isNull, sql } from "drizzle-orm";
import { type SecretKeyRow, secretKeys } from "@/db/schema/secret-keys";
import type { Ctx } from "@/server/core/ctx";
import { keyWithId } from "@/server/platform/keyring";
import { setKeyRoles } from "@/server/platform/secrets";

type Db = Pick<Ctx, "db">;

const KEYS_LOCK = 6_204_118;

/** Does what changes keys in a transaction of its own, one process at a time. */
export const withKeysLocked = <T>({ db }: Db, work: (ctx: Db) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${KEYS_LOCK})`);
    return work({ db: tx });
  });

/** The keys that values of this database may be made with, the newest first. */
export const registeredKeys = ({ db }: Db): Promise<SecretKeyRow[]> =>
  db.select().from(secretKeys).where(isNull(secretKeys.removedAt)).orderBy(desc(secretKeys.usedFrom));

/** Takes over which key serves for what. A process without the newest key goes on with the newest that it has. */
export function takeOverRoles(rows: SecretKeyRow[]): void {
  const current = rows.find(({ id }) => keyWithId(id) !== undefined);
  const hashing = rows.find(({ isHashing }) => isHashing);
  if (!current || !hashing) return;
  const retired = rows.flatMap(({ id, sessionsUntil }) =>
    id !== current.id && sessionsUntil ? [{ id, until: sessionsUntil }] : [],
  );
  // Where the newest is not here yet, what others sealed with it is read once it is.
  setKeyRoles({ current: current.id, hashing: hashing.id, retired });
}

/** Learns which key serves for what: a rotation reaches running processes by this. */
export async function learnKeyRoles(ctx: Db): Promise<void> {
  takeOverRoles(await registeredKeys(ctx));
}
