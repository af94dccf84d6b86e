/**
 * Path of an item's page. An item named `new` would collide with the page for new items, so it uses that page's query.
 */
export const itemHref = (identifier: string) =>
  identifier === "new" ? "/items/new?item=new" : `/items/${encodeURIComponent(identifier)}`;

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
