import { z } from "zod";
import { tooManyRequests } from "@/server/core/errors";
import { parsed } from "@/server/core/parsed";
import { exportPerson } from "@/server/domain/privacy/export-person";
import { exportScans, ScansExport } from "@/server/domain/privacy/export-scans";
import { Subject } from "@/server/domain/privacy/schema";
import { inTime } from "@/server/http/in-time";
import { refuseOtherOrigins } from "@/server/http/same-origin";
import { adminCtx, memberCtx, membershipAs, type Visitor } from "@/server/identity/visitor";
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
function streamOf(parts: AsyncGenerator<string>, onEnd: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await parts.next();
        if (!done) return controller.enqueue(encoder.encode(value));
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

interface Download {
  parts: AsyncGenerator<string>;
  type: string;
  name: string;
}

/** Answers with a file generated while it is sent. Same origin only, because each download is recorded. */
const download = (request: Request, make: (visitor: Visitor, requestId: string) => Promise<Download>) =>
  answeringVisitor(request, async (visitor, requestId) => {
    refuseOtherOrigins(request.headers);
    const releaseSlot = takeSlot(visitor.signedIn.person.id);
    try {
      const { parts, type, name } = await inTime(make(visitor, requestId));
      return new Response(streamOf(parts, releaseSlot), {
        headers: {
          "content-type": `${type}; charset=utf-8`,
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

const queryOf = (request: Request) => Object.fromEntries(new URL(request.url).searchParams);
const today = () => new Date().toISOString().slice(0, 10);

const Everywhere = z.object({ everywhere: z.literal("true").optional() });

/**
 * Exports all data of a scan or a device as JSON, for owners: `?scan=` or `?device=` (the hash that scans show). With
 * `everywhere=true` it covers every producer, for admins.
 */
export const exportPersonalData = (request: Request): Promise<Response> =>
  download(request, async (visitor, requestId) => {
    const query = queryOf(request);
    const { everywhere } = parsed(Everywhere, query);
    const ctx = everywhere
      ? adminCtx(visitor.signedIn, requestId)
      : memberCtx(visitor.signedIn, membershipAs("owner", visitor), requestId);
    const parts = await exportPerson(ctx, parsed(Subject, query));
    return { parts, type: "application/json", name: `personal-data-${today()}.json` };
  });

const TYPE = { csv: "text/csv", ndjson: "application/x-ndjson" };

/** Exports the producer's scans of a range, for owners: `?format=csv|ndjson&from=&before=`, both in milliseconds. */
export const exportScansOfRange = (request: Request): Promise<Response> =>
  download(request, async (visitor, requestId) => {
    const ctx = memberCtx(visitor.signedIn, membershipAs("owner", visitor), requestId);
    const wish = parsed(ScansExport, queryOf(request));
    return {
      parts: await exportScans(ctx, wish),
      type: TYPE[wish.format],
      name: `scans-${today()}.${wish.format}`,
    };
  });
