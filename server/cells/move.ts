import { setTimeout as delay } from "node:timers/promises";
import postgres, { type Sql, type TransactionSql } from "postgres";
import { z } from "zod";
import { awaitRevocation } from "@/server/auth/credentials";
import { conflict, notFound } from "@/server/core/errors";
import { askCell, requireCells } from "@/server/platform/cells";
import { forgetRows } from "./forget";
import { Sender } from "./send";
import { alone, buildOf, fence, inSession } from "./session";
import { belongs, MOVED, type MovedTable } from "./tables";

export const ARRIVE_PATH = "/api/cells/arrive";
export const ACCEPT_PATH = "/api/cells/accept";
export const SETTLE_PATH = "/api/cells/settle";
export const DROP_PATH = "/api/cells/drop";

const ASK_TIMEOUT_MS = 60_000;
/** Summing the bytes of all rows of a producer takes as long as it takes. */
const LONG_TIMEOUT_MS = 3_600_000;
/** The class of advisory locks of producers, as in the trigger of all tables that move. */
const LOCK_CLASS = 4_702_115;
/** Changes that are few enough for the last copy. */
const FEW_CHANGES = 500;
const MAX_ROUNDS = 1_000;
/** Calls wait for the last copy; one that takes longer is put off. */
const MAX_HOLD_MS = 1_000;
const MAX_HOLDS = 20;
const DRAIN_TIMEOUT_MS = 90_000;
const POLL_INTERVAL_MS = 50;
const ACCEPT_ATTEMPTS = 120;
const ACCEPT_PAUSE_MS = 500;

class HoldTooLong extends Error {}

interface Move {
  producerId: string;
  to: number;
  tell: (line: string) => void;
  /** Ends the command in an orderly way: calls, deliveries and jobs of the producer go on, and the move can be continued. */
  signal?: AbortSignal;
}

/** What a move took. */
export interface Moved {
  rows: number;
  /** How long calls of the producer waited, in milliseconds. */
  heldMs: number;
}

/**
 * Moves a producer to another cell while it is used; may be repeated after it was interrupted, wherever that was. Its rows
 * here are deleted at the end.
 * @throws 404 for an unknown producer, 409 where it cannot be moved
 */
export function moveProducer(move: Move): Promise<Moved> {
  const { producerId, to, tell, signal } = move;
  const moving = inSession({}, (sql) =>
    alone(producerId, async () => {
      const moved: Moved = { rows: 0, heldMs: 0 };
      if (await isMoved(sql, move)) await acceptThere(sql, move);
      else {
        const sender = new Sender(to, producerId, await begin(sql, move));
        await copy(sql, move, sender);
        moved.heldMs = await hand(sql, move, sender);
        moved.rows = sender.sent;
      }
      tell(`cell ${to} serves the producer; deleting its rows here`);
      await askCell(to, SETTLE_PATH, JSON.stringify({ producerId }), LONG_TIMEOUT_MS);
      await inSession({ copies: true }, (copies) => forgetRows(copies, producerId));
      return moved;
    }),
  );
  return moving.catch((reason: unknown) => {
    signal?.throwIfAborted();
    throw reason;
  });
}

/** Ends a move that has not handed the producer over yet; what was copied is deleted. @throws 409 for any other */
export function cancelMove(producerId: string): Promise<void> {
  return inSession({}, (sql) =>
    alone(producerId, async () => {
      // From here on a move that is continued copies everything again.
      const [move] = await sql<{ cell: number }[]>`
        update cell_moves set state = 'copying', copied = '{}'
        where producer_id = ${producerId} and state in ('copying', 'holding') returning cell`;
      if (!move)
        throw conflict("not-moving", `The producer ${producerId} is not on its way to another cell.`);
      await dropThere(move.cell, producerId);
      await endHere(sql, producerId);
    }),
  );
}

const Dropped = z.object({ isDone: z.boolean() });

/** Lets the other cell delete what it has of a producer that stays here. */
async function dropThere(cell: number, producerId: string): Promise<void> {
  const question = JSON.stringify({ producerId });
  while (!Dropped.parse(await askCell(cell, DROP_PATH, question, ASK_TIMEOUT_MS)).isDone);
}

async function endHere(sql: Sql, producerId: string): Promise<void> {
  await sql.begin(async (tx) => {
    await lock(tx, producerId);
    await tx`delete from cell_moves where producer_id = ${producerId}`;
    await tx`delete from cell_changes where producer_id = ${producerId}`;
  });
  await fence(sql);
}

/** Whether an earlier attempt has handed the producer over. @throws 404 and 409 where it cannot be moved there */
async function isMoved(sql: Sql, { producerId, to }: Move): Promise<boolean> {
  const { own, urls } = requireCells();
  if (to === own || !urls.has(to)) throw conflict("no-such-cell", `There is no other cell ${to}.`);
  const moves = await sql<{ producerId: string; state: string; cell: number }[]>`
    select producer_id as "producerId", state, cell from cell_moves`;
  const known = moves.find((move) => move.producerId === producerId);
  const [producer] = await sql`select from producers where id = ${producerId}`;
  if (known?.state === "arriving" || (!producer && !known))
    throw notFound("producer-not-found", `This cell has no producer ${producerId}.`);
  if (known && known.cell !== to)
    throw conflict("other-move", `The producer ${producerId} is on its way to cell ${known.cell}.`);
  const other = moves.find((move) => move.state !== "arriving" && move.producerId !== producerId);
  if (other) throw conflict("other-move", `Another producer, ${other.producerId}, is on its way.`);
  return known?.state === "moved";
}

const Arrived = z.object({ arrival: z.string() });

/** Notes the move here, then in the other cell. Returns the name of the arrival there. */
async function begin(sql: Sql, { producerId, to, tell }: Move): Promise<string> {
  const { own } = requireCells();
  const [known] =
    await sql`update cell_moves set state = 'copying' where producer_id = ${producerId} returning true`;
  tell(known ? "continuing the move" : `moving to cell ${to}`);
  if (!known)
    await sql`insert into cell_moves (producer_id, state, cell) values (${producerId}, 'copying', ${to})`;
  try {
    // Of a move that this cell no longer knows.
    if (!known) await dropThere(to, producerId);
    const question = JSON.stringify({ producerId, from: own, ...(await buildOf(sql)) });
    const { arrival } = Arrived.parse(await askCell(to, ARRIVE_PATH, question, ASK_TIMEOUT_MS));
    await fence(sql);
    // Whatever was written without a note has ended then.
    await sql.begin(async (tx) => {
      await tx`set local lock_timeout = 0`;
      await lock(tx, producerId);
    });
    return arrival;
  } catch (error) {
    if (!known)
      await dropThere(to, producerId).then(
        () => endHere(sql, producerId),
        () => {},
      );
    throw error;
  }
}

const lock = (tx: TransactionSql, producerId: string) =>
  tx`select pg_advisory_xact_lock(${LOCK_CLASS}, uuid_hash(${producerId}))`;

/** Notes all rows once, table by table, and copies what is noted, also what changes meanwhile. */
async function copy(sql: Sql, move: Move, sender: Sender): Promise<void> {
  const { producerId, tell } = move;
  const [known] = await sql<{ copied: string }[]>`
    select array_to_string(copied, ',') as copied from cell_moves where producer_id = ${producerId}`;
  const copied = new Set(known?.copied.split(","));
  for (const table of MOVED) {
    if (copied.has(table.name)) continue;
    const noted = await noteAll(sql, producerId, table);
    if (noted === 0) continue;
    tell(`${table.name}: ${noted} rows`);
    await catchUp(sql, move, sender, noted);
  }
}

/** Notes all rows of a table as if they had changed. */
const noteAll = (sql: Sql, producerId: string, table: MovedTable) =>
  sql.begin(async (tx) => {
    const key = table.key.map((column) => `'${column}', r."${column}"`).join(", ");
    const { count } = await tx.unsafe(
      `insert into cell_changes (producer_id, table_name, key)
        select $1, '${table.name}', jsonb_build_object(${key}) from ${table.name} r where ${belongs(table)}`,
      [producerId],
    );
    await tx`update cell_moves set copied = copied || ${table.name}::text where producer_id = ${producerId}`;
    return count;
  });

/** Copies until few changes are left, besides those that are `noted`. */
async function catchUp(sql: Sql, { signal }: Move, sender: Sender, noted = 0): Promise<void> {
  const maxRounds = MAX_ROUNDS + noted / FEW_CHANGES;
  for (let round = 1; (await sender.changes(sql)) > FEW_CHANGES; round++) {
    signal?.throwIfAborted();
    if (round > maxRounds) throw new Error("The producer changes faster than its rows can be copied.");
  }
}

const setState = (sql: Sql, producerId: string, state: "copying" | "holding") =>
  sql.begin(async (tx) => {
    await tx`update cell_moves set state = ${state} where producer_id = ${producerId} and state <> 'moved'`;
    await tx`update credential_epoch set epoch = epoch + 1`;
  });

/** Hands the producer over, within the time that its calls may wait. Returns how long they waited, in milliseconds. */
async function hand(sql: Sql, move: Move, sender: Sender): Promise<number> {
  const { producerId, tell } = move;
  for (let attempt = 1; ; attempt++) {
    try {
      await catchUp(sql, move, sender);
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
    await catchUp(sql, move, sender);
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
    await lock(tx, producerId);
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
    where loop = 'queueing' and events.id::text = set_aside.key and producer_id = ${producerId} returning events.id)
  insert into pending_events (producer_id, event_id) select ${producerId}, id from taken on conflict do nothing`;

/** Which scans of the producer the other cell assesses. */
async function acceptanceOf(tx: TransactionSql, producerId: string): Promise<string> {
  const [row] = await tx<{ settled: string; late: string }[]>`
    select settled, (select coalesce(json_agg(id), '[]')::text from scans where producer_id = ${producerId} and (
      id in (select scan_id from late_scans where share = share_of(${producerId}))
      or id::text in (select key from set_aside where loop = 'assessing'))) as late
    from assessment_progress where share = share_of(${producerId})`;
  if (!row) throw new Error("The assessor has no share for the producer.");
  return `{"producerId":"${producerId}","settled":"${row.settled}","late":${row.late}}`;
}

async function acceptThere(sql: Sql, { producerId, to, signal }: Move): Promise<void> {
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

/** The moves of this cell, and how many changes wait to be copied. */
export const listMoves = () =>
  inSession({}, async (sql) => [
    ...(await sql<{ producerId: string; state: string; cell: number; copied: number; changes: number }[]>`
      select producer_id as "producerId", state, cell, cardinality(copied) as copied, (select count(*)::int from cell_changes
        where cell_changes.producer_id = cell_moves.producer_id) as changes from cell_moves order by started_at`),
  ]);
