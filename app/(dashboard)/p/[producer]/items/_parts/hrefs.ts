/** The page of an item. One that is called as the page for new items has its place in that page's query. */
export const itemHref = (identifier: string) =>
  identifier === "new" ? "/items/new?item=new" : `/items/${encodeURIComponent(identifier)}`;

export const itemEditHref = (identifier: string) => `/items/${encodeURIComponent(identifier)}/edit`;

export const groupHref = (id: string) => `/groups/${encodeURIComponent(id)}`;

/** What stands for an identifier in an address; nothing where that is no text. */
export function identifierIn(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
