import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { newHookSecret, sealedSecret } from "./hooks/create";
import { signedHeaders } from "./sign";

// Holds decision 0020.

test.each(["", "{}", '{"title":"Grüße, 東京 🧭"}', "x".repeat(100_000)])(
  "a signature equals that of the Standard Webhooks library: %.30s",
  (body) => {
    const hookId = "019df23e-8ba0-7c14-8b7d-0e6a91f2d402";
    const [secret, previous] = [newHookSecret(), newHookSecret()];
    const sealed = {
      hookId,
      secret: sealedSecret(secret, hookId),
      previousSecret: sealedSecret(previous, hookId),
      previousSecretUntil: new Date("2026-05-05T00:00:00Z"),
    };
    const at = new Date("2026-05-04T09:30:00.999Z");
    const headers = signedHeaders(sealed, { id: "msg_1", body, at });
    const signed = [secret, previous].map((one) => new Webhook(one).sign("msg_1", at, body));
    expect(headers["webhook-signature"]).toBe(signed.join(" "));
    expect(headers["webhook-timestamp"]).toBe("1777887000");
  },
);
