import { publicBaseUrl } from "./env";

/** Whether browsers reach the service by https. */
export const IS_HTTPS = publicBaseUrl.startsWith("https:");

const PREFIX = "__Host-";

/** The name of a cookie as browsers keep it: by https no other host, nor a page by http, can set one with that prefix. */
export const cookieName = (name: string): string => (IS_HTTPS ? PREFIX + name : name);

/** The names that a choice of this browser may have: pages that come by https prefix it whatever PUBLIC_BASE_URL says. */
export const cookieNames = (name: string): string[] => (IS_HTTPS ? [PREFIX + name] : [name, PREFIX + name]);

/** The `Set-Cookie` of a cookie for the whole service. */
export const cookieLine = (
  name: string,
  value: string,
  { maxAgeSeconds, httpOnly }: { maxAgeSeconds: number; httpOnly: boolean },
): string =>
  `${cookieName(name)}=${value}; Path=/; Max-Age=${maxAgeSeconds}${httpOnly ? "; HttpOnly" : ""}; SameSite=Lax${IS_HTTPS ? "; Secure" : ""}`;
