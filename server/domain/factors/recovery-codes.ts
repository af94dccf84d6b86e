import { randomInt } from "node:crypto";
import { and, count, eq } from "drizzle-orm";
import { recoveryCodes } from "@/db/schema/factors";
import { hashOfSecret } from "@/server/auth/secrets";
import type { Ctx } from "@/server/core/ctx";
import { only } from "@/server/data/only";

type Db = Pick<Ctx, "db">;

const COUNT = 10;
const LENGTH = 16;
/** Crockford's base 32, without letters that look like digits. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

const newCode = () => Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(32))).join("");

const readable = (code: string) => (code.match(/.{4}/g) ?? []).join("-");

/** Replaces a person's recovery codes by ten new ones, and returns them, once. */
export async function renewRecoveryCodes({ db }: Db, personId: string): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode);
  await db.delete(recoveryCodes).where(eq(recoveryCodes.personId, personId));
  await db.insert(recoveryCodes).values(codes.map((code) => ({ personId, hash: hashOfSecret(code) })));
  return codes.map(readable);
}

/** The number of a person's recovery codes that are left. */
export async function countRecoveryCodes({ db }: Db, personId: string): Promise<number> {
  const { left } = only(
    await db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.personId, personId)),
  );
  return left;
}

/** Uses a recovery code, which works once. */
export async function takeRecoveryCode({ db }: Db, personId: string, code: string): Promise<boolean> {
  const used = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.personId, personId), eq(recoveryCodes.hash, hashOfSecret(code))))
    .returning({ personId: recoveryCodes.personId });
  return used.length > 0;
}

export const deleteRecoveryCodes = ({ db }: Db, personId: string) =>
  db.delete(recoveryCodes).where(eq(recoveryCodes.personId, personId));
