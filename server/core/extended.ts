/** A copy of an object with further members: with a dozen of them, V8 takes many times as long for a spread. */
export const extended = <Known extends object, Further extends object>(
  known: Known,
  further: Further,
): Known & Further => Object.assign({}, known, further);
