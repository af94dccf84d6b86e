/** The number of characters to change, insert or remove between two texts, and `max + 1` where there are more than `max`. */
export function editDistance(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1;
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const now = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = (before[j - 1] ?? 0) + (one.charAt(i - 1) === other.charAt(j - 1) ? 0 : 1);
      now.push(Math.min(changed, (before[j] ?? 0) + 1, (now[j - 1] ?? 0) + 1));
    }
    if (Math.min(...now) > max) return max + 1;
    before = now;
  }
  return Math.min(max + 1, before[other.length] ?? 0);
}
