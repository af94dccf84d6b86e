import { generateMersenne53Randomizer } from "@faker-js/faker";

/** A reproducible random source: a seed and part give the same draws, independent of other parts. */
export interface Chance {
  /** From 0 to below 1. */
  next(): number;
  /** An integer from 0 to below `count`. */
  below(count: number): number;
  /** From `from` to below `to`. */
  between(from: number, to: number): number;
  isTrue(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** `length` characters of an alphabet. */
  text(alphabet: string, length: number): string;
  /** From the standard normal distribution, clamped to three deviations. */
  normal(): number;
}

export function chanceOf(seed: number, part: string): Chance {
  const source = generateMersenne53Randomizer();
  source.seed([seed, ...[...part].map((letter) => letter.codePointAt(0) ?? 0)]);
  const next = () => source.next();
  const below = (count: number) => Math.floor(next() * count);
  return {
    next,
    below,
    between: (from, to) => from + next() * (to - from),
    isTrue: (probability) => next() < probability,
    pick: (choices) => {
      const choice = choices[below(choices.length)];
      if (choice === undefined) throw new Error("The list of choices is empty.");
      return choice;
    },
    text: (alphabet, length) => Array.from({ length }, () => alphabet[below(alphabet.length)]).join(""),
    normal: () => {
      const drawn = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return Math.max(-3, Math.min(3, drawn));
    },
  };
}

/** Returns the running sums of weights, the input of `drawIndex`. */
export function runningSums(weights: Iterable<number>): Float64Array {
  const sums = Float64Array.from(weights);
  for (let i = 1; i < sums.length; i++) sums[i] = (sums[i] ?? 0) + (sums[i - 1] ?? 0);
  return sums;
}

/** Draws an index by weight, from `first` on; the last one if all their weights are 0. */
export function drawIndex(chance: Chance, sums: Float64Array, first = 0): number {
  const floor = first > 0 ? (sums[first - 1] ?? 0) : 0;
  const drawn = floor + chance.next() * ((sums.at(-1) ?? 0) - floor);
  let low = first;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) > drawn) high = middle;
    else low = middle + 1;
  }
  return low;
}
