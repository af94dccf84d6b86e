import type { EventName } from "@/server/events/catalogue";
import { VERSION } from "@/server/platform/build-info";
import { bodyOf, type ToldEvent } from "./body";
import { type SealedSecrets, signedHeaders } from "./sign";

const USER_AGENT = `Assay/${VERSION}`;

/** The columns of a message: a delivery, its event and the current state of its webhook. */
export const MESSAGE = `
  deliveries.body, deliveries.hook::text, events.type, events.traceparent, events.snapshot::text, hooks.url, hooks.secret,
  hooks.previous_secret as "previousSecret", hooks.previous_secret_until as "previousSecretUntil",
  hooks.switched_off_at is not null as "isStopped",
  (select suspended_at is not null from producers where producers.id = hooks.producer_id) as "isSuspended"`;

/**
 * The content and the receiver of a delivery, by the current state of its webhook. Snapshots stay text while they wait:
 * the garbage collector would copy hundreds of objects again and again.
 */
export interface Message extends SealedSecrets {
  id: string;
  type: EventName;
  /** Of the request that caused the event, if it was traced. Receivers do not get it (decision 0062). */
  traceparent: string | null;
  snapshot: string;
  hook: string;
  body: string | null;
  url: string;
  isStopped: boolean;
  /** Whether the producer is suspended: then its deliveries are held. */
  isSuspended: boolean;
}

const eventOf = ({ type, snapshot, hook }: Message): ToldEvent => ({
  type,
  snapshot: JSON.parse(snapshot),
  hook: JSON.parse(hook),
});

/** The bytes of a message: those of its first failed attempt, if there was one. */
export const bytesOf = (message: Message): string => message.body ?? bodyOf(eventOf(message));

/** The headers of a message. */
export const headersOf = (message: Message, body: string, at: Date): Record<string, string> => ({
  "content-type": "application/json",
  "user-agent": USER_AGENT,
  ...signedHeaders(message, { id: message.id, body, at }),
});
