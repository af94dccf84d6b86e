/** The token or person behind a change. Histories store it. */
export interface Actor {
  type: "token" | "user";
  id: string;
  name: string;
}

export interface ProducerCaller {
  kind: "producer";
  producerId: string;
  /** The number of the producer's sandbox (decision 0078); 0 for real items. */
  sandbox: number;
  /** The presented credential, which decides the permitted calls. */
  credential: "token" | "ownerKey" | "session";
  actor: Actor;
  /** The scopes of the presented token (`server/core/scopes.ts`); undefined for all. */
  scopes?: readonly string[] | undefined;
  /** The rate limit of the presented credential, besides that of all; undefined for none. */
  requestsPerMinute?: number | undefined;
}

/** A person who runs the service and acts for no producer. */
export interface AdminCaller {
  kind: "admin";
  actor: Actor;
}

/** The caller: a scanner app without a token, a producer, an admin, or the service itself (jobs, commands, start). */
export type Caller = { kind: "anonymous" } | { kind: "system" } | ProducerCaller | AdminCaller;

export const ANONYMOUS: Caller = { kind: "anonymous" };
export const SYSTEM: Caller = { kind: "system" };

/** The part of a caller that views need. */
export type Viewer = { kind: "anonymous" | "system" | "admin" } | Pick<ProducerCaller, "kind" | "producerId">;

/** Whether the viewer is the given producer, which sees the fields hidden from all others. */
export const isProducer = (viewer: Viewer, producerId: string) =>
  viewer.kind === "producer" && viewer.producerId === producerId;
