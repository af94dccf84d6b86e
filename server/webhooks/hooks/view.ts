import type { z } from "zod";
import type { Hook } from "@/db/schema/hooks";
import { jsonObject } from "@/server/data/json-text";
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

/** A hook whose data is the text that the database gives: nothing looks into it. */
export type HookAsText = Omit<ShownHook, "data"> & { data: string };

/** The same, written: the data of all hooks of a target takes megabytes. */
export function hookJson(hook: HookAsText): string {
  const { id, data } = hookView({ ...hook, data: {} });
  const { data: _, ...fields } = data;
  return jsonObject({ data: jsonObject({ data: hook.data }, fields) }, { id });
}
