/** A JSON value with the types of its values in place of them. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, one]): [string, unknown] => [key, shapeOf(one)])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}
