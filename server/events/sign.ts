import { LRUCache } from "lru-cache";
import { Webhook } from "standardwebhooks";
import { unseal } from "@/server/platform/sealed";

/** A hook's secrets as they are stored; the previous one signs, too, until its time is over. */
export interface SealedSecrets {
  hookId: string;
  secret: Buffer;
  previousSecret: Buffer | null;
  previousSecretUntil: Date | null;
}

/** Of the hooks that were called last; by the sealed secret, since no other secret has its bytes. */
const signers = new LRUCache<string, Webhook>({ max: 1000 });

function signerOf(sealed: Buffer, hookId: string): Webhook {
  const key = `${hookId} ${sealed.toString("latin1")}`;
  let signer = signers.get(key);
  if (!signer) {
    signer = new Webhook(unseal(sealed, "hook-secrets", hookId));
    signers.set(key, signer);
  }
  return signer;
}

/** The headers of Standard Webhooks for one try: signed with the hook's secret, and its previous one while that counts. */
export function signedHeaders(
  sealed: SealedSecrets,
  message: { id: string; body: string; at: Date },
): Record<string, string> {
  const { hookId, secret, previousSecret, previousSecretUntil } = sealed;
  const previous = previousSecretUntil && previousSecretUntil > message.at ? previousSecret : null;
  const signatures = [secret, previous]
    .filter((one) => one !== null)
    .map((one) => signerOf(one, hookId).sign(message.id, message.at, message.body));
  return {
    "webhook-id": message.id,
    "webhook-timestamp": String(Math.floor(message.at.getTime() / 1000)),
    "webhook-signature": signatures.join(" "),
  };
}
