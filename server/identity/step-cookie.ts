import { STEP_VALID_MS } from "@/server/domain/factors/prove";
import { cookieLine, cookieName } from "@/server/platform/cookie-name";

const NAME = "assay-step";

/** The cookie with the secret of an open step: of a sign-in, of a passkey's challenge, or of a factor's set-up. */
export const STEP_COOKIE = cookieName(NAME);

/** The `Set-Cookie` that binds an open step to the browser. */
export const stepCookie = (secret: string) =>
  cookieLine(NAME, secret, { maxAgeSeconds: STEP_VALID_MS / 1000, httpOnly: true });
