/** Who stands behind what a producer did: a token, or later a person. Goes into histories. */
export interface Actor {
  type: "token" | "user";
  id: string;
  name: string;
}

export interface ProducerCaller {
  kind: "producer";
  producerId: string;
  /** What was presented: it decides which calls are open to it. */
  credential: "token" | "ownerKey";
  actor: Actor;
}

/** Who is calling. */
export type Caller = { kind: "anonymous" } | ProducerCaller;

export const ANONYMOUS: Caller = { kind: "anonymous" };

/** Whether the caller is the given producer, who sees the fields hidden from all others. */
export const isProducer = (caller: Caller, producerId: string) =>
  caller.kind === "producer" && caller.producerId === producerId;
