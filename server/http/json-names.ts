import { randomInt } from "node:crypto";

/** Names are compared by this many bytes; hardly any name is longer. */
const HASHED_BYTES = 1024;
const PRIME = 0x01000193;
/** Random in each process, so that hash collisions are hard to prepare. */
const SEED = randomInt(2 ** 31);

/**
 * Counts the different member names of a JSON text while it is received, in chunks of any size. A name with other escapes
 * counts again. Any string may turn out to be a name, so `beginString` is called for each.
 */
export class JsonNames {
  readonly #seen = new Set<number>();
  #hash = SEED;
  #hashed = 0;

  /** The number of different names so far. */
  get size(): number {
    return this.#seen.size;
  }

  beginString(): void {
    this.#hash = SEED;
    this.#hashed = 0;
  }

  /** Hashes the string's bytes between two offsets of a chunk. */
  read(chunk: Uint8Array, from: number, to: number): void {
    const end = Math.min(to, from + HASHED_BYTES - this.#hashed);
    for (let i = from; i < end; i++) this.#hash = Math.imul(this.#hash ^ (chunk[i] ?? 0), PRIME);
    this.#hashed += Math.max(0, end - from);
  }

  /** Counts the string as a member name. */
  add(): void {
    this.#seen.add(this.#hash);
  }
}
