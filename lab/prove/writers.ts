import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { Call, Client, Outcome } from "./client";

const RETRY_DELAY_MS = 100;
const SCANS_PER_FAKE = 7;

const Recorded = z.object({
  scan: z.object({ id: z.string(), data: z.object({ identifier: z.string() }) }),
});

/** A scan that the service acknowledged. */
export interface AcknowledgedScan {
  id: string;
  identifier: string;
  sentAt: number;
}

/** The scan that a response acknowledges; undefined for none. */
export function acknowledged({ status, body, startedAt }: Outcome): AcknowledgedScan | undefined {
  if (status !== 200) return undefined;
  const { scan } = Recorded.parse(body);
  return { id: scan.id, identifier: scan.data.identifier, sentAt: startedAt };
}

interface Load {
  client: Client;
  /** The URL of the service, read before each call. */
  url(): string;
  identifiers: string[];
  writers: number;
  /** Further or replacing fields of a scan. */
  more?(): object;
  /** Gives each scan an `Idempotency-Key`, and repeats a call with it until a response acknowledges the scan. */
  isKeyed?: boolean;
  /** Receives each outcome. Further calls are made until it returns `enough`. */
  onOutcome(outcome: Outcome, scan: AcknowledgedScan | undefined): "more" | "enough";
}

/** Records scans with concurrent writers. Refused calls do not stop them. @throws for a status other than 200 and 5xx */
export async function writeScans({
  client,
  url,
  identifiers,
  writers,
  more,
  isKeyed = false,
  onOutcome,
}: Load): Promise<void> {
  let count = 0;
  let isEnough = false;
  const nextCall = (): Call => {
    const n = count++;
    const identifier = identifiers[n % identifiers.length] ?? "";
    const copyclassification = n % SCANS_PER_FAKE === 0 ? "fake" : "original";
    const body = { identifier, copyclassification, ...more?.() };
    return { method: "POST", path: "/scans", body, key: isKeyed ? randomUUID() : undefined };
  };
  const write = async () => {
    let open: Call | undefined;
    while (!isEnough || open) {
      const call = open ?? nextCall();
      const outcome = await client.call(url(), call);
      if (outcome.status > 0 && outcome.status < 500 && outcome.status !== 200) {
        throw new Error(`A scan was refused: ${outcome.status} ${JSON.stringify(outcome.body)}`);
      }
      open = isKeyed && outcome.status !== 200 ? call : undefined;
      if (onOutcome(outcome, acknowledged(outcome)) === "enough") isEnough = true;
      else if (outcome.status !== 200) await delay(RETRY_DELAY_MS);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
}

/** Records at least the given number of scans and returns them. */
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
