import type { JsonObject, JsonValue } from "@/db/json";
import type { Change } from "@/db/schema/history";
import { isObject } from "@/server/domain/shared/json";

/** Whether two JSON values are equal; key order does not count. */
export const isSame = (a: JsonValue | undefined, b: JsonValue | undefined): boolean => {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, i) => isSame(value, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]))
  );
};

/** Changes listed one by one of an object and everything in it; beyond, the object changes as a whole. */
const MAX_CHANGES = 1_000;
/** Values below longer paths change as a whole. */
const MAX_PATH_CHARACTERS = 1_000;

function whole(path: string, from: JsonValue | undefined, to: JsonValue | undefined): Change[] {
  if (isSame(from, to)) return [];
  if (from === undefined) return [to === undefined ? { path } : { path, to }];
  return [to === undefined ? { path, from } : { path, from, to }];
}

/** An own property; inherited ones do not count. */
const own = (object: JsonObject, key: string) => (Object.hasOwn(object, key) ? object[key] : undefined);

/** The changes within two objects; undefined if there are too many below a path, or their paths are too long. */
function changesWithin(from: JsonObject, to: JsonObject, path: string): Change[] | undefined {
  const changes: Change[] = [];
  const before = Object.keys(from);
  // Most changes are those of new items.
  const keys = before.length === 0 ? Object.keys(to) : new Set([...before, ...Object.keys(to)]);
  for (const key of keys) {
    if (path.length + key.length > MAX_PATH_CHARACTERS) {
      if (isSame(own(from, key), own(to, key))) continue;
      return undefined;
    }
    const at = `${path}/${/[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key}`;
    changes.push(...changesBetween(own(from, key), own(to, key), at));
    if (path !== "" && changes.length > MAX_CHANGES) return undefined;
  }
  return changes;
}

/** Lists the differences between two JSON values, object by object while that is short; arrays differ as a whole. */
export function changesBetween(from: JsonValue | undefined, to: JsonValue | undefined, path = ""): Change[] {
  const within = isObject(from) && isObject(to) ? changesWithin(from, to, path) : undefined;
  return within ?? whole(path, from, to);
}
