import { and, eq, gte, lte } from "drizzle-orm";
import { apiCalls } from "@/db/schema/api-calls";
import { producers } from "@/db/schema/producers";
import { type Ctx, callingAdmin } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { walkIndexes } from "@/server/data/walk-indexes";
import { openCallsAsAdmin } from "@/server/domain/producers/open-as-admin";
import { isId } from "@/server/platform/ids";
import { getCall } from "./list";

const MAX_OF_REQUEST = 100;

/**
 * Calls of all producers and their sandboxes with a request id, newest first, for admins: some 100 where more have it. Paths and bodies are left out: they
 * are the producer's data, which `getCallAsAdmin` opens.
 */
export async function findAllCalls(ctx: Ctx, ofRequest: string) {
  callingAdmin(ctx);
  const { id, producerId, requestId, method, endpoint, status, code, ms } = apiCalls;
  const found = await walkIndexes(ctx.db, (db) => {
    const calls = db
      .select({ id, producerId, method, endpoint, status, code, ms })
      .from(apiCalls)
      .where(and(gte(requestId, ofRequest), lte(requestId, ofRequest)))
      .orderBy(requestId, producerId)
      .limit(MAX_OF_REQUEST)
      .as("calls");
    return db
      .select({ ...calls._.selectedFields, producer: producers.name, sandbox: producers.sandbox })
      .from(calls)
      .innerJoin(producers, eq(producers.id, calls.producerId));
  });
  return found.toSorted((a, b) => (a.id < b.id ? 1 : -1));
}

/**
 * Opens a call of any producer for an admin, and records the admin access.
 * @throws 404 without the call
 */
export async function getCallAsAdmin(ctx: Ctx, callId: string) {
  callingAdmin(ctx);
  const [call] = isId(callId)
    ? await ctx.db.select({ producerId: apiCalls.producerId }).from(apiCalls).where(eq(apiCalls.id, callId))
    : [];
  if (!call) throw notFound("call-not-found", "There is no such call in the request log.");
  return getCall(await openCallsAsAdmin(ctx, call.producerId), callId);
}
