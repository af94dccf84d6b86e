import type { z } from "zod";
import type { Hook } from "@/db/schema/hooks";
import { jsonObject } from "@/server/data/json-text";
import type { HookEnvelope } from "./schema";

/** The columns of a webhook that views show. */
export type ShownHook = Pick<
  Hook,
  "id" | "events" | "eventsAsList" | "url" | "data" | "executed" | "createdAt" | "updatedAt"
>;

/** A webhook as its producer reads it; never with its secret. */
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

/** A webhook whose data stays the database's text, since it is only copied. */
export type HookAsText = Omit<ShownHook, "data"> & { data: string };

/** The JSON of a webhook, without parsing its data: that of all webhooks of a target takes megabytes. */
export function hookJson(hook: HookAsText): string {
  const { id, data } = hookView({ ...hook, data: {} });
  const { data: _, ...fields } = data;
  return jsonObject({ data: jsonObject({ data: hook.data }, fields) }, { id });
}
