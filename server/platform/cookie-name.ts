import { publicBaseUrl } from "./env";

/** Whether browsers reach the service over HTTPS. */
export const IS_HTTPS = publicBaseUrl.startsWith("https:");

const PREFIX = "__Host-";

/** The name of a cookie in browsers: the prefix keeps other hosts and pages over HTTP from setting it. */
export const cookieName = (name: string): string => (IS_HTTPS ? PREFIX + name : name);

/** Possible names of a preference cookie: pages over HTTPS prefix it whatever PUBLIC_BASE_URL says. */
export const cookieNames = (name: string): string[] => (IS_HTTPS ? [PREFIX + name] : [name, PREFIX + name]);

/** The `Set-Cookie` value of a cookie for the whole service. */
export const cookieLine = (
  name: string,
  value: string,
  { maxAgeSeconds, httpOnly }: { maxAgeSeconds: number; httpOnly: boolean },
): string =>
  `${cookieName(name)}=${value}; Path=/; Max-Age=${maxAgeSeconds}${httpOnly ? "; HttpOnly" : ""}; SameSite=Lax${IS_HTTPS ? "; Secure" : ""}`;
