import { createHmac } from "node:crypto";
import { LRUCache } from "lru-cache";
import { UnreadableError, unseal } from "@/server/platform/sealed";

/** A hook's secrets as they are stored; the previous one signs, too, until its time is over. */
export interface SealedSecrets {
  hookId: string;
  secret: Buffer;
  previousSecret: Buffer | null;
  previousSecretUntil: Date | null;
}

/** Of the hooks that were called last; by the sealed secret, since no other secret has its bytes. */
const keys = new LRUCache<string, Buffer>({ max: 1000 });

function keyOf(sealed: Buffer, hookId: string): Buffer {
  const name = `${hookId} ${sealed.toString("latin1")}`;
  let key = keys.get(name);
  if (!key) {
    key = Buffer.from(unseal(sealed, "hook-secrets", hookId).replace(/^whsec_/, ""), "base64");
    keys.set(name, key);
  }
  return key;
}

function isReadable(sealed: Buffer, hookId: string): boolean {
  try {
    keyOf(sealed, hookId);
    return true;
  } catch (error) {
    if (error instanceof UnreadableError) return false;
    throw error;
  }
}

/** Whether a hook's secret can be read with the keys that are here. */
export const canSign = ({ secret, hookId }: Pick<SealedSecrets, "secret" | "hookId">): boolean =>
  isReadable(secret, hookId);

/** As the library of Standard Webhooks signs, which takes seven times as long: it brings a SHA-256 in JavaScript. */
const signature = (key: Buffer, signed: string) =>
  `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;

/** The headers of Standard Webhooks for one try: signed with the hook's secret, and its previous one while that counts. */
export function signedHeaders(
  sealed: SealedSecrets,
  message: { id: string; body: string; at: Date },
): Record<string, string> {
  const { hookId, secret, previousSecret, previousSecretUntil } = sealed;
  const timestamp = String(Math.floor(message.at.getTime() / 1000));
  const signed = `${message.id}.${timestamp}.${message.body}`;
  const previous = previousSecretUntil && previousSecretUntil > message.at ? previousSecret : null;
  // A previous secret whose key is lost must not keep the new one from being used.
  const signing = previous && isReadable(previous, hookId) ? [secret, previous] : [secret];
  const signatures = signing.map((one) => signature(keyOf(one, hookId), signed));
  return {
    "webhook-id": message.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
