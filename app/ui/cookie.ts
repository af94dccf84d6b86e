const A_YEAR_SECONDS = 31_536_000;

const isHttps = () => window.location.protocol === "https:";

/** Same rule as `server/platform/cookie-name.ts`. */
const nameHere = (name: string) => (isHttps() ? `__Host-${name}` : name);

/** Store a choice of this browser in a cookie, so that the server sees it with every page. */
export function setCookie(name: string, value: string): void {
  const secure = isHttps() ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve.
  document.cookie = `${nameHere(name)}=${encodeURIComponent(value)}; Path=/; Max-Age=${A_YEAR_SECONDS}; SameSite=Lax${secure}`;
}

/** Read a choice that `setCookie` stored. */
export function cookieValue(name: string): string | undefined {
  const entry = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${nameHere(name)}=`));
  return entry === undefined ? undefined : decodeURIComponent(entry.slice(nameHere(name).length + 1));
}
