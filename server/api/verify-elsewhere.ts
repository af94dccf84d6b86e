import { placeOf } from "@/server/cells/places";
import { ANONYMOUS } from "@/server/core/caller";
import { MAX_CHARACTERS } from "@/server/domain/items/schema";
import { lookUp } from "@/server/http/lookups";
import { cells } from "@/server/platform/cells";

const VERIFY_PAGE = /^\/v\/([^/]+)(?:\/|$)/;

/** The identifier of a verify page, where several cells may have it. */
export function verifiedIn(path: string): string | undefined {
  const [, text] = (cells() && VERIFY_PAGE.exec(path)) ?? [];
  if (text === undefined) return undefined;
  const identifier = decodeURIComponent(text);
  return identifier.includes("\0") || identifier.length > 2 * MAX_CHARACTERS ? undefined : identifier;
}

/**
 * The address of the cell whose verify page shows an item; undefined for this one.
 * @throws 503 where it cannot be known, 429 for a network that asks for too many unknown identifiers
 */
export async function verifyPageElsewhere(
  identifier: string,
  address: string | undefined,
): Promise<string | undefined> {
  const cell = await placeOf("identifier", identifier, (ask) => lookUp({ caller: ANONYMOUS, address }, ask));
  const divided = cells();
  return cell === undefined || cell === divided?.own ? undefined : divided?.urls.get(cell);
}
