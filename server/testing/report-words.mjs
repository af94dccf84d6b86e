import { stripVTControlCharacters } from "node:util";

const MAX_LINES = 8;

/**
 * The first lines of an error and its stack.
 * @param {{ message?: string, stack?: string } | undefined} error
 */
export function briefly(error) {
  const text = stripVTControlCharacters(error?.stack ?? error?.message ?? "without an error");
  return text.split("\n").slice(0, MAX_LINES).join("\n");
}
