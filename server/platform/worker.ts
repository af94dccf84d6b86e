import { z } from "zod";
import { type Answers, type Ask, openChannel } from "./channel";
import { endWithParent } from "./end-with-parent";

/** The variable in which a primary describes a worker to itself. */
export const WORKER_VARIABLE = "ASSAY_WORKER";

const Worker = z.object({
  /** From 1. The worker that replaces another one has its number. */
  number: z.number(),
  /** Workers of the instance. */
  workers: z.number(),
  /** Database connections of the instance. */
  connections: z.number(),
  /** The embedded database, which the primary runs. */
  databaseUrl: z.string().optional(),
  /** Of the instance, if it makes any. */
  backups: z
    .object({
      place: z.string(),
      cluster: z.object({ url: z.string(), folder: z.string().optional() }),
    })
    .optional(),
});
export type Worker = z.output<typeof Worker>;

const text = process.env[WORKER_VARIABLE];

/** What this process is where a primary started it as one of several workers (decision 0063). */
export const worker: Worker | undefined = text === undefined ? undefined : Worker.parse(JSON.parse(text));

/** Whether background work runs in this process: in the first worker, or in the only process. */
export const runsBackgroundWork = worker === undefined || worker.number === 1;

declare global {
  var assayPrimary: Ask | undefined;
}

/** Opens this worker's channel to its primary, with which it ends. */
export function openPrimary(answers: Answers): Ask {
  const send = process.send?.bind(process);
  if (!send) throw new Error("A worker is started by its primary.");
  endWithParent();
  globalThis.assayPrimary = openChannel(
    {
      send(message) {
        if (!process.connected) throw new Error("The primary is gone.");
        // A primary that ends meanwhile is noticed by the disconnect.
        send(message, () => {});
      },
      onMessage: (receive) => void process.on("message", receive),
    },
    answers,
  );
  return globalThis.assayPrimary;
}

/** Asks the primary of this worker. On `globalThis`, since Next and the front are separate bundles. */
export const askPrimary: Ask = async (...question) => {
  if (!globalThis.assayPrimary) throw new Error("This process has no primary.");
  return globalThis.assayPrimary(...question);
};
