import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { type PublicKey, publicKeyOf } from "@assay/evidence";
import { asc } from "drizzle-orm";
import { evidenceKeys } from "@/db/schema/evidence-packs";
import type { Ctx } from "@/server/core/ctx";
import { keyring, type SecretKey } from "@/server/platform/keyring";
import { currentKey, derivedKey } from "@/server/platform/secrets";

/** What comes before the 32 bytes of a private key in its PKCS #8 form (RFC 8410). */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC_BYTES = 32;

const privateKeyOf = (key: SecretKey) =>
  createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, derivedKey(key, "evidence")]),
    format: "der",
    type: "pkcs8",
  });

/** The public key that belongs to a secret key, as 32 bytes. */
const publicBytesOf = (key: SecretKey): Buffer =>
  createPublicKey(privateKeyOf(key)).export({ format: "der", type: "spki" }).subarray(-PUBLIC_BYTES);

/** Signs with the newest key of the deployment (Ed25519), and notes its public key, which is published for good. */
export async function signEvidence(
  { db }: Pick<Ctx, "db">,
  bytes: Uint8Array,
): Promise<{ signature: Buffer; publicKey: Buffer }> {
  const key = currentKey();
  const publicKey = publicBytesOf(key);
  await db.insert(evidenceKeys).values({ publicKey, firstUsedAt: new Date() }).onConflictDoNothing();
  return { signature: sign(null, bytes, privateKeyOf(key)), publicKey };
}

/** Every key that signed evidence packs or may do so: those of the keyring, and those that left it. */
export async function publishedKeys({ db }: Pick<Ctx, "db">): Promise<PublicKey[]> {
  const used = await db
    .select({ publicKey: evidenceKeys.publicKey })
    .from(evidenceKeys)
    .orderBy(asc(evidenceKeys.firstUsedAt));
  const all = new Map(
    [...used.map(({ publicKey }) => publicKey), ...keyring().map(publicBytesOf)].map((bytes) => [
      bytes.toString("hex"),
      bytes,
    ]),
  );
  return Promise.all([...all.values()].map((bytes) => publicKeyOf(bytes)));
}
