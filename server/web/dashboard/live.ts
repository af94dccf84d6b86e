import { isAtLeast } from "@/server/auth/roles";
import { PageByUuid } from "@/server/data/keyset";
import { tooManyRequests } from "@/server/data/too-many-requests";
import { scansAfter } from "@/server/domain/scans/latest";
import type { ListedScan } from "@/server/domain/scans/listed";
import { type LiveScan, liveScan } from "@/server/domain/scans/live-view";
import { inTime } from "@/server/http/in-time";
import { limitedAs, type SignedIn } from "@/server/identity/from-session";
import { memberCtx, membershipAs, type Visitor, visitorOf } from "@/server/identity/visitor";
import { answeringVisitor } from "./answer";
import { ScanFeeds } from "./scan-feed";

const HEARTBEAT_INTERVAL_MS = 15_000;
const SESSION_CHECK_INTERVAL_MS = 4_000;
const RECONNECT_DELAY_MS = 2_000;
const RECONNECT_FIELD = `retry: ${RECONNECT_DELAY_MS}\n\n`;
const MAX_WATCHERS = 500;
/** Visitors of the public demo leave the rest to people with an account. */
const MAX_WATCHERS_WITH_VISITORS = 250;
const MAX_STREAMS_PER_PERSON = 12;
const MAX_MISSED_SCANS = 200;
/** A client with more unsent messages is disconnected. */
const MAX_QUEUED_MESSAGES = 1_000;

interface Live {
  feeds: ScanFeeds;
  /** The stop function of each stream, and who is limited. */
  watching: Map<() => void, string>;
  isStopped: boolean;
}

declare global {
  var assayLive: Live | undefined;
}

/** On `globalThis`, because Next and the HTTP front are separate bundles. */
function live(): Live {
  globalThis.assayLive ??= { feeds: new ScanFeeds(), watching: new Map(), isStopped: false };
  return globalThis.assayLive;
}

/** Ends all live feeds and refuses new ones during shutdown. */
export function stopLiveFeeds(): void {
  const { watching } = live();
  live().isStopped = true;
  for (const end of [...watching.keys()]) end();
}

const idOf = ({ timestamp, id }: Pick<LiveScan, "timestamp" | "id">) => `${timestamp}_${id}`;

const messageOf = (scan: ListedScan) => {
  const shown = liveScan(scan);
  return `id: ${idOf(shown)}\nevent: scan\ndata: ${JSON.stringify(shown)}\n\n`;
};

/** Returns the cursor of a reconnecting browser: the last scan that it received. */
function lastSeen(request: Request) {
  const lastId = request.headers.get("last-event-id") ?? new URL(request.url).searchParams.get("after");
  const key = PageByUuid.shape.cursor.safeParse(lastId).data;
  return key && "at" in key ? key : undefined;
}

function refuseCrowd(signedIn: SignedIn): void {
  const { watching } = live();
  const limited = limitedAs(signedIn);
  const own = [...watching.values()].filter((one) => one === limited).length;
  const most = signedIn.person.isDemoVisitor ? MAX_WATCHERS_WITH_VISITORS : MAX_WATCHERS;
  if (watching.size >= most || own >= MAX_STREAMS_PER_PERSON) {
    throw tooManyRequests("live feeds", "Too many pages watch live.", 10);
  }
}

/** Whether the person still may watch: not after a change to the role inspector. */
const stillMember = async (
  request: Request,
  { person, producerId }: { person: string; producerId: string },
) => {
  const visitor = await visitorOf(request.headers);
  return (
    visitor?.signedIn.person.id === person &&
    visitor.signedIn.memberships.some(
      (membership) =>
        membership.producerId === producerId &&
        isAtLeast(membership.role, "viewer") &&
        !membership.needsSecondFactor,
    )
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
      let isChecking = false;
      const send = (text: string) => {
        if (!isOpen) return;
        controller.enqueue(encoder.encode(text));
        if ((controller.desiredSize ?? 0) < -MAX_QUEUED_MESSAGES) end();
      };
      const stopListening = feeds.listen(ctx, (scans) => send(scans.map(messageOf).join("")));
      const heartbeat = setInterval(() => send(": here\n\n"), HEARTBEAT_INTERVAL_MS).unref();
      const session = setInterval(async () => {
        // Checks must not pile up while the database is frozen.
        if (isChecking) return;
        isChecking = true;
        // A failed check keeps the stream; the next interval repeats it.
        const isMember = await inTime(stillMember(request, { person, producerId })).catch(() => true);
        isChecking = false;
        if (isMember) return;
        send("event: end\ndata: signed-out\n\n");
        end();
      }, SESSION_CHECK_INTERVAL_MS).unref();
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
          // The browser has already closed the stream.
        }
      };
      watching.set(end, limitedAs(visitor.signedIn));
      request.signal.addEventListener("abort", () => end());
      send(`${RECONNECT_FIELD}event: open\ndata: {}\n\n`);
      const after = lastSeen(request);
      if (!after) return;
      const missed = await scansAfter(ctx, after, MAX_MISSED_SCANS).catch(() => []);
      send(missed.map(messageOf).join(""));
    },
    cancel: () => end(),
  });
}

const NO_STORE = { "cache-control": "private, no-store" };

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  // Compression would buffer events.
  "cache-control": "private, no-store, no-transform",
  "x-accel-buffering": "no",
  "x-content-type-options": "nosniff",
};

/** An EventSource does not reconnect after a 204. */
const NO_CONTENT = 204;

/**
 * Streams new scans of the chosen producer as server-sent events: `scan` (a `LiveScan` as JSON), and `end` when the
 * session or the membership ends. A reconnecting browser gets the scans that it missed; scans may be sent twice. 204 for
 * people without a membership of the producer.
 *
 * @throws 429 above the limits of streams.
 */
export const watchScans = (request: Request): Promise<Response> =>
  answeringVisitor(request, async (visitor, requestId) => {
    if (!visitor.membership) return new Response(null, { status: NO_CONTENT, headers: NO_STORE });
    // An EventSource reconnects after a stream that ends, but never after an error status.
    if (live().isStopped) return new Response(RECONNECT_FIELD, { headers: HEADERS });
    refuseCrowd(visitor.signedIn);
    return new Response(streamOf(request, visitor, requestId), { headers: HEADERS });
  });
