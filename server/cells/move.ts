import type { Sql } from "postgres";
import { z } from "zod";
import { belongs, MOVED, type MovedTable } from "@/db/producer-tables";
import { systemCtx } from "@/server/core/ctx";
import { conflict, notFound } from "@/server/core/errors";
import { deleteDiscarded } from "@/server/domain/sandboxes/delete-discarded";
import { discardSandbox } from "@/server/domain/sandboxes/empty";
import { sandboxOf } from "@/server/domain/sandboxes/read";
import { askCell, requireCells } from "@/server/platform/cells";
import { runtime } from "@/server/runtime/runtime";
import { forgetRows } from "./forget";
import { acceptThere, handOver, type Move } from "./hand-over";
import { Sender } from "./send";
import { alone, buildOf, fence, inSession, lockProducer } from "./session";

export const ARRIVE_PATH = "/api/cells/arrive";
export const SETTLE_PATH = "/api/cells/settle";
export const DROP_PATH = "/api/cells/drop";

const ASK_TIMEOUT_MS = 60_000;
/** Summing the bytes of all rows of a producer takes as long as it takes. */
const LONG_TIMEOUT_MS = 3_600_000;

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
        moved.heldMs = await handOver(sql, move, sender);
        moved.rows = sender.sent;
      }
      tell(`cell ${to} serves the producer; deleting its rows here`);
      await askCell(to, SETTLE_PATH, JSON.stringify({ producerId }), LONG_TIMEOUT_MS);
      await deleteSandbox(producerId);
      await inSession({ copies: true }, (copies) => forgetRows(copies, producerId));
      return moved;
    }),
  );
  return moving.catch((reason: unknown) => {
    signal?.throwIfAborted();
    throw reason;
  });
}

/** Test items stay behind, and the producer begins a new sandbox in its new cell. */
async function deleteSandbox(producerId: string): Promise<void> {
  const ctx = systemCtx(runtime().database, "move");
  const sandbox = await sandboxOf(ctx, producerId);
  if (!sandbox) return;
  await discardSandbox(ctx, sandbox.id);
  await deleteDiscarded(ctx, sandbox.id);
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
    await lockProducer(tx, producerId);
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
  const [producer] = await sql`select from producers where id = ${producerId} and sandbox = 0`;
  if (known?.state === "arriving" || (!producer && !known))
    throw notFound("producer-not-found", `This cell has no producer ${producerId}.`);
  const [demo] = await sql`select from public_demo where producer_id = ${producerId}`;
  if (demo) throw conflict("public-demo-stays", "The public demo is of its cell and stays there.");
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
      await lockProducer(tx, producerId);
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

/** Notes all rows once, table by table, and copies what is noted, also what changes meanwhile. */
async function copy(sql: Sql, move: Move, sender: Sender): Promise<void> {
  const { producerId, tell, signal } = move;
  const [known] = await sql<{ copied: string }[]>`
    select array_to_string(copied, ',') as copied from cell_moves where producer_id = ${producerId}`;
  const copied = new Set(known?.copied.split(","));
  for (const table of MOVED) {
    if (copied.has(table.name)) continue;
    const noted = await noteAll(sql, producerId, table);
    if (noted === 0) continue;
    tell(`${table.name}: ${noted} rows`);
    await sender.catchUp(sql, signal, noted);
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

/** The moves of this cell, and how many changes wait to be copied. */
export const listMoves = () =>
  inSession({}, async (sql) => [
    ...(await sql<{ producerId: string; state: string; cell: number; copied: number; changes: number }[]>`
      select producer_id as "producerId", state, cell, cardinality(copied) as copied, (select count(*)::int from cell_changes
        where cell_changes.producer_id = cell_moves.producer_id) as changes from cell_moves order by started_at`),
  ]);
