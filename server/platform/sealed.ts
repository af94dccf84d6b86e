import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { keyFor } from "./secrets";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

type Purpose = "hook-secrets" | "idempotent-answers";

/** Text that only this deployment can read again, bound to what it belongs to. */
export function seal(text: string, purpose: Purpose, belongsTo: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(purpose), nonce).setAAD(Buffer.from(belongsTo));
  return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

/** The text of `seal`. Throws where it was sealed under another key, for something else, or was changed. */
export function unseal(sealed: Buffer, purpose: Purpose, belongsTo: string): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(sealed.byteLength - TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, keyFor(purpose), nonce)
    .setAAD(Buffer.from(belongsTo))
    .setAuthTag(tag);
  const text = decipher.update(sealed.subarray(NONCE_BYTES, sealed.byteLength - TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString("utf8");
}
