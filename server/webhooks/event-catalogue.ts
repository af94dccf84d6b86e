import { eq } from "drizzle-orm";
import type { HookInJson } from "@/db/schema/events";
import { producers } from "@/db/schema/producers";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { EVENTS, type EventName, isExtension } from "@/server/events/catalogue";
import { bodyOf } from "./body";
import { sampleOf } from "./samples";

/** An event with the body that a receiver would get. */
export interface DescribedEvent {
  name: EventName;
  /** Whether `*` does not include it. */
  isExtension: boolean;
  /** JSON. */
  sampleBody: string;
}

const sampleHook = (event: EventName, at: string): HookInJson => ({
  id: "00000000-0000-4000-8000-000000000004",
  events: [event],
  events_as_list: false,
  url: "https://example.com/hook",
  data: {},
  executed: 0,
  created_at: at,
  updated_at: at,
});

/** JSON of an event as a webhook of a producer would receive it. */
export function sampleBodyOf(
  name: EventName,
  { producer, at }: { producer: { id: string; name: string }; at: Date },
): string {
  const snapshot = { ...sampleOf(name, { producerId: producer.id, at }), producer };
  return bodyOf({ type: name, snapshot, hook: sampleHook(name, at.toISOString()) });
}

/** The events with sample bodies, as a webhook of the caller would receive them. */
export async function eventCatalogue(ctx: Ctx): Promise<DescribedEvent[]> {
  const { producerId } = callingProducer(ctx);
  const producer = only(
    await ctx.db
      .select({ id: producers.id, name: producers.name })
      .from(producers)
      .where(eq(producers.id, producerId)),
  );
  const at = new Date();
  return EVENTS.map((name) => ({
    name,
    isExtension: isExtension(name),
    sampleBody: sampleBodyOf(name, { producer, at }),
  }));
}
