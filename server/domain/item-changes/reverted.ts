import type { JsonObject, JsonValue } from "@/db/json";
import type { Change } from "@/db/schema/history";
import type { Description } from "@/server/domain/shared/description";
import { isObject } from "@/server/domain/shared/json";

const keysOf = (path: string): string[] =>
  path
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));

/** An object with another value at a path; undefined removes the last key. */
function withValue(
  object: JsonObject,
  [key = "", ...rest]: string[],
  value: JsonValue | undefined,
): JsonObject {
  const entries = Object.entries(object);
  const inner = entries.find(([name]) => name === key)?.[1];
  const next = rest.length === 0 ? value : withValue(isObject(inner) ? inner : {}, rest, value);
  const others = entries.filter(([name]) => name !== key);
  return Object.fromEntries(next === undefined ? others : [...others, [key, next]]);
}

const textOf = (value: JsonValue | undefined) => (typeof value === "string" ? value : null);

/** The fields of a description before the changes of a history entry. */
export function reverted({ data }: Pick<Description, "data">, changes: Change[]): Partial<Description> {
  const before: Partial<Description> = {};
  for (const { path, from } of changes) {
    const [field, ...rest] = keysOf(path);
    if (field === "title") before.title = textOf(from);
    if (field === "image") before.image = textOf(from);
    if (field === "data") {
      const now: JsonObject = before.data ?? data;
      before.data = rest.length > 0 ? withValue(now, rest, from) : isObject(from) ? from : {};
    }
  }
  return before;
}
