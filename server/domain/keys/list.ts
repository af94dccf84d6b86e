import { sql } from "drizzle-orm";
import type { SecretKeyRow } from "@/db/schema/secret-keys";
import type { Ctx } from "@/server/core/ctx";
import { keyring } from "@/server/platform/keyring";
import { registeredKeys } from "./roles";

type Db = Pick<Ctx, "db">;

/** The use of a key: seals, only reads, was never used, or is needed and missing. */
export type KeyState = "current" | "older" | "unused" | "missing";

export interface ListedKey {
  id: string;
  state: KeyState;
  isHashing: boolean;
  usedFrom: Date | null;
  usedUntil: Date | null;
  sessionsUntil: Date | null;
  /** The number of secrets of webhooks and authenticator apps, and of idempotent responses that are sealed with the key. */
  secrets: number;
  answers: number;
}

/** The key id in a sealed value, as `sealed.ts` writes it. */
const keyIn = (column: string) => sql.raw(`encode(substring(${column} from 2 for 8), 'hex')`);

/** Counts the values that are sealed with each key. Reads all of them, so it is for operators only. */
async function countSealed({ db }: Db) {
  const count = (of: ReturnType<typeof sql>) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      const rows = await tx.execute<{ id: string; count: number }>(of);
      return new Map(rows.map(({ id, count }) => [id, count]));
    });
  return {
    secrets: await count(sql`
      select ${keyIn("sealed")} as id, count(*)::int as count from (
        select secret as sealed from hooks union all select previous_secret from hooks where previous_secret is not null
        union all select secret from factors where secret is not null
        union all select url from alert_channels where url is not null
        union all select secret from activation_settings
      ) value group by 1`),
    answers: await count(sql`
      select ${keyIn("sealed_body")} as id, count(*)::int as count from idempotency_keys
      where sealed_body is not null group by 1`),
  };
}

function stateOf(row: SecretKeyRow | undefined, isHere: boolean): KeyState {
  if (!row) return "unused";
  if (!isHere) return "missing";
  return row.usedUntil === null ? "current" : "older";
}

/** Lists all keys that are in the keyring or needed, newest first, with the number of values that each still seals. */
export async function listKeys(ctx: Db): Promise<ListedKey[]> {
  const rows = await registeredKeys(ctx);
  const here = keyring().map(({ id }) => id);
  const sealed = await countSealed(ctx);
  const ids = [...here.filter((id) => !rows.some((row) => row.id === id)), ...rows.map(({ id }) => id)];
  return ids.map((id) => {
    const row = rows.find((row) => row.id === id);
    return {
      id,
      state: stateOf(row, here.includes(id)),
      isHashing: row?.isHashing ?? false,
      usedFrom: row?.usedFrom ?? null,
      usedUntil: row?.usedUntil ?? null,
      sessionsUntil: row?.sessionsUntil ?? null,
      secrets: sealed.secrets.get(id) ?? 0,
      answers: sealed.answers.get(id) ?? 0,
    };
  });
}
