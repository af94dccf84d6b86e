import { cookieOf } from "@/server/identity/cookies";
import { cookieLine, cookieName } from "@/server/platform/cookie-name";

/*
 * The cookie names the links to the owner's pages that this browser has opened: `<secret>~<secret>`. A secret has 256 random bits
 * and is looked up by its hash, so it needs no signature and ends with its link.
 */
const COOKIE = "assay-owner";
const MAX_SECRETS = 8;
const MAX_AGE_SECONDS = 400 * 86_400;
const SECRET = /^[\w-]{43}$/;

/** The secrets in the browser's cookie, unverified. */
export function ownerSecrets(headers: Headers): string[] {
  const secrets = cookieOf(headers, cookieName(COOKIE))?.split("~") ?? [];
  return secrets.slice(0, MAX_SECRETS).filter((secret) => SECRET.test(secret));
}

const lineOf = (secrets: string[]) =>
  cookieLine(COOKIE, secrets.join("~"), {
    maxAgeSeconds: secrets.length > 0 ? MAX_AGE_SECONDS : 0,
    httpOnly: true,
  });

/** Returns the `Set-Cookie` that adds a link to those that the browser remembers. */
export const rememberOwner = (headers: Headers, secret: string): string =>
  lineOf([secret, ...ownerSecrets(headers).filter((other) => other !== secret)].slice(0, MAX_SECRETS));

/** Returns the `Set-Cookie` that removes a link. */
export const forgetOwner = (headers: Headers, secret: string): string =>
  lineOf(ownerSecrets(headers).filter((other) => other !== secret));
