import { tooManyRequests } from "@/server/core/errors";
import { inTime } from "@/server/http/in-time";
import { refuseOtherOrigins } from "@/server/http/same-origin";
import type { Visitor } from "@/server/identity/visitor";
import { answeringVisitor } from "./answer";

const MAX_EXPORTS_PER_PERSON = 2;
const inFlight = new Map<string, number>();

/**
 * Takes one of a person's download slots. Returns the function that releases it; repeated calls have no effect.
 *
 * @throws 429 if all slots are taken.
 */
function takeSlot(personId: string): () => void {
  const taken = inFlight.get(personId) ?? 0;
  if (taken >= MAX_EXPORTS_PER_PERSON) throw tooManyRequests("Too many downloads at once.", 10);
  inFlight.set(personId, taken + 1);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    const left = (inFlight.get(personId) ?? 1) - 1;
    if (left > 0) inFlight.set(personId, left);
    else inFlight.delete(personId);
  };
}

/** Streams the parts on demand: nothing is read ahead for a browser that is slow or leaves. */
function streamOf(parts: AsyncGenerator<string | Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await parts.next();
        if (!done) return controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
        onEnd();
        controller.close();
      } catch (error) {
        // The connection breaks, so that the browser does not treat the download as complete.
        onEnd();
        controller.error(error);
      }
    },
    async cancel() {
      onEnd();
      await parts.return(undefined);
    },
  });
}

/** A file that is generated while it is sent. */
interface Download {
  parts: AsyncGenerator<string | Uint8Array>;
  /** The media type. */
  type: string;
  name: string;
}

/** Answers with a file generated while it is sent. Same origin only, because each download is recorded. */
export const download = (
  request: Request,
  make: (visitor: Visitor, requestId: string) => Promise<Download>,
) =>
  answeringVisitor(request, async (visitor, requestId) => {
    refuseOtherOrigins(request.headers);
    const releaseSlot = takeSlot(visitor.signedIn.person.id);
    try {
      const { parts, type, name } = await inTime(make(visitor, requestId));
      return new Response(streamOf(parts, releaseSlot), {
        headers: {
          "content-type": type,
          "content-disposition": `attachment; filename="${name}"`,
          "cache-control": "private, no-store",
          "x-content-type-options": "nosniff",
          "cross-origin-resource-policy": "same-origin",
        },
      });
    } catch (refused) {
      releaseSlot();
      throw refused;
    }
  });

/** The query of a request, without repeated parameters. */
export const queryOf = (request: Request) => Object.fromEntries(new URL(request.url).searchParams);

/** The date for names of files. */
export const today = () => new Date().toISOString().slice(0, 10);
