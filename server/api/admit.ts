import { callerFrom, type Identified, isAnonymous } from "@/server/auth/from-request";
import { ANONYMOUS, type Caller } from "@/server/core/caller";
import type { Timed } from "@/server/http/call-time";
import { limit, limitRequests } from "@/server/http/limits";
import type { BodyAnswer } from "@/server/http/respond";
import { cells } from "@/server/platform/cells";
import { runtime } from "@/server/runtime/runtime";
import { type CallTarget, serveInCells } from "./in-cells";
import type { Received } from "./receive";

interface AskedCall extends Received {
  endpoint: CallTarget;
  timed: Timed;
}

/**
 * Identifies the caller of a call, counts the call, and serves it by `serve` in the cell that it belongs to: here, or handed on.
 * @throws 403, 429 where the caller may not make it
 */
export async function serveAdmitted(
  call: AskedCall,
  serve: (caller: Caller, request: Request) => Promise<BodyAnswer>,
): Promise<BodyAnswer> {
  if (!cells()) return serve(await admit(call), call.request);
  return serveInCells(call, { admit: (isCounted) => admit(call, isCounted), serve });
}

async function admit(call: AskedCall, isCounted = (_caller: Caller) => false): Promise<Caller> {
  const { caller, refusal } = await authenticate(call);
  call.seen.caller = caller;
  if (!isCounted(caller)) await refuseOverLimit(call, caller);
  if (refusal) throw refusal;
  return caller;
}

const authenticate = async ({ endpoint, request, address, timed }: AskedCall): Promise<Identified> =>
  isAnonymous(request.headers, endpoint)
    ? { caller: ANONYMOUS }
    : timed(() => callerFrom(request.headers, endpoint, { credentials: runtime().credentials, address }));

async function refuseOverLimit({ endpoint, address }: AskedCall, caller: Caller): Promise<void> {
  if (caller.kind === "producer") await limitRequests(caller);
  else if (endpoint.auth === "scanner") await limit("scans from this address", address);
}
