/**
 * The identifier in a scanned text: of an address of this service's verify page, the item; else the text itself. Pages of
 * other hosts are not taken apart, because a counterfeit may lead to one.
 */
export function identifierIn(text: string, origin: string): string {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return trimmed;
  const url = new URL(trimmed);
  const [, identifier] = /^\/v\/([^/]+)\/?$/.exec(url.pathname) ?? [];
  if (url.origin !== origin || identifier === undefined) return trimmed;
  try {
    return decodeURIComponent(identifier).trim() || trimmed;
  } catch {
    return trimmed;
  }
}
