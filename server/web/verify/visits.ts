import { createHmac, timingSafeEqual } from "node:crypto";
import { PLACE_WITHIN_MINUTES } from "@/server/domain/scans/place-later";
import { cookieOf } from "@/server/identity/cookies";
import { cookieLine, cookieName } from "@/server/platform/cookie-name";
import { isId, timeOfId } from "@/server/platform/ids";
import { acceptedKeysFor, signingKeyFor } from "@/server/platform/secrets";

/*
 * The cookie names the last few scans that a browser has made by pages: `<scan>.<signature>~<scan>.<signature>`. Each is
 * signed together with its item, which the cookie does not name.
 */
const COOKIE = "assay-scans";
const MAX_VISITS = 8;
const SECONDS = PLACE_WITHIN_MINUTES * 60;

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

/** What a cookie says, as far as it still counts; whether it is true is open. */
function entriesIn(headers: Headers, now: number): string[] {
  const entries = cookieOf(headers, cookieName(COOKIE))?.split("~") ?? [];
  return entries.slice(0, MAX_VISITS).filter((entry) => {
    const [scanId = ""] = entry.split(".");
    return isId(scanId) && timeOfId(scanId) > now - SECONDS * 1000;
  });
}

/** The scan that this browser has made of the item by its page, within the last half hour. */
export function scanOfBrowser(headers: Headers, identifier: string, now = Date.now()): string | undefined {
  return entriesIn(headers, now)
    .find((entry) => isSigned(entry, identifier))
    ?.split(".")[0];
}

/** The `Set-Cookie` by which the browser remembers a scan of the item, beside those that it remembers already. */
export function rememberScan(
  headers: Headers,
  { scanId, identifier }: { scanId: string; identifier: string },
  now = Date.now(),
): string {
  const entry = `${scanId}.${signatureOf(signingKeyFor("visits"), scanId, identifier)}`;
  const entries = [entry, ...entriesIn(headers, now)].slice(0, MAX_VISITS);
  return cookieLine(COOKIE, entries.join("~"), { maxAgeSeconds: SECONDS, httpOnly: true });
}
