import type { Ctx } from "@/server/core/ctx";
import { scansSince } from "@/server/domain/scans/latest";
import type { ListedScan } from "@/server/domain/scans/list";
import { log } from "@/server/platform/log";

export type Listener = (scans: ListedScan[]) => void;

/*
 * While somebody watches a producer's scans, one reader asks for them by index, however many watch: so recording a scan
 * knows nothing of feeds and costs nothing more. A scan's time is told before it is committed, and by the clock of the
 * process that takes it, so the reader looks back some seconds and remembers what it has seen.
 */
const ASK_EVERY_MS = 500;
const LOOK_BACK_MS = 10_000;
/** More than that in one turn are for the list, not for a feed that people read. */
const FEED_BATCH_SIZE = 200;

interface Feed {
  listeners: Set<Listener>;
  /** Ids of scans that were told, by the time of the scan. */
  seen: Map<string, number>;
  isAsking: boolean;
  timer: NodeJS.Timeout;
}

const since = () => new Date(Date.now() - LOOK_BACK_MS);

async function ask(feed: Feed, ctx: Ctx): Promise<void> {
  if (feed.isAsking) return;
  feed.isAsking = true;
  try {
    const from = since();
    const found = await scansSince(ctx, from, FEED_BATCH_SIZE);
    const fresh = found.filter(({ id }) => !feed.seen.has(id));
    for (const { id, timestamp } of fresh) feed.seen.set(id, timestamp.getTime());
    // Twice as long as any is looked for.
    const forgotten = from.getTime() - LOOK_BACK_MS;
    for (const [id, time] of feed.seen) if (time < forgotten) feed.seen.delete(id);
    if (fresh.length > 0) for (const listener of feed.listeners) listener(fresh);
  } catch (err) {
    log.warn({ err }, "the feed of scans could not be read");
  } finally {
    feed.isAsking = false;
  }
}

/** Feeds of scans by producer, each read once however many listen. */
export class ScanFeeds {
  readonly #feeds = new Map<string, Feed>();

  /** Tells the listener of new scans of the caller's items from now on, oldest first, until what it returns is called. */
  listen(ctx: Ctx & { caller: { producerId: string } }, listener: Listener): () => void {
    const { producerId } = ctx.caller;
    const feed = this.#feeds.get(producerId) ?? this.#open(producerId, ctx);
    feed.listeners.add(listener);
    return () => {
      feed.listeners.delete(listener);
      if (feed.listeners.size > 0 || this.#feeds.get(producerId) !== feed) return;
      clearInterval(feed.timer);
      this.#feeds.delete(producerId);
    };
  }

  /** How many producers are read for. */
  get size(): number {
    return this.#feeds.size;
  }

  #open(producerId: string, ctx: Ctx): Feed {
    const feed: Feed = {
      listeners: new Set(),
      seen: new Map(),
      isAsking: false,
      timer: setInterval(() => void ask(feed, ctx), ASK_EVERY_MS).unref(),
    };
    this.#feeds.set(producerId, feed);
    return feed;
  }
}
