import { z } from "zod";
import { Milliseconds } from "@/server/core/moment";

export const CALL_METHODS = ["GET", "POST", "DELETE", "HEAD"] as const;

/** How calls ended: `failed` is any refusal, the others are classes of statuses. */
export const OUTCOMES = ["succeeded", "failed", "refused", "broken"] as const;

/** The id of a request, as answers name it in `x-request-id`. */
export const RequestId = z.string().min(1).max(100);

/** The filter of the request log. */
export const CallFilter = z.object({
  /** `refused`: 4xx; `broken`: 5xx. */
  outcome: z.enum(OUTCOMES).optional(),
  method: z.enum(CALL_METHODS).optional(),
  /** A documented path, such as `/items/{id}`. */
  endpoint: z.string().max(100).optional(),
  token: z.guid().optional(),
  requestId: RequestId.optional(),
  from: Milliseconds.optional(),
  before: Milliseconds.optional(),
});
export type CallFilter = z.output<typeof CallFilter>;
