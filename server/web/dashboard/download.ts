import { inTime } from "@/server/http/in-time";
import { refuseOtherOrigins } from "@/server/http/same-origin";
import { refuseDemoVisitor, type Visitor } from "@/server/identity/visitor";
import { answeringVisitor } from "./answer";
import { takeSlot } from "./download-slots";

/** A download that its browser does not read any more ends after this time. */
const MAX_IDLE_MS = 60_000;

/** Streams the parts on demand: nothing is read ahead for a browser that is slow or leaves. */
function streamOf(parts: AsyncGenerator<string | Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let idle: NodeJS.Timeout | undefined;
  const leave = (controller: ReadableStreamDefaultController) => {
    onEnd();
    controller.error(new Error("The download was not read any more."));
    void parts.return(undefined);
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      clearTimeout(idle);
      try {
        const { value, done } = await parts.next();
        if (!done) {
          idle = setTimeout(leave, MAX_IDLE_MS, controller).unref();
          return controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
        }
        onEnd();
        controller.close();
      } catch (error) {
        // The connection breaks, so that the browser does not treat the download as complete.
        onEnd();
        controller.error(error);
      }
    },
    async cancel() {
      clearTimeout(idle);
      onEnd();
      await parts.return(undefined);
    },
  });
}

/** A file that is generated while it is sent. */
export interface Download {
  parts: AsyncGenerator<string | Uint8Array>;
  /** The media type. */
  type: string;
  name: string;
}

/**
 * Answers with a file generated while it is sent. Same origin only, and not for visitors
 * of the public demo, because each download is recorded.
 */
export const download = (
  request: Request,
  make: (visitor: Visitor, requestId: string) => Promise<Download>,
) =>
  answeringVisitor(request, async (visitor, requestId) => {
    refuseOtherOrigins(request.headers);
    const { signedIn, membership } = visitor;
    refuseDemoVisitor(signedIn);
    const releaseSlot = takeSlot({ person: signedIn.person.id, producer: membership?.producerId });
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
