import { randomInt } from "node:crypto";

/** So many bytes tell a name apart; hardly any name is longer. */
const HASHED_BYTES = 1024;
const PRIME = 0x01000193;
/** Another one in each process, so that names of the same hash are hard to prepare. */
const SEED = randomInt(2 ** 31);

/**
 * Counts the different names of members in a JSON text while it is received, in whatever chunks; the same name in another
 * spelling counts again. Any string may turn out to be a name, so it is told where each one begins.
 */
export class JsonNames {
  readonly #seen = new Set<number>();
  #hash = SEED;
  #hashed = 0;

  /** How many there are so far. */
  get size(): number {
    return this.#seen.size;
  }

  beginString(): void {
    this.#hash = SEED;
    this.#hashed = 0;
  }

  /** Takes in the bytes of the string from one place of a chunk up to another. */
  read(chunk: Uint8Array, from: number, to: number): void {
    const end = Math.min(to, from + HASHED_BYTES - this.#hashed);
    for (let i = from; i < end; i++) this.#hash = Math.imul(this.#hash ^ (chunk[i] ?? 0), PRIME);
    this.#hashed += Math.max(0, end - from);
  }

  /** The string was the name of a member. */
  add(): void {
    this.#seen.add(this.#hash);
  }
}
