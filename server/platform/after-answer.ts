import pLimit from "p-limit";
import { log } from "./log";

const MAX_CONCURRENT = 2;
const MAX_QUEUED = 200;

const queue = pLimit(MAX_CONCURRENT);

/**
 * Does work after the answer, so that its time tells the caller nothing. A failure is logged; work beyond 200 waiting pieces
 * is dropped, and so is work that a stop of the process interrupts.
 */
export function afterAnswer(what: string, work: () => Promise<unknown>): void {
  if (queue.pendingCount >= MAX_QUEUED) {
    log.warn({ what }, "too much work waits; dropped");
    return;
  }
  queue(work).catch((err: unknown) => log.warn({ what, err }, "work after an answer failed"));
}
