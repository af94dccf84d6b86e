import type { EventName } from "@/server/events/catalogue";
import { VERSION } from "@/server/platform/build-info";
import { bodyOf, type ToldEvent } from "./body";
import { type SealedSecrets, signedHeaders } from "./sign";

const USER_AGENT = `Assay/${VERSION}`;

/** Of a delivery, its event and its hook as they stand now. */
export const MESSAGE = `
  deliveries.body, deliveries.hook::text, events.type, events.snapshot::text, hooks.url, hooks.secret,
  hooks.previous_secret as "previousSecret", hooks.previous_secret_until as "previousSecretUntil",
  hooks.switched_off_at is not null as "isStopped",
  (select suspended_at is not null from producers where producers.id = hooks.producer_id) as "isSuspended"`;

/**
 * What a delivery is to say, and to whom, as its hook stands now. What the body tells stays text for as long as it waits:
 * objects by the hundred would be moved about in the memory meanwhile.
 */
export interface Message extends SealedSecrets {
  id: string;
  type: EventName;
  snapshot: string;
  hook: string;
  body: string | null;
  url: string;
  isStopped: boolean;
  /** Whether its producer is: then nothing is sent, and what waits is kept waiting. */
  isSuspended: boolean;
}

const told = ({ type, snapshot, hook }: Message): ToldEvent => ({
  type,
  snapshot: JSON.parse(snapshot),
  hook: JSON.parse(hook),
});

/** The bytes of a message: those of the first try that failed, where there was one. */
export const bytesOf = (message: Message): string => message.body ?? bodyOf(told(message));

/** What goes with them. */
export const headersOf = (message: Message, body: string, at: Date): Record<string, string> => ({
  "content-type": "application/json",
  "user-agent": USER_AGENT,
  ...signedHeaders(message, { id: message.id, body, at }),
});
