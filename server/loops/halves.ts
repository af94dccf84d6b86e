import { isOutage } from "./fault";

/** After this many consecutive pieces that fail alone, the work itself counts as broken, and the rest waits. */
const MAX_ASIDE_IN_A_ROW = 5;

/** The number of pieces that failed alone since the last success, and the reason of the last failure. */
export interface Streak {
  aside: number;
  reason: unknown;
}

/** How pieces are processed: a call does all of its pieces or none. */
interface Halving<Piece> {
  /** Continues over all batches of a pass. */
  streak?: Streak;
  work(pieces: Piece[]): Promise<void>;
  /** Called for a piece that fails alone; the rest continues. */
  setAside(piece: Piece, reason: unknown): Promise<void>;
}

/** The number of pieces, from the first, that were done or set aside, and why the rest was not. */
export interface Halved {
  handled: number;
  stoppedBy: unknown;
}

/**
 * Processes pieces together. A failing batch is halved, down to the piece that fails alone.
 *
 * @throws an outage at once, because no piece is to blame
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
