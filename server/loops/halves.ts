import { isOutage } from "./fault";

/** So many pieces in a row that fail alone: then it is the work that is broken, and the rest waits. */
const MAX_ASIDE_IN_A_ROW = 5;

/** How many pieces failed alone since the last one that did not, and why the last of them did. */
export interface Streak {
  aside: number;
  reason: unknown;
}

/** How pieces are worked on: all of some or none. */
interface Halving<Piece> {
  /** Goes on over all batches of a pass. */
  streak?: Streak;
  work(pieces: Piece[]): Promise<void>;
  /** Of a piece that fails alone; the rest goes on. */
  setAside(piece: Piece, reason: unknown): Promise<void>;
}

/** How many of the pieces, from the first, were done or set aside, and why the rest was not. */
export interface Halved {
  handled: number;
  stoppedBy: unknown;
}

/**
 * Works on pieces together. Where that fails, on one half and then the other, down to the piece that fails alone.
 * @throws what is no piece's fault (an outage), at once.
 */
export async function workInHalves<Piece>(
  pieces: Piece[],
  { work, setAside, streak = { aside: 0, reason: undefined } }: Halving<Piece>,
): Promise<Halved> {
  let handled = 0;

  async function handle(some: Piece[]): Promise<void> {
    const [first, ...others] = some;
    if (first === undefined || streak.aside === MAX_ASIDE_IN_A_ROW) return;
    try {
      await work(some);
      handled += some.length;
      streak.aside = 0;
    } catch (reason) {
      if (isOutage(reason)) throw reason;
      streak.reason = reason;
      if (others.length > 0) {
        const middle = Math.ceil(some.length / 2);
        await handle(some.slice(0, middle));
        await handle(some.slice(middle));
        return;
      }
      await setAside(first, reason);
      handled++;
      streak.aside++;
    }
  }

  await handle(pieces);
  return { handled, stoppedBy: handled < pieces.length ? streak.reason : undefined };
}
