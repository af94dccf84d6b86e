const A_YEAR_SECONDS = 31_536_000;

/** Keeps a choice of this browser, for the server to see with every page. */
export function setCookie(name: string, value: string): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve.
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${A_YEAR_SECONDS}; SameSite=Lax${secure}`;
}

/** Reads such a choice again. */
export function cookieValue(name: string): string | undefined {
  const entry = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${name}=`));
  return entry === undefined ? undefined : decodeURIComponent(entry.slice(name.length + 1));
}
