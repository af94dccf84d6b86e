/** Who stands behind what was done: a token, or a person. Goes into histories. */
export interface Actor {
  type: "token" | "user";
  id: string;
  name: string;
}

export interface ProducerCaller {
  kind: "producer";
  producerId: string;
  /** What was presented: it decides which calls are open to it. */
  credential: "token" | "ownerKey" | "session";
  actor: Actor;
}

/** A person who runs the service; stands above producers, and for none of them. */
export interface AdminCaller {
  kind: "admin";
  actor: Actor;
}

/** Who is calling: a scanner app without a token, a producer, an admin, or the service itself (jobs, commands, start). */
export type Caller = { kind: "anonymous" } | { kind: "system" } | ProducerCaller | AdminCaller;

export const ANONYMOUS: Caller = { kind: "anonymous" };
export const SYSTEM: Caller = { kind: "system" };

/** Who looks at something, as far as views ask. */
export type Viewer = { kind: "anonymous" | "system" | "admin" } | Pick<ProducerCaller, "kind" | "producerId">;

/** Whether it is the given producer that looks, who sees the fields hidden from all others. */
export const isProducer = (viewer: Viewer, producerId: string) =>
  viewer.kind === "producer" && viewer.producerId === producerId;
