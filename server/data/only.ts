/** The row of a statement that returns exactly one. */
export function only<T>(rows: T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error("A statement that always returns a row returned none.");
  return row;
}
