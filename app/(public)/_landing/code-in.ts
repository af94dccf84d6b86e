import { identifierIn } from "@/server/core/code-text";
import { Identifier, MAX_CHARACTERS } from "@/server/domain/items/schema";

/** Longer texts are not accepted by the field; links with a code may be this long. */
export const MAX_TYPED_CHARACTERS = 2_000;

/** The code that a visitor typed or pasted, also as the link of a verify page, or what is wrong with it. */
export type TypedCode = { identifier: string } | { fault: "empty" | "long" | "unusable" };

/** Reads a typed code as the verify page takes it. */
export function codeIn(text: string, origin: string): TypedCode {
  const identifier = identifierIn(text, origin);
  if (identifier === "") return { fault: "empty" };
  if ([...identifier].length > MAX_CHARACTERS) return { fault: "long" };
  return Identifier.safeParse(identifier).success && identifier.isWellFormed()
    ? { identifier }
    : { fault: "unusable" };
}
