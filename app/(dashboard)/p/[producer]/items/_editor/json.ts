export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
export type JsonObject = { [key: string]: JsonValue };

/** Whether a JSON value is an object. */
export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isJson = (value: unknown): value is JsonValue => {
  if (value === null || ["string", "number", "boolean"].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isJson);
  return typeof value === "object" && Object.values(value).every(isJson);
};

/** Parse JSON; undefined if the text is invalid. */
export function jsonIn(text: string): JsonValue | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJson(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Build an object from entries; safe for any key, including `__proto__`. */
export const objectOf = (entries: Iterable<readonly [string, JsonValue]>): JsonObject =>
  Object.fromEntries(entries);

export const own = <Value>(object: Record<string, Value>, key: string): Value | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/** Whether two JSON values are equal, whatever the order of keys. */
export function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, index) => isSame(value, b[index]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => isSame(a[key], own(b, key)));
}
