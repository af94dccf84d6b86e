import type { JsonObject, JsonValue } from "@/db/json";
import type { Change } from "@/db/schema/history";
import { isObject } from "@/server/domain/shared/json";

/** Whether two JSON values are equal; the order of keys does not count. */
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

/** What differs between two JSON values, object by object; arrays differ as a whole. */
export function changesBetween(from: JsonValue | undefined, to: JsonValue | undefined, path = ""): Change[] {
  if (isObject(from) && isObject(to)) {
    const keys = new Set([...Object.keys(from), ...Object.keys(to)]);
    const own = (object: JsonObject, key: string) => (Object.hasOwn(object, key) ? object[key] : undefined);
    return [...keys].flatMap((key) =>
      changesBetween(
        own(from, key),
        own(to, key),
        `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`,
      ),
    );
  }
  if (isSame(from, to)) return [];
  return [{ path, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }];
}
