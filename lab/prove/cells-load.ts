import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "./client";
import { type AcknowledgedScan, writeScans } from "./writers";

const WRITERS = 12;
const READ_INTERVAL_MS = 20;

/** What callers were told during the move. */
export interface Told {
  scans: AcknowledgedScan[];
  /** Identifiers of new items. */
  created: string[];
  /** Why calls were refused. */
  refusals: string[];
  /** Reads of items and lists that were not answered 200. */
  misread: number;
  longestGapMs: number;
  slowestMs: number;
}

/** Scans, creates and reads of one producer at both cells, until `isOver` says so. */
export async function callBoth(
  client: Client,
  urls: readonly string[],
  { token, identifiers }: { token: string; identifiers: string[] },
  isOver: (told: Told) => boolean,
): Promise<Told> {
  const told: Told = { scans: [], created: [], refusals: [], misread: 0, longestGapMs: 0, slowestMs: 0 };
  let turn = 0;
  const url = () => urls[turn++ % urls.length] ?? "";
  let lastAt = performance.now();
  const write = writeScans({
    client,
    url,
    identifiers,
    writers: WRITERS,
    isKeyed: true,
    onOutcome: ({ status, startedAt, endedAt, body, failure }, scan) => {
      if (status !== 200) told.refusals.push(`scan: ${status} ${failure ?? JSON.stringify(body)}`);
      told.slowestMs = Math.max(told.slowestMs, endedAt - startedAt);
      if (scan) {
        told.scans.push(scan);
        told.longestGapMs = Math.max(told.longestGapMs, performance.now() - lastAt);
        lastAt = performance.now();
      }
      return isOver(told) ? "enough" : "more";
    },
  });
  let isWritten = false;
  const create = async () => {
    while (!isWritten) {
      const identifier = `proof ${randomUUID()}`;
      const { status, body, failure } = await client.call(url(), {
        method: "POST",
        path: "/items",
        token,
        body: { identifier },
      });
      if (status === 200) told.created.push(identifier);
      else told.refusals.push(`item: ${status} ${failure ?? JSON.stringify(body)}`);
      await delay(READ_INTERVAL_MS);
    }
  };
  const read = async () => {
    for (let n = 0; !isWritten; n++) {
      const path =
        n % 2 ? "/scans" : `/items/${encodeURIComponent(identifiers[n % identifiers.length] ?? "")}`;
      const { status } = await client.call(url(), { method: "GET", path, token });
      if (status !== 200) told.misread++;
      await delay(READ_INTERVAL_MS);
    }
  };
  const others = [create(), read()];
  await write.finally(() => {
    isWritten = true;
  });
  await Promise.all(others);
  return told;
}
