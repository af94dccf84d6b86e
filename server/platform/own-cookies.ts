/** Cookies of the service, of next-auth, and of Next in development. */
const OWN_NAME = /^(__Host-)?(assay-|next-auth\.|__next)/;
/** More than the service has names. */
const MAX_COOKIES = 40;

/**
 * Keeps the service's own cookies of a `Cookie` header: 16 KiB can hold thousands of others, and Next's time grows with
 * the square of their number.
 */
export const ownCookies = (header: string): string =>
  header
    .split(";")
    .map((cookie) => cookie.trim())
    .filter((cookie) => OWN_NAME.test(cookie))
    .slice(0, MAX_COOKIES)
    .join("; ");
