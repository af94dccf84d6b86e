import { z } from "zod";

const Name = z.string().trim().min(1).max(100);
const MAX_BASE64_CHARACTERS = 20_000;
const Base64 = z
  .string()
  .max(MAX_BASE64_CHARACTERS)
  .regex(/^[\w-]*$/);
const Transport = z.enum(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);
const Common = {
  id: Base64,
  rawId: Base64,
  type: z.literal("public-key"),
  // Nothing is asked of extensions.
  clientExtensionResults: z.unknown().transform(() => ({})),
};

/** A browser's answer to the request for a new passkey (WebAuthn). */
export const NewPasskeyResponse = z.object({
  ...Common,
  response: z.object({
    clientDataJSON: Base64,
    attestationObject: Base64,
    transports: z
      .array(z.string().max(40))
      .max(10)
      .optional()
      .transform((given) => (given ?? []).flatMap((one) => Transport.safeParse(one).data ?? [])),
  }),
});
export type NewPasskeyResponse = z.output<typeof NewPasskeyResponse>;

/** A browser's proof of a passkey (WebAuthn). */
export const PasskeyResponse = z.object({
  ...Common,
  response: z.object({
    clientDataJSON: Base64,
    authenticatorData: Base64,
    signature: Base64,
  }),
});
export type PasskeyResponse = z.output<typeof PasskeyResponse>;

/** A code of an authenticator app, or a recovery code; spaces and dashes do not matter. */
export const Code = z
  .string()
  .max(60)
  .transform((code) => code.replaceAll(/[\s-]/g, "").toLowerCase())
  .pipe(z.string().min(1));

/** The proof of a second factor. */
export const FactorProof = z.union([z.object({ code: Code }), z.object({ passkey: PasskeyResponse })]);
export type FactorProof = z.output<typeof FactorProof>;

export const NewTotp = z.object({ name: Name, code: Code });
export const NewPasskey = z.object({ name: Name, passkey: NewPasskeyResponse });
export type NewPasskey = z.output<typeof NewPasskey>;
export const ById = z.object({ id: z.guid() });
export const FactorRenaming = ById.extend({ name: Name });
