import { and, eq, lt } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { type Factor, factors } from "@/db/schema/factors";
import type { Ctx } from "@/server/core/ctx";
import { log } from "@/server/platform/log";
import { seal, unseal } from "@/server/platform/sealed";

const ISSUER = "Assay";
/** Of RFC 6238, and all that common apps support. */
const TOTP_FORM = { algorithm: "SHA1", digits: 6, period: 30 } as const;
/** Half minutes by which the clock of a phone may differ. */
const WINDOW = 1;

/** A new secret of an authenticator app, with the address that its QR code contains. */
export function newTotp(label: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 });
  const uri = new TOTP({ issuer: ISSUER, label, secret, ...TOTP_FORM }).toString();
  return { secret: secret.base32, uri };
}

/** The half minute to which a code belongs; undefined for a wrong code. */
export function stepOfCode(secret: string, code: string, now = Date.now()): number | undefined {
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    window: WINDOW,
    timestamp: now,
    ...TOTP_FORM,
  });
  return delta === null ? undefined : Math.floor(now / 1000 / TOTP_FORM.period) + delta;
}

export const sealTotp = (secret: string, belongsTo: string) => seal(secret, "factor-secrets", belongsTo);
export const unsealTotp = (sealed: Buffer, belongsTo: string) => unseal(sealed, "factor-secrets", belongsTo);

/** The secret of an app; undefined where no key opens it, which must not keep the person's other factors from being tried. */
function readable({ id, secret }: Factor): string | undefined {
  try {
    return secret ? unsealTotp(secret, id) : undefined;
  } catch (err) {
    log.error({ err, factor: id }, "the secret of an authenticator app cannot be read");
    return undefined;
  }
}

/** Uses a code of an app. A code that was used, or an older one, is refused in every process. */
export async function acceptTotp({ db }: Pick<Ctx, "db">, factor: Factor, code: string): Promise<boolean> {
  const secret = readable(factor);
  const step = secret === undefined ? undefined : stepOfCode(secret, code);
  if (step === undefined) return false;
  const used = await db
    .update(factors)
    .set({ counter: step, lastUsedAt: new Date() })
    .where(and(eq(factors.id, factor.id), lt(factors.counter, step)))
    .returning({ id: factors.id });
  return used.length > 0;
}
