import type { Ctx } from "@/server/core/ctx";
import { scansSince } from "@/server/domain/scans/latest";
import type { ListedScan } from "@/server/domain/scans/listed";
import { log } from "@/server/platform/log";

export type Listener = (scans: ListedScan[]) => void;

/*
 * One reader per watched producer polls by index, so recording a scan costs nothing more. Timestamps precede commits and
 * come from other processes' clocks, so reads overlap by some seconds and sent ids are remembered.
 */
const POLL_INTERVAL_MS = 500;
const OVERLAP_MS = 10_000;
/** Scans per poll; a feed for people needs no more, and the list shows the rest. */
const FEED_BATCH_SIZE = 200;

interface Feed {
  listeners: Set<Listener>;
  /** Ids of sent scans with the time of the scan. */
  seen: Map<string, number>;
  isPolling: boolean;
  timer: NodeJS.Timeout;
}

const since = () => new Date(Date.now() - OVERLAP_MS);

async function poll(feed: Feed, ctx: Ctx): Promise<void> {
  if (feed.isPolling) return;
  feed.isPolling = true;
  try {
    const from = since();
    const found = await scansSince(ctx, from, FEED_BATCH_SIZE);
    const fresh = found.filter(({ id }) => !feed.seen.has(id));
    for (const { id, timestamp } of fresh) feed.seen.set(id, timestamp.getTime());
    // Ids are remembered for twice the overlap.
    const oldestRemembered = from.getTime() - OVERLAP_MS;
    for (const [id, time] of feed.seen) if (time < oldestRemembered) feed.seen.delete(id);
    if (fresh.length > 0) for (const listener of feed.listeners) listener(fresh);
  } catch (err) {
    log.warn({ err }, "reading the scan feed failed");
  } finally {
    feed.isPolling = false;
  }
}

/** Scan feeds by producer; all listeners of a producer share one reader. */
export class ScanFeeds {
  readonly #feeds = new Map<string, Feed>();

  /** Passes new scans of the caller's items to the listener, oldest first. Returns the function that stops it. */
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

  /** The number of producers with a reader. */
  get size(): number {
    return this.#feeds.size;
  }

  #open(producerId: string, ctx: Ctx): Feed {
    const feed: Feed = {
      listeners: new Set(),
      seen: new Map(),
      isPolling: false,
      timer: setInterval(() => void poll(feed, ctx), POLL_INTERVAL_MS).unref(),
    };
    this.#feeds.set(producerId, feed);
    return feed;
  }
}
