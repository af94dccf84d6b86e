import { cookies } from "next/headers";
import { NextRequest } from "next/server";
import { cookieName, IS_HTTPS } from "@/server/platform/cookie-name";
import { publicBaseUrl } from "@/server/platform/env";

/** Where next-auth keeps the page that somebody signs in for. */
export const CALLBACK_COOKIE = cookieName("next-auth.callback-url");

/** The address of one of our pages; any other text, or what is none, stands for the first page. */
export function ownPage(url: unknown): string {
  const { origin } = new URL(publicBaseUrl);
  if (typeof url !== "string" || !URL.canParse(url, origin)) return origin;
  const page = new URL(url, origin);
  return page.origin === origin ? page.href : origin;
}

/** What next-auth takes for an address; of all else it says that the service is set up wrongly. */
const isAddress = (text: string) =>
  text === "" ||
  (URL.canParse(text, text.startsWith("/") ? publicBaseUrl : undefined) &&
    /^https?:/.test(new URL(text, publicBaseUrl).protocol));

/** The request without an address to return to where it is none, whether its query or a cookie says so. */
export async function withUsableCallback(request: NextRequest): Promise<NextRequest> {
  const jar = await cookies();
  const kept = jar.get(CALLBACK_COOKIE)?.value;
  if (kept !== undefined && !isAddress(kept)) {
    // Without these, browsers keep a cookie with the prefix `__Host-`.
    jar.set(CALLBACK_COOKIE, "", { path: "/", secure: IS_HTTPS, httpOnly: true, sameSite: "lax", maxAge: 0 });
  }
  const url = new URL(request.url);
  if (url.searchParams.getAll("callbackUrl").every(isAddress)) return request;
  url.searchParams.delete("callbackUrl");
  return new NextRequest(url, request);
}
