import { STEP_VALID_MS } from "@/server/domain/factors/prove";
import { cookieLine, cookieName } from "@/server/platform/cookie-name";
import { publicBaseUrl } from "@/server/platform/env";
import { CALLBACK_COOKIE, ownPage } from "./callback-url";
import { cookieOf } from "./cookies";

const NAME = "assay-step";

/** The cookie with the secret of an open step: of a sign-in, of a passkey's challenge, or of a factor's set-up. */
export const STEP_COOKIE = cookieName(NAME);

/** The `Set-Cookie` that binds an open step to the browser. */
export const stepCookie = (secret: string) =>
  cookieLine(NAME, secret, { maxAgeSeconds: STEP_VALID_MS / 1000, httpOnly: true });

/** The page of a sign-in's second step, which leads on to the page that was wanted. */
export function secondStepPage(headers: Headers): string {
  const kept = cookieOf(headers, CALLBACK_COOKIE);
  const wanted = new URL(ownPage(kept === undefined ? undefined : decoded(kept)));
  const next = `${wanted.pathname}${wanted.search}`;
  return `${publicBaseUrl}/login?${new URLSearchParams({ step: "second-factor", next })}`;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
