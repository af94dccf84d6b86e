import { createHmac, timingSafeEqual } from "node:crypto";
import { PLACE_WITHIN_MINUTES } from "@/server/domain/scans/place-later";
import { cookieOf } from "@/server/identity/cookies";
import { cookieLine, cookieName } from "@/server/platform/cookie-name";
import { isId, timeOfId } from "@/server/platform/ids";
import { acceptedKeysFor, signingKeyFor } from "@/server/platform/secrets";

/*
 * The cookie names the browser's last scans by verify pages: `<scan>.<signature>~<scan>.<signature>`. Each signature
 * covers the item's identifier as well, which the cookie does not contain.
 */
const COOKIE = "assay-scans";
const MAX_VISITS = 8;
const MAX_AGE_SECONDS = PLACE_WITHIN_MINUTES * 60;

const signatureOf = (key: Buffer, scanId: string, identifier: string) =>
  createHmac("sha256", key).update(`${scanId} ${identifier}`).digest("base64url").slice(0, 22);

function isSigned(entry: string, identifier: string): boolean {
  const [scanId = "", signature = ""] = entry.split(".");
  const given = Buffer.from(signature);
  return acceptedKeysFor("visits").some((key) => {
    const right = Buffer.from(signatureOf(key, scanId, identifier));
    return given.byteLength === right.byteLength && timingSafeEqual(given, right);
  });
}

/** Returns the unexpired entries of the cookie, unverified. */
function entriesIn(headers: Headers, now: number): string[] {
  const entries = cookieOf(headers, cookieName(COOKIE))?.split("~") ?? [];
  return entries.slice(0, MAX_VISITS).filter((entry) => {
    const [scanId = ""] = entry.split(".");
    return isId(scanId) && timeOfId(scanId) > now - MAX_AGE_SECONDS * 1000;
  });
}

/** Returns the scan that this browser made of the item by its verify page within the last half hour. */
export function scanOfBrowser(headers: Headers, identifier: string, now = Date.now()): string | undefined {
  return entriesIn(headers, now)
    .find((entry) => isSigned(entry, identifier))
    ?.split(".")[0];
}

/** Returns the `Set-Cookie` that adds a scan of the item to those that the browser remembers. */
export function rememberScan(
  headers: Headers,
  { scanId, identifier }: { scanId: string; identifier: string },
  now = Date.now(),
): string {
  const entry = `${scanId}.${signatureOf(signingKeyFor("visits"), scanId, identifier)}`;
  const entries = [entry, ...entriesIn(headers, now)].slice(0, MAX_VISITS);
  return cookieLine(COOKIE, entries.join("~"), { maxAgeSeconds: MAX_AGE_SECONDS, httpOnly: true });
}
