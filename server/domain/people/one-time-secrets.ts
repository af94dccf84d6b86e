import { and, eq, gt, sql } from "drizzle-orm";
import type { JsonObject } from "@/db/json";
import { oneTimeSecrets, type SECRET_PURPOSES } from "@/db/schema/one-time-secrets";
import { hashOfSecret, newLinkSecret } from "@/server/auth/secrets";
import type { Ctx } from "@/server/core/ctx";
import { expiryLoop } from "./expiry-loop";

type Db = Pick<Ctx, "db">;
type Purpose = (typeof SECRET_PURPOSES)[number];

/** Purposes of which a person has one secret: a new one replaces it. */
const ONE_EACH: readonly Purpose[] = ["confirmation", "newTotp", "newPasskey"];

interface NewOneTimeSecret {
  purpose: Purpose;
  personId: string | null;
  data?: JsonObject;
  validMs: number;
}

/** Creates a secret that works once; returns it, and stores its hash alone. */
export async function createOneTimeSecret(
  { db }: Db,
  { validMs, data = {}, ...values }: NewOneTimeSecret,
): Promise<{ secret: string; expiresAt: Date }> {
  if (values.personId !== null && ONE_EACH.includes(values.purpose))
    await voidOneTimeSecrets({ db }, values.purpose, values.personId);
  const secret = newLinkSecret();
  const expiresAt = new Date(Date.now() + validMs);
  await db.insert(oneTimeSecrets).values({ hash: hashOfSecret(secret), data, expiresAt, ...values });
  return { secret, expiresAt };
}

const openOf = (purpose: Purpose, secret: string) =>
  and(
    eq(oneTimeSecrets.hash, hashOfSecret(secret)),
    eq(oneTimeSecrets.purpose, purpose),
    gt(oneTimeSecrets.expiresAt, new Date()),
  );

const said = { personId: oneTimeSecrets.personId, data: oneTimeSecrets.data };

/** Reads a secret without using it; undefined if it is unknown, used or expired. */
export async function readOneTimeSecret({ db }: Db, purpose: Purpose, secret: string) {
  const [found] = await db.select(said).from(oneTimeSecrets).where(openOf(purpose, secret));
  return found;
}

/** Uses a secret: of several calls, one gets it. Undefined if it is unknown, used or expired. */
export async function takeOneTimeSecret({ db }: Db, purpose: Purpose, secret: string) {
  const [used] = await db.delete(oneTimeSecrets).where(openOf(purpose, secret)).returning(said);
  return used;
}

/** Voids all secrets of a person for a purpose. */
export const voidOneTimeSecrets = ({ db }: Db, purpose: Purpose, personId: string) =>
  db
    .delete(oneTimeSecrets)
    .where(and(eq(oneTimeSecrets.personId, personId), eq(oneTimeSecrets.purpose, purpose)));

/** Deletes secrets that have expired. */
export const oldSecrets = expiryLoop({
  name: "oldSecrets",
  table: oneTimeSecrets,
  key: sql<string>`encode(${oneTimeSecrets.hash}, 'hex')`,
  expiresAt: oneTimeSecrets.expiresAt,
});
