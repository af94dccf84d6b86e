/** One thing that a proof looks at. */
export interface Check {
  what: string;
  expected: string;
  found: string;
  ok: boolean;
}

/** What came of a proof, or of its control. */
export interface Report {
  checks: Check[];
  /** What was done, for people. */
  figures: Record<string, string | number>;
}

/** How much a proof does: enough to see a defect within seconds, or what the quality sheet asks for. */
export type Scale = "scaled" | "full";

export const exactly = (what: string, expected: number, found: number): Check => ({
  what,
  expected: String(expected),
  found: String(found),
  ok: found === expected,
});

export const atMost = (what: string, most: number, found: number, unit = ""): Check => ({
  what,
  expected: `at most ${most}${unit}`,
  found: `${Math.round(found)}${unit}`,
  ok: found <= most,
});

export const atLeast = (what: string, least: number, found: number): Check => ({
  what,
  expected: `at least ${least}`,
  found: String(found),
  ok: found >= least,
});

/** A report's checks that failed, a line each. */
export const failures = ({ checks }: Report): string[] =>
  checks
    .filter(({ ok }) => !ok)
    .map(({ what, expected, found }) => `${what}: expected ${expected}, found ${found}`);

/** Of the checks that a control must fail, those that no failed check names. */
export const missedBy = ({ checks }: Report, mustFail: readonly string[]): string[] =>
  mustFail.filter((name) => !checks.some(({ what, ok }) => !ok && what.includes(name)));

export function print(title: string, { checks, figures }: Report): void {
  console.log(`\n${title}`);
  for (const [name, value] of Object.entries(figures)) console.log(`       ${name}: ${value}`);
  for (const { what, expected, found, ok } of checks) {
    console.log(`  ${ok ? "ok  " : "FAIL"} ${what}: ${found} (${expected})`);
  }
}

/** The value below which so much of the numbers lies; 0 of none. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
