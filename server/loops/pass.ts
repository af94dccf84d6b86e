import { within } from "@/server/core/within";
import { type Streak, workInHalves } from "./halves";
import type { Loop, Run } from "./loop";
import { putAside, readAside, takeBack } from "./set-aside";

/**
 * Runs one pass of a loop: all batches that it lists, until none is left or the signal aborts. A failing batch is halved; a
 * piece that fails alone is set aside, and the rest continues. Returns the number of pieces handled.
 *
 * @throws where the pass cannot continue: an outage, a batch over its timeout, or work that fails for every piece
 */
export async function runPass<Piece>(
  loop: Loop<Piece>,
  { db, batchClient, signal }: Pick<Run, "db" | "batchClient"> & { signal?: AbortSignal | undefined },
): Promise<number> {
  const passEnd = new AbortController();
  const known = loop.isWhole ? [] : await readAside(db, loop.name);
  const aside = new Set(known.flatMap(({ key, waits }) => (waits ? key : [])));
  const retried = new Set(known.flatMap(({ key, waits }) => (waits ? [] : key)));
  const run: Run = {
    db,
    batchClient,
    signal: signal ? AbortSignal.any([signal, passEnd.signal]) : passEnd.signal,
    get aside() {
      return [...aside];
    },
  };
  const timed = <T>(work: Promise<T>) =>
    within(loop.timeoutMs, work, `The loop ${loop.name} did not finish a batch`);
  const setAside = async (piece: Piece, reason: unknown) => {
    const key = loop.keyOf(piece);
    await putAside(db, loop.name, key, reason);
    await loop.pass?.(run, piece);
    aside.add(key);
  };
  const streak: Streak = { aside: 0, reason: undefined };
  let count = 0;
  const batches = loop.batches(run)[Symbol.asyncIterator]();
  try {
    while (!run.signal.aborted) {
      const next = await timed(batches.next());
      if (next.done) break;
      const done: Piece[] = [];
      const { handled, stoppedBy } = await workInHalves(next.value, {
        streak,
        work: async (pieces) => {
          const outcome = await timed<unknown>(loop.work(run, pieces));
          if (outcome !== "left") done.push(...pieces);
        },
        setAside,
      });
      count += handled;
      if (stoppedBy !== undefined) throw stoppedBy;
      const keys = retried.size > 0 ? done.map((piece) => loop.keyOf(piece)) : [];
      await takeBack(
        db,
        loop.name,
        keys.filter((key) => retried.has(key)),
      );
    }
    return count;
  } finally {
    passEnd.abort();
    void batches.return?.().catch(() => {});
  }
}
