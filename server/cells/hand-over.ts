import { setTimeout as delay } from "node:timers/promises";
import postgres, { type Sql, type TransactionSql } from "postgres";
import { awaitRevocation } from "@/server/auth/credentials";
import { askCell } from "@/server/platform/cells";
import type { Sender } from "./send";
import { lockProducer } from "./session";

export const ACCEPT_PATH = "/api/cells/accept";

const ASK_TIMEOUT_MS = 60_000;
/** Calls wait for the last copy; one that takes longer is put off. */
const MAX_HOLD_MS = 1_000;
const MAX_HOLDS = 20;
const DRAIN_TIMEOUT_MS = 90_000;
const POLL_INTERVAL_MS = 50;
const ACCEPT_ATTEMPTS = 120;
const ACCEPT_PAUSE_MS = 500;

class HoldTooLong extends Error {}

export interface Move {
  producerId: string;
  to: number;
  tell: (line: string) => void;
  /** Ends the command in an orderly way: calls, deliveries and jobs of the producer go on, and the move can be continued. */
  signal?: AbortSignal;
}

const setState = (sql: Sql, producerId: string, state: "copying" | "holding") =>
  sql.begin(async (tx) => {
    await tx`update cell_moves set state = ${state} where producer_id = ${producerId} and state <> 'moved'`;
    await tx`update credential_epoch set epoch = epoch + 1`;
  });

/** Hands the producer over, within the time that its calls may wait. Returns how long they waited, in milliseconds. */
export async function handOver(sql: Sql, move: Move, sender: Sender): Promise<number> {
  const { producerId, tell } = move;
  for (let attempt = 1; ; attempt++) {
    try {
      await sender.catchUp(sql, move.signal);
      await setState(sql, producerId, "holding");
      await awaitRevocation();
      await drain(sql, move, sender);
      return await holdAndHand(sql, move, sender);
    } catch (error) {
      const isPutOff =
        error instanceof HoldTooLong || (error instanceof postgres.PostgresError && error.code === "55P03");
      await setState(sql, producerId, "copying");
      if (!isPutOff || attempt === MAX_HOLDS) throw error;
      tell("the last copy took too long; trying again");
    }
  }
}

/** Waits until no attempt of a delivery and no batch of a job is under way; new ones do not begin. */
async function drain(sql: Sql, move: Move, sender: Sender): Promise<void> {
  const { producerId, signal } = move;
  for (
    const endsAt = performance.now() + DRAIN_TIMEOUT_MS;
    ;
    await delay(POLL_INTERVAL_MS, undefined, { signal })
  ) {
    await sender.catchUp(sql, signal);
    const [open] = await sql`
      select from hooks join delivery_queue on hook_id = hooks.id where producer_id = ${producerId} and leased_until > now()
      union all select from jobs where producer_id = ${producerId} and ended_at is null and leased_until > now() limit 1`;
    if (!open) return;
    if (performance.now() > endsAt) throw new Error("A delivery or a job of the producer does not end.");
  }
}

async function holdAndHand(sql: Sql, move: Move, sender: Sender): Promise<number> {
  const { producerId } = move;
  const heldAt = await sql.begin(async (tx) => {
    await tx`set local lock_timeout = '1s'`;
    await lockProducer(tx, producerId);
    const heldAt = performance.now();
    await queueSetAside(tx, producerId);
    while ((await sender.changes(tx)) > 0)
      if (performance.now() - heldAt > MAX_HOLD_MS) throw new HoldTooLong("The last copy took too long.");
    const acceptance = await acceptanceOf(tx, producerId);
    await tx`update cell_moves set state = 'moved', acceptance = ${acceptance} where producer_id = ${producerId}`;
    await tx`update credential_epoch set epoch = epoch + 1`;
    return heldAt;
  });
  await acceptThere(sql, move);
  return performance.now() - heldAt;
}

/** Events that were set aside become pending again, so that they move. */
const queueSetAside = (tx: TransactionSql, producerId: string) => tx`
  with taken as (
    delete from set_aside using events
    where loop = 'queueing' and events.id = case when loop = 'queueing' then key::uuid end and producer_id = ${producerId}
    returning events.id)
  insert into pending_events (producer_id, event_id) select ${producerId}, id from taken on conflict do nothing`;

/** Which scans of the producer the other cell assesses. */
async function acceptanceOf(tx: TransactionSql, producerId: string): Promise<string> {
  const [row] = await tx<{ settled: string; late: string }[]>`
    select settled, (select coalesce(json_agg(id), '[]')::text from (
      select id from late_scans join scans on id = scan_id
        where share = share_of(${producerId}) and producer_id = ${producerId}
      union select id from set_aside join scans on id = case when loop = 'assessing' then key::uuid end
        where loop = 'assessing' and producer_id = ${producerId}) waiting) as late
    from assessment_progress where share = share_of(${producerId})`;
  if (!row) throw new Error("The assessor has no share for the producer.");
  return `{"producerId":"${producerId}","settled":"${row.settled}","late":${row.late}}`;
}

/** Lets the other cell serve a producer that was handed over, with what it was told first. */
export async function acceptThere(sql: Sql, { producerId, to, signal }: Move): Promise<void> {
  const [move] = await sql<{ acceptance: string | null }[]>`
    select acceptance from cell_moves where producer_id = ${producerId} and state = 'moved'`;
  if (!move?.acceptance) throw new Error(`The producer ${producerId} was not handed over.`);
  for (let attempt = 1; ; attempt++) {
    try {
      await askCell(to, ACCEPT_PATH, move.acceptance, ASK_TIMEOUT_MS);
      return;
    } catch (error) {
      if (attempt === ACCEPT_ATTEMPTS) throw error;
      await delay(ACCEPT_PAUSE_MS, undefined, { signal });
    }
  }
}
