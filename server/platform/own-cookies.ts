/** Ours, next-auth's, and what Next sets in development. */
const OWN_NAME = /^(__Host-)?(assay-|next-auth\.|__next)/;
/** More than there are names. */
const MAX_COOKIES = 40;

/**
 * Of a request's `Cookie` those that are ours: 16 KiB hold thousands of others, and Next takes time that grows with the square
 * of their number.
 */
export const ownCookies = (header: string): string =>
  header
    .split(";")
    .map((cookie) => cookie.trim())
    .filter((cookie) => OWN_NAME.test(cookie))
    .slice(0, MAX_COOKIES)
    .join("; ");
