import type { LoopName } from "@/db/schema/loop-states";
import type { Ctx } from "@/server/core/ctx";

/** The input of a pass. */
export interface Run extends Pick<Ctx, "db" | "batchClient"> {
  /** Aborted when the process stops or a batch exceeds its timeout. */
  signal: AbortSignal;
  /** Keys of pieces that are set aside, which `batches` leaves out. */
  aside: readonly string[];
}

/**
 * A background loop as a value (decision 0035): lists its work in batches, and does a batch as a whole or not at all. The
 * runner does everything else.
 */
export interface Loop<Piece> {
  name: LoopName;
  intervalMs: number;
  /** The interval while passes find nothing and nothing in the process is a sign of work; `intervalMs` by default. */
  idleIntervalMs?: number;
  /** A pass is one piece, which is never set aside. */
  isWhole?: true;
  /** The timeout of listing or doing one batch. */
  timeoutMs: number;
  keyOf(piece: Piece): string;
  batches(run: Run): AsyncIterable<Piece[]>;
  /** `left`: another process does this work, so nothing was done. */
  work(run: Run, batch: Piece[]): Promise<"left" | undefined> | Promise<void>;
  /** Whether the pass ended before its work did, so that the next one follows without a pause. */
  continues?(): boolean;
  /** Moves past a piece that is set aside, where the list would return it forever. */
  pass?(run: Run, piece: Piece): Promise<void>;
}

/** Lists batches until one has only pieces set aside. A list that does not leave these out must have room for all of them. */
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
