import { createHmac } from "node:crypto";
import { LRUCache } from "lru-cache";
import { UnreadableError, unseal } from "@/server/platform/sealed";

/** A webhook's secrets as stored. The previous one also signs until `previousSecretUntil`. */
export interface SealedSecrets {
  hookId: string;
  secret: Buffer;
  previousSecret: Buffer | null;
  previousSecretUntil: Date | null;
}

/** Keys of the last called webhooks, by their sealed secrets, which are unique. */
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

/** Whether a key of this process opens the webhook's secret. */
export const canSign = ({ secret, hookId }: Pick<SealedSecrets, "secret" | "hookId">): boolean =>
  isReadable(secret, hookId);

/** Signs as the Standard Webhooks library does, whose SHA-256 in JavaScript takes seven times as long. */
const signature = (key: Buffer, signed: string) =>
  `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;

/** The Standard Webhooks headers of one attempt, signed with the webhook's secret and, until it ends, the previous one. */
export function signedHeaders(
  sealed: SealedSecrets,
  message: { id: string; body: string; at: Date },
): Record<string, string> {
  const { hookId, secret, previousSecret, previousSecretUntil } = sealed;
  const timestamp = String(Math.floor(message.at.getTime() / 1000));
  const signed = `${message.id}.${timestamp}.${message.body}`;
  const previous = previousSecretUntil && previousSecretUntil > message.at ? previousSecret : null;
  // A previous secret whose key is lost must not stop the new one from signing.
  const signing = previous && isReadable(previous, hookId) ? [secret, previous] : [secret];
  const signatures = signing.map((one) => signature(keyOf(one, hookId), signed));
  return {
    "webhook-id": message.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
