import type { z } from "zod";
import type { Hook } from "@/db/schema/hooks";
import type { HookEnvelope } from "./schema";

/** What showing a hook needs of it. */
export type ShownHook = Pick<
  Hook,
  "id" | "events" | "eventsAsList" | "url" | "data" | "executed" | "createdAt" | "updatedAt"
>;

/** A hook as its producer reads it; never its secret. */
export const hookView = (hook: ShownHook): z.input<typeof HookEnvelope> => ({
  id: hook.id,
  data: {
    events: hook.eventsAsList ? hook.events : hook.events.join(","),
    url: hook.url,
    data: hook.data,
    type: "httprequest",
    executed: hook.executed,
    _created: hook.createdAt.getTime(),
    _updated: hook.updatedAt.getTime(),
  },
});
