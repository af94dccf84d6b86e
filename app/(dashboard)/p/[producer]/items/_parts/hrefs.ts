/** Pages below `/items`, whose names items may have, too. */
const PAGES = ["new", "generate"];

/**
 * Path of an item's page. An item with the name of another page uses that page's query.
 */
export const itemHref = (identifier: string) =>
  PAGES.includes(identifier)
    ? `/items/${identifier}?item=${identifier}`
    : `/items/${encodeURIComponent(identifier)}`;

export const itemEditHref = (identifier: string) => `/items/${encodeURIComponent(identifier)}/edit`;

export const groupHref = (id: string) => `/groups/${encodeURIComponent(id)}`;

/** Decode the identifier in a path segment; undefined if the encoding is invalid. */
export function identifierIn(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
