import type { LoopName } from "@/db/schema/loop-states";
import type { Ctx } from "@/server/core/ctx";

/** What a pass of a loop is given. */
export interface Run extends Pick<Ctx, "db" | "batchClient"> {
  /** Aborted where the process stops, or where a batch takes too long. */
  signal: AbortSignal;
  /** Keys of pieces that are set aside: not to be listed. */
  aside: readonly string[];
}

/**
 * A background loop, as a value (decision 0035): lists what there is to do batch by batch, and does a batch, all of it or
 * nothing. Everything else is the runner's.
 */
export interface Loop<Piece> {
  name: LoopName;
  intervalMs: number;
  /** The most that listing or doing one batch may take. */
  timeoutMs: number;
  keyOf(piece: Piece): string;
  batches(run: Run): AsyncIterable<Piece[]>;
  /** `left`: another process is at it, so nothing was done. */
  work(run: Run, batch: Piece[]): Promise<"left" | undefined> | Promise<void>;
  /** Goes past a piece that is set aside, where the list would come to it for ever. */
  pass?(run: Run, piece: Piece): Promise<void>;
}

/** Lists batches until one has nothing but what is set aside. A list that does not leave that out itself has room for all of it. */
export async function* untilEmpty<Piece>(
  run: Run,
  list: () => Promise<Piece[]>,
  keyOf?: (piece: Piece) => string,
): AsyncGenerator<Piece[]> {
  while (!run.signal.aborted) {
    const aside = new Set(run.aside);
    const listed = await list();
    const batch = keyOf ? listed.filter((piece) => !aside.has(keyOf(piece))) : listed;
    if (batch.length === 0) return;
    yield batch;
  }
}
