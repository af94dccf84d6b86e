import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { keyring, keyWithId, type SecretKey } from "./keyring";
import { currentKey, derivedKey, type SealPurpose } from "./secrets";

const CIPHER = "aes-256-gcm";
const VERSION = 1;
const HEADER_BYTES = 9;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Purposes of sealed values. */
export type SealedPurpose = Extract<
  SealPurpose,
  "hook-secrets" | "idempotent-answers" | "factor-secrets" | "channel-urls" | "second-codes"
>;

/** A value was sealed with a missing key or for another object, or was changed. */
export class UnreadableError extends Error {
  override name = "UnreadableError";
}

/** The header of a sealed value: the version of its format, and the id of its key. */
const headerOf = ({ id }: SecretKey) => Buffer.concat([Buffer.from([VERSION]), Buffer.from(id, "hex")]);

const authenticatedData = (header: Buffer, belongsTo: string) =>
  Buffer.concat([header, Buffer.from(belongsTo)]);

/** Encrypts text with the newest key, so that only this deployment can read it, and only for the object it belongs to. */
export function seal(text: string, purpose: SealedPurpose, belongsTo: string): Buffer {
  const key = currentKey();
  const header = headerOf(key);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, derivedKey(key, purpose), nonce).setAAD(
    authenticatedData(header, belongsTo),
  );
  return Buffer.concat([header, nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

function open(key: Buffer, body: Buffer, aad: Buffer): string | undefined {
  try {
    const tag = body.subarray(body.byteLength - TAG_BYTES);
    const decipher = createDecipheriv(CIPHER, key, body.subarray(0, NONCE_BYTES)).setAAD(aad).setAuthTag(tag);
    const text = decipher.update(body.subarray(NONCE_BYTES, body.byteLength - TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

/** Decrypts the text of `seal`. @throws UnreadableError */
export function unseal(sealed: Buffer, purpose: SealedPurpose, belongsTo: string): string {
  const header = sealed.subarray(0, HEADER_BYTES);
  const sealingKey = header[0] === VERSION ? keyWithId(header.subarray(1).toString("hex")) : undefined;
  const text = sealingKey
    ? open(
        derivedKey(sealingKey, purpose),
        sealed.subarray(HEADER_BYTES),
        authenticatedData(header, belongsTo),
      )
    : openWithAnyKey(sealed, purpose, belongsTo);
  if (text === undefined)
    throw new UnreadableError("A sealed value cannot be read with the keys of this deployment.");
  return text;
}

/** Tries every key: values of earlier releases contain no key id. */
function openWithAnyKey(sealed: Buffer, purpose: SealedPurpose, belongsTo: string): string | undefined {
  for (const key of keyring()) {
    const text = open(derivedKey(key, purpose), sealed, Buffer.from(belongsTo));
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Seals a value again with the newest key; undefined where it already is. @throws UnreadableError */
export function resealed(sealed: Buffer, purpose: SealedPurpose, belongsTo: string): Buffer | undefined {
  if (sealed.subarray(0, HEADER_BYTES).equals(headerOf(currentKey()))) return undefined;
  return seal(unseal(sealed, purpose, belongsTo), purpose, belongsTo);
}
