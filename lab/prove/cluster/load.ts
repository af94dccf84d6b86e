import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { makePgArray } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import type { Call, Client, Outcome } from "../client";
import { type AcknowledgedScan, acknowledged } from "../writers";

const WRITERS_OF_A_KIND = 4;
/** Writers rest between calls, so that the proof measures faults and not a busy machine. */
const PAUSE_MS = 30;
const RETRY_DELAY_MS = 250;
/** A call with a key that is not acknowledged in this time has failed for good. */
const GIVE_UP_MS = 75_000;

interface Recorded extends Outcome {
  key: string | undefined;
  scan: AcknowledgedScan | undefined;
}

/** Callers that record scans, half of them with an `Idempotency-Key` that they repeat until they are answered 200. */
export class Load {
  readonly outcomes: Recorded[] = [];
  readonly startedAt = Date.now();
  endedAt = 0;
  #isOver = false;
  readonly #writing: Promise<void>[];

  constructor(
    readonly client: Client,
    readonly url: string,
    readonly items: { plain: string[]; keyed: string[] },
  ) {
    this.#writing = Array.from({ length: WRITERS_OF_A_KIND }, (_, n) => [
      this.#write(items.plain, n, false),
      this.#write(items.keyed, n, true),
    ]).flat();
  }

  async #write(identifiers: string[], n: number, isKeyed: boolean): Promise<void> {
    const identifier = identifiers[n % identifiers.length] ?? "";
    while (!this.#isOver) {
      const key = isKeyed ? randomUUID() : undefined;
      const body = { identifier, copyclassification: "original" };
      const call: Call = { method: "POST", path: "/scans", body, key };
      const isAcknowledged = await this.#call(call);
      const giveUpAt = Date.now() + GIVE_UP_MS;
      for (let isOpen = isKeyed && !isAcknowledged; isOpen && Date.now() < giveUpAt; ) {
        await delay(RETRY_DELAY_MS);
        isOpen = !(await this.#call(call));
      }
      await delay(isAcknowledged ? PAUSE_MS : RETRY_DELAY_MS);
    }
  }

  async #call(call: Call): Promise<boolean> {
    const outcome = await this.client.call(this.url, call);
    const scan = acknowledged(outcome);
    this.outcomes.push({ ...outcome, key: call.key, scan });
    return scan !== undefined;
  }

  /** Ends the writers; each call with a key is repeated until it is acknowledged. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#writing);
    this.endedAt = Date.now();
  }

  /** Number of acknowledged scans so far. */
  get count(): number {
    return this.outcomes.filter(({ scan }) => scan).length;
  }

  get scans(): AcknowledgedScan[] {
    return this.outcomes.flatMap(({ scan }) => scan ?? []);
  }

  /** Number of calls with or without a key that were not answered 200. */
  errors(isKeyed: boolean): number {
    return this.outcomes.filter(({ key, scan }) => (key !== undefined) === isKeyed && !scan).length;
  }

  /** Number of keys whose scan was never acknowledged. */
  get givenUp(): number {
    const keys = new Set(this.outcomes.flatMap(({ key }) => key ?? []));
    for (const { key, scan } of this.outcomes) if (scan && key !== undefined) keys.delete(key);
    return keys.size;
  }

  /** The longest time in ms without an acknowledgement, from the given time on. */
  longestGap(from = this.startedAt): number {
    const times = this.outcomes.flatMap(({ scan, endedAt }) => (scan && endedAt >= from ? endedAt : []));
    const all = [from, ...times.toSorted((a, b) => a - b)];
    return Math.max(...all.map((time, n) => time - (all[n - 1] ?? time)));
  }
}

/** What the database has of acknowledged scans. */
export interface Kept {
  lost: number;
  /** Rows that differ from one for each acknowledged key. */
  surplus: number;
  /** Events that differ from one for each acknowledged scan. */
  events: number;
}

/** Compares the database with what was acknowledged. */
export async function keptOf(sql: Sql, load: Load): Promise<Kept> {
  const ids = makePgArray(load.scans.map(({ id }) => id));
  const keyed = makePgArray(load.items.keyed);
  const acknowledgedKeys = new Set(load.outcomes.flatMap(({ key, scan }) => (scan && key) ?? [])).size;
  const [row] = await sql<{ lost: number; keyed: number; events: number; scansWithEvent: number }[]>`
    with kept as (select unnest(${ids}::uuid[]) as id),
      written as (select snapshot #>> '{scan,id}' as scan from events where type = 'itemScanned')
    select
      (select count(*)::int from kept where not exists (select from scans where scans.id = kept.id)) as lost,
      (select count(*)::int from scans where identifier = any(${keyed}::text[])) as keyed,
      (select count(*)::int from written where scan in (select id::text from kept)) as events,
      (select count(distinct scan)::int from written where scan in (select id::text from kept)) as "scansWithEvent"`;
  if (!row) throw new Error("The database told nothing.");
  const scans = load.scans.length;
  return {
    lost: row.lost,
    surplus: row.keyed - acknowledgedKeys,
    events: Math.abs(scans - row.scansWithEvent) + (row.events - row.scansWithEvent),
  };
}
