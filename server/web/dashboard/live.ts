import { tooManyRequests } from "@/server/core/errors";
import { PageByUuid } from "@/server/data/keyset";
import { scansAfter } from "@/server/domain/scans/latest";
import type { ListedScan } from "@/server/domain/scans/list";
import { type LiveScan, liveScan } from "@/server/domain/scans/live-view";
import { inTime } from "@/server/http/in-time";
import { memberCtx, membershipAs, type Visitor, visitorOf } from "@/server/identity/visitor";
import { answeringVisitor } from "./answer";
import { ScanFeeds } from "./scan-feed";

const HEARTBEAT_MS = 15_000;
const LOOK_AT_SESSION_MS = 4_000;
const RECONNECT_AFTER_MS = 2_000;
const COME_AGAIN = `retry: ${RECONNECT_AFTER_MS}\n\n`;
const MAX_WATCHERS = 500;
const MAX_STREAMS_PER_PERSON = 12;
const MAX_MISSED_SCANS = 200;
/** Whoever does not receive so many messages is gone. */
const MAX_WAITING = 1_000;

interface Live {
  feeds: ScanFeeds;
  /** What ends each of those who watch, and who they are. */
  watching: Map<() => void, string>;
  isStopped: boolean;
}

declare global {
  var assayLive: Live | undefined;
}

/** On `globalThis`, since Next and the HTTP front are bundled apart. */
function live(): Live {
  globalThis.assayLive ??= { feeds: new ScanFeeds(), watching: new Map(), isStopped: false };
  return globalThis.assayLive;
}

/** Ends all live feeds, and takes no more: the process is about to stop. */
export function stopLiveFeeds(): void {
  const { watching } = live();
  live().isStopped = true;
  for (const end of [...watching.keys()]) end();
}

const idOf = ({ timestamp, id }: Pick<LiveScan, "timestamp" | "id">) => `${timestamp}_${id}`;

const messageOf = (scan: ListedScan) => {
  const told = liveScan(scan);
  return `id: ${idOf(told)}\nevent: scan\ndata: ${JSON.stringify(told)}\n\n`;
};

/** Where a browser that was cut off stands: after the last scan that it was told. */
function lastSeen(request: Request) {
  const told = request.headers.get("last-event-id") ?? new URL(request.url).searchParams.get("after");
  return PageByUuid.shape.cursor.safeParse(told).data ?? undefined;
}

function refuseCrowd(personId: string): void {
  const { watching } = live();
  const own = [...watching.values()].filter((one) => one === personId).length;
  if (watching.size >= MAX_WATCHERS || own >= MAX_STREAMS_PER_PERSON) {
    throw tooManyRequests("Too many pages watch live.", 10);
  }
}

const stillMember = async (
  request: Request,
  { person, producerId }: { person: string; producerId: string },
) => {
  const visitor = await visitorOf(request.headers);
  return (
    visitor?.signedIn.person.id === person &&
    visitor.signedIn.memberships.some((membership) => membership.producerId === producerId)
  );
};

function streamOf(request: Request, visitor: Visitor, requestId: string): ReadableStream<Uint8Array> {
  const membership = membershipAs("viewer", visitor);
  const { producerId } = membership;
  const person = visitor.signedIn.person.id;
  const ctx = memberCtx(visitor.signedIn, membership, requestId);
  const { feeds, watching } = live();
  const encoder = new TextEncoder();
  let end = () => {};

  return new ReadableStream<Uint8Array>({
    async start(controller) {
      let isOpen = true;
      let isLooking = false;
      const send = (text: string) => {
        if (!isOpen) return;
        controller.enqueue(encoder.encode(text));
        if ((controller.desiredSize ?? 0) < -MAX_WAITING) end();
      };
      const stopListening = feeds.listen(ctx, (scans) => send(scans.map(messageOf).join("")));
      const heartbeat = setInterval(() => send(": here\n\n"), HEARTBEAT_MS).unref();
      const session = setInterval(async () => {
        // A database that is frozen is not asked by ever more.
        if (isLooking) return;
        isLooking = true;
        // Where that can't be told just now, it is asked again.
        const isMember = await inTime(stillMember(request, { person, producerId })).catch(() => true);
        isLooking = false;
        if (isMember) return;
        send("event: end\ndata: signed-out\n\n");
        end();
      }, LOOK_AT_SESSION_MS).unref();
      end = () => {
        if (!isOpen) return;
        isOpen = false;
        stopListening();
        clearInterval(heartbeat);
        clearInterval(session);
        watching.delete(end);
        try {
          controller.close();
        } catch {
          // The browser has closed it already.
        }
      };
      watching.set(end, person);
      request.signal.addEventListener("abort", () => end());
      send(`${COME_AGAIN}event: open\ndata: {}\n\n`);
      const after = lastSeen(request);
      if (!after) return;
      const missed = await scansAfter(ctx, after, MAX_MISSED_SCANS).catch(() => []);
      send(missed.map(messageOf).join(""));
    },
    cancel: () => end(),
  });
}

const NEVER_KEPT = { "cache-control": "private, no-store" };

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  // Compressed, events would be held back.
  "cache-control": "private, no-store, no-transform",
  "x-accel-buffering": "no",
  "x-content-type-options": "nosniff",
};

/** To a browser, that is the word to ask no more. */
const FOR_NOBODY = 204;

/**
 * New scans of the chosen producer as they are recorded, as server-sent events: `scan` (a `LiveScan` as JSON), and `end`
 * when the session or the membership is over. A browser that was cut off is told what it missed; some scans may be told
 * twice. 204 for whoever is no member of the producer, or no longer.
 */
export const watchScans = (request: Request): Promise<Response> =>
  answeringVisitor(request, async (visitor, requestId) => {
    if (!visitor.membership) return new Response(null, { status: FOR_NOBODY, headers: NEVER_KEPT });
    // A browser comes again after a stream that ends, and never after a refusal.
    if (live().isStopped) return new Response(COME_AGAIN, { headers: HEADERS });
    refuseCrowd(visitor.signedIn.person.id);
    return new Response(streamOf(request, visitor, requestId), { headers: HEADERS });
  });
