import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { Client, Outcome } from "./client";

const AGAIN_AFTER_MS = 100;
const EVERY_NTH_IS_FAKE = 7;

const Recorded = z.object({
  scan: z.object({ id: z.string(), data: z.object({ identifier: z.string() }) }),
});

/** A scan that the service said it has recorded. */
export interface AcknowledgedScan {
  id: string;
  identifier: string;
  sentAt: number;
}

/** The scan that an answer acknowledges; nothing where it acknowledges none. */
export function acknowledged({ status, body, startedAt }: Outcome): AcknowledgedScan | undefined {
  if (status !== 200) return undefined;
  const { scan } = Recorded.parse(body);
  return { id: scan.id, identifier: scan.data.identifier, sentAt: startedAt };
}

interface Load {
  client: Client;
  /** Where the service is; asked before each call. */
  url(): string;
  identifiers: string[];
  writers: number;
  /** What a scan says besides, or otherwise. */
  more?(): object;
  /** Told of each call. Further ones are made until it says `enough`. */
  onOutcome(outcome: Outcome, scan: AcknowledgedScan | undefined): "more" | "enough";
}

/** Records scans with so many writers at once. A refused call is no reason to stop; anything but 200 and 5xx is a fault. */
export async function writeScans({
  client,
  url,
  identifiers,
  writers,
  more,
  onOutcome,
}: Load): Promise<void> {
  let count = 0;
  let isEnough = false;
  const write = async () => {
    while (!isEnough) {
      const n = count++;
      const identifier = identifiers[n % identifiers.length] ?? "";
      const copyclassification = n % EVERY_NTH_IS_FAKE === 0 ? "fake" : "original";
      const outcome = await client.call(url(), {
        method: "POST",
        path: "/scans",
        body: { identifier, copyclassification, ...more?.() },
      });
      if (outcome.status > 0 && outcome.status < 500 && outcome.status !== 200) {
        throw new Error(`A scan was refused: ${outcome.status} ${JSON.stringify(outcome.body)}`);
      }
      if (onOutcome(outcome, acknowledged(outcome)) === "enough") isEnough = true;
      else if (outcome.status !== 200) await delay(AGAIN_AFTER_MS);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
}

/** Records exactly so many scans, and returns them. */
export async function writeSome(load: Omit<Load, "onOutcome">, count: number): Promise<AcknowledgedScan[]> {
  const scans: AcknowledgedScan[] = [];
  await writeScans({
    ...load,
    writers: Math.min(load.writers, count),
    onOutcome: (_, scan) => {
      if (scan) scans.push(scan);
      return scans.length >= count ? "enough" : "more";
    },
  });
  return scans;
}
