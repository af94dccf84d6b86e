const HOME = "/overview";
const ANY_HOST = "http://host.invalid";

/** Where to go after signing in: a page of our own alone, whatever the address says. */
export function nextPath(wanted: string | string[] | null | undefined): string {
  if (typeof wanted !== "string" || !/^\/(?![/\\])/.test(wanted) || !URL.canParse(wanted, ANY_HOST))
    return HOME;
  const url = new URL(wanted, ANY_HOST);
  const leadsAround = url.pathname === "/" || /^\/(login|api|setup)(\/|$)/.test(url.pathname);
  // The path as it was understood here, so that nobody understands it otherwise.
  const path = url.pathname + url.search + url.hash;
  return url.origin !== ANY_HOST || leadsAround || path.startsWith("//") ? HOME : path;
}
