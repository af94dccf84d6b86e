import { STEP_VALID_MS } from "@/server/domain/factors/prove";
import { cookieLine, cookieName } from "@/server/platform/cookie-name";
import { cookieOf } from "./cookies";

/** A step of a browser: the second one of a sign-in or a passkey alone, a confirmation, the set-up of a factor. */
type Step = "sign-in" | "confirmation" | "set-up";

const nameOf = (step: Step) => `assay-${step}`;

/** The name of the cookie with the secret of an open step. */
export const stepCookieName = (step: Step) => cookieName(nameOf(step));

/** The `Set-Cookie` that binds an open step to the browser. */
export const stepCookie = (step: Step, secret: string) =>
  cookieLine(nameOf(step), secret, { maxAgeSeconds: STEP_VALID_MS / 1000, httpOnly: true });

/** The secret of a browser's open step; undefined without one. */
export const stepSecret = (step: Step, headers: Headers) => cookieOf(headers, stepCookieName(step));
