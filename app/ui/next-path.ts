const HOME = "/overview";
const ANY_HOST = "http://host.invalid";

/** The page to open after a sign-in: always a page of our own, whatever the address says. */
export function nextPath(wanted: string | string[] | null | undefined): string {
  if (typeof wanted !== "string" || !/^\/(?![/\\])/.test(wanted) || !URL.canParse(wanted, ANY_HOST))
    return HOME;
  const url = new URL(wanted, ANY_HOST);
  const leadsAround = url.pathname === "/" || /^\/(login|api|setup)(\/|$)/.test(url.pathname);
  // The normalised path, so that no later parser can interpret it differently.
  const path = url.pathname + url.search + url.hash;
  return url.origin !== ANY_HOST || leadsAround || path.startsWith("//") ? HOME : path;
}
