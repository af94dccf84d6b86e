import { z } from "zod";
import { atMost } from "@/server/domain/shared/at-most";
import { FreeForm } from "@/server/domain/shared/json";
import { EVENTS } from "@/server/events/catalogue";
import { env } from "@/server/platform/env";
import { refuseReceiver } from "@/server/platform/outbound-receiver";

const ALL = "*";
const NAMES: ReadonlySet<string> = new Set([...EVENTS, ALL]);

/** Several times the number of events: names beyond it are unknown or repeated. */
const MAX_EVENTS = 1_000;
const MAX_EVENTS_CHARACTERS = 20_000;

const KNOWN = `must be "*" or names among ${EVENTS.join(", ")}`;

const areKnown = (names: string[]) => names.length > 0 && names.every((name) => NAMES.has(name));

/** One name, `*`, or names separated by commas; or a list, which answers then show as a list. */
const Events = z
  .union([
    z.string().transform((text) => ({
      names: text
        .slice(0, MAX_EVENTS_CHARACTERS)
        .split(",")
        .map((name) => name.trim()),
      asList: false,
    })),
    atMost(MAX_EVENTS, z.array(z.string())).transform((names) => ({ names, asList: true })),
  ])
  .refine(({ names }) => areKnown(names), KNOWN)
  .transform(({ names, asList }) => ({ names: [...new Set(names)], asList }))
  .meta({ description: `\`*\` for all events, or names with commas between them: ${EVENTS.join(", ")}` });

/** Body of the three create-hook calls. Every connection also checks the resolved address (decision 0021). */
export const NewHook = z
  .object({
    events: Events,
    url: z
      .string()
      .superRefine((url, check) => {
        const fault = refuseReceiver(url, env.HOOK_ALLOW);
        if (fault !== undefined) check.addIssue(fault);
      })
      .meta({ description: "http or https, without user info; must be publicly reachable" }),
    data: FreeForm.nullish().transform((data) => data ?? {}),
  })
  .meta({ id: "NewHook" });

export type NewHook = z.output<typeof NewHook>;

const hookFields = {
  events: z.union([z.string(), z.array(z.string())]),
  url: z.string(),
  data: FreeForm,
  type: z.literal("httprequest"),
  executed: z.number().meta({ description: "Successful calls" }),
  _created: z.number(),
  _updated: z.number(),
};

export const HookEnvelope = z
  .object({ id: z.string(), data: z.object(hookFields) })
  .meta({ id: "Hook", description: "Calls a receiver when an event occurs" });

/** Answer of the create-hook calls. */
export const CreatedHook = z.object({
  ...HookEnvelope.shape,
  secret: z
    .string()
    .meta({ description: "Verifies the signatures of calls (Standard Webhooks); shown this once" }),
});

/** The webhooks of an item, a group or a producer; `id` is the target's. */
export const HookList = z.object({
  id: z.string(),
  type: z.enum(["item", "group", "producer"]),
  hooks: z.array(HookEnvelope),
});
