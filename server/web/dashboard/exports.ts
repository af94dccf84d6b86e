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
const underWay = new Map<string, number>();

/** Takes one of the few places that a person has for downloads. Returns what gives it back, once. */
function takePlace(personId: string): () => void {
  const taken = underWay.get(personId) ?? 0;
  if (taken >= MAX_EXPORTS_PER_PERSON) throw tooManyRequests("Too many downloads at once.", 10);
  underWay.set(personId, taken + 1);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    const left = (underWay.get(personId) ?? 1) - 1;
    if (left > 0) underWay.set(personId, left);
    else underWay.delete(personId);
  };
}

/** Sends the parts as they are asked for: a browser that is slow, or leaves, has nothing read in advance. */
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
        // The download breaks off, and is not taken for a whole one.
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

/** Answers with a file that is made while it is sent; from the dashboard's own pages alone, as it is written down. */
const download = (request: Request, make: (visitor: Visitor, requestId: string) => Promise<Download>) =>
  answeringVisitor(request, async (visitor, requestId) => {
    refuseOtherOrigins(request.headers);
    const giveBack = takePlace(visitor.signedIn.person.id);
    try {
      const { parts, type, name } = await inTime(make(visitor, requestId));
      return new Response(streamOf(parts, giveBack), {
        headers: {
          "content-type": `${type}; charset=utf-8`,
          "content-disposition": `attachment; filename="${name}"`,
          "cache-control": "private, no-store",
          "x-content-type-options": "nosniff",
          "cross-origin-resource-policy": "same-origin",
        },
      });
    } catch (refused) {
      giveBack();
      throw refused;
    }
  });

const queryOf = (request: Request) => Object.fromEntries(new URL(request.url).searchParams);
const today = () => new Date().toISOString().slice(0, 10);

const Everywhere = z.object({ everywhere: z.literal("true").optional() });

/**
 * All that is known of a scan or a device, as JSON, for owners: `?scan=` or `?device=` (the hash that scans show); for
 * admins with `everywhere=true` that of every producer.
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

/** The producer's scans of a range, for owners: `?format=csv|ndjson&from=&before=`, both in milliseconds. */
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
