import { Webhook } from "standardwebhooks";
import { unseal } from "@/server/platform/sealed";

/** A hook's secrets as they are stored; the previous one signs, too, until its time is over. */
export interface SealedSecrets {
  hookId: string;
  secret: Buffer;
  previousSecret: Buffer | null;
  previousSecretUntil: Date | null;
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
    .map((one) =>
      new Webhook(unseal(one, "hook-secrets", hookId)).sign(message.id, message.at, message.body),
    );
  return {
    "webhook-id": message.id,
    "webhook-timestamp": String(Math.floor(message.at.getTime() / 1000)),
    "webhook-signature": signatures.join(" "),
  };
}
