import { cookies } from "next/headers";
import { NextRequest } from "next/server";
import { cookieName, IS_HTTPS } from "@/server/platform/cookie-name";
import { publicBaseUrl } from "@/server/platform/env";

/** The cookie in which next-auth stores the page to open after signing in. */
export const CALLBACK_COOKIE = cookieName("next-auth.callback-url");

/** The URL of one of the service's pages; the home page for any other value. */
export function ownPage(url: unknown): string {
  const { origin } = new URL(publicBaseUrl);
  if (typeof url !== "string" || !URL.canParse(url, origin)) return origin;
  const page = new URL(url, origin);
  return page.origin === origin ? page.href : origin;
}

/** Whether next-auth accepts a text as an address. It reports anything else as a configuration error. */
const isAddress = (text: string) =>
  text === "" ||
  (URL.canParse(text, text.startsWith("/") ? publicBaseUrl : undefined) &&
    /^https?:/.test(new URL(text, publicBaseUrl).protocol));

/** The request without a malformed callback URL in its query or in its cookie. */
export async function withUsableCallback(request: NextRequest): Promise<NextRequest> {
  const jar = await cookies();
  const kept = jar.get(CALLBACK_COOKIE)?.value;
  if (kept !== undefined && !isAddress(kept)) {
    // Browsers delete a cookie with the prefix `__Host-` only with these attributes.
    jar.set(CALLBACK_COOKIE, "", { path: "/", secure: IS_HTTPS, httpOnly: true, sameSite: "lax", maxAge: 0 });
  }
  const url = new URL(request.url);
  if (url.searchParams.getAll("callbackUrl").every(isAddress)) return request;
  url.searchParams.delete("callbackUrl");
  return new NextRequest(url, request);
}
