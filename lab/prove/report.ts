/** One checked fact of a proof. */
export interface Check {
  what: string;
  expected: string;
  found: string;
  ok: boolean;
}

/** The result of a proof or of its control. */
export interface Report {
  checks: Check[];
  /** The amounts of work, for people. */
  figures: Record<string, string | number>;
}

/** The size of a proof: enough to show a defect within seconds, or the promised amount. */
export type Scale = "scaled" | "full";

export const exactly = (what: string, expected: number, found: number): Check => ({
  what,
  expected: String(expected),
  found: String(found),
  ok: found === expected,
});

export const atMost = (what: string, maximum: number, found: number, unit = ""): Check => ({
  what,
  expected: `at most ${maximum}${unit}`,
  found: `${Math.round(found)}${unit}`,
  ok: found <= maximum,
});

export const atLeast = (what: string, minimum: number, found: number): Check => ({
  what,
  expected: `at least ${minimum}`,
  found: String(found),
  ok: found >= minimum,
});

/** The failed checks of a report, one line each. */
export const failures = ({ checks }: Report): string[] =>
  checks
    .filter(({ ok }) => !ok)
    .map(({ what, expected, found }) => `${what}: expected ${expected}, found ${found}`);

/** The names in `mustFail` that no failed check contains. */
export const missedBy = ({ checks }: Report, mustFail: readonly string[]): string[] =>
  mustFail.filter((name) => !checks.some(({ what, ok }) => !ok && what.includes(name)));

export function print(title: string, { checks, figures }: Report): void {
  console.log(`\n${title}`);
  for (const [name, value] of Object.entries(figures)) console.log(`       ${name}: ${value}`);
  for (const { what, expected, found, ok } of checks) {
    console.log(`  ${ok ? "ok  " : "FAIL"} ${what}: ${found} (${expected})`);
  }
}

/** The value below which the given share of the numbers lies; 0 for no numbers. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
