/** The number of characters to change, insert or remove between two texts, and `max + 1` where there are more than `max`. */
export function editDistance(one: string, other: string, max: number): number {
  const [from, to] = [[...one], [...other]];
  if (Math.abs(from.length - to.length) > max) return max + 1;
  let before = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [i, character] of from.entries()) {
    const now = [i + 1];
    for (const [j, against] of to.entries()) {
      const changed = (before[j] ?? 0) + (character === against ? 0 : 1);
      now.push(Math.min(changed, (before[j + 1] ?? 0) + 1, (now[j] ?? 0) + 1));
    }
    if (Math.min(...now) > max) return max + 1;
    before = now;
  }
  return Math.min(max + 1, before[to.length] ?? 0);
}
