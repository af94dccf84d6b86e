import { setTimeout as delay } from "node:timers/promises";
import { type Cores, measureCores } from "./cpu";

/** The result of one candidate in one round. */
export interface Round {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  cores: Cores;
}

export interface Candidate {
  name: string;
  round(seconds: number): Promise<Round>;
}

export type Measured = Map<string, Round[]>;

export interface Plan {
  rounds: number;
  seconds: number;
}

export const WARM_UP_SECONDS = 3;
const REST_MS = 300;

/** The limit for cores used by other programs; above it a round is spoilt. */
export const DISTURBING_CORES = 0.2;
const MAX_ATTEMPTS = 2;
const QUIET_SAMPLE_MS = 500;
const QUIET_TIMEOUT_MS = 5_000;

/** The median; for an even count the mean of the two middle values. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (upper + lower) / 2;
}

/**
 * Measures a round without disturbance by other programs: waits for a quiet machine, and repeats a disturbed round, up to
 * a limit.
 */
async function undisturbed(
  { round }: Candidate,
  seconds: number,
  before: () => Promise<void>,
): Promise<Round> {
  for (let attempts = 1; ; attempts++) {
    await untilQuiet();
    await before();
    await delay(REST_MS);
    const result = await round(seconds);
    if (result.cores.others <= DISTURBING_CORES || attempts === MAX_ATTEMPTS) return result;
  }
}

async function untilQuiet() {
  for (const deadline = Date.now() + QUIET_TIMEOUT_MS; Date.now() < deadline; ) {
    const cores = measureCores({ load: "ended child", candidate: [], postmaster: undefined });
    await delay(QUIET_SAMPLE_MS);
    if (cores().others <= DISTURBING_CORES) return;
  }
}

/** Warms all candidates up, then measures them in turn: A, B, A, B, ... `before` gives each round the same start. */
export async function alternate(
  candidates: Candidate[],
  { rounds, seconds }: Plan,
  before: () => Promise<void> = async () => {},
): Promise<Measured> {
  const measured: Measured = new Map(candidates.map(({ name }) => [name, []]));
  for (const candidate of candidates) await candidate.round(WARM_UP_SECONDS);
  for (let n = 1; n <= rounds; n++) {
    for (const candidate of candidates) {
      const result = await undisturbed(candidate, seconds, before);
      measured.get(candidate.name)?.push(result);
      console.error(`round ${n} of ${rounds}: ${candidate.name}: ${Math.round(result.perSecond)}/s`);
    }
  }
  return measured;
}
