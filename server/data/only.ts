/** The row of a statement that yields exactly one. */
export function only<T>(rows: T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error("A statement that always yields a row yielded none.");
  return row;
}
