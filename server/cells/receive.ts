import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { z } from "zod";
import { MOVED, type MovedTable, PEOPLE_IN, tableOf } from "@/db/producer-tables";
import { conflict } from "@/server/core/errors";
import { within } from "@/server/core/within";
import { ownBackups } from "@/server/platform/backup-place";
import { blobs } from "@/server/platform/blobs";
import { requireCells } from "@/server/platform/cells";
import { log } from "@/server/platform/log";
import { forgetRows } from "./forget";
import { PEOPLE, receivePeople } from "./receive-people";
import { alone, buildOf, fence, inSession, openSession } from "./session";

export const Arrival = z.object({
  producerId: z.guid(),
  from: z.number(),
  build: z.number(),
  hashingKey: z.string(),
});

/**
 * Prepares this cell for a producer of another one. Returns the name of the arrival: rows of an earlier one, which may still be on
 * their way from a process that was killed, are refused from here on.
 * @throws 409 where it cannot be moved here
 */
export function beginArrival({ producerId, from, ...theirs }: z.output<typeof Arrival>): Promise<string> {
  return inSession({}, (sql) =>
    alone(producerId, async () => {
      const { own } = requireCells();
      const ours = await buildOf(sql);
      if (ours.build !== theirs.build)
        throw conflict(
          "other-build",
          `Cell ${own} has ${ours.build} migrations, cell ${from} ${theirs.build}.`,
        );
      if (ours.hashingKey !== theirs.hashingKey)
        throw conflict("other-key", `Cells ${own} and ${from} have different secret keys.`);
      const [known] = await sql<{ state: string | null; cell: number | null }[]>`
        select state, cell from (select ${producerId}::uuid as id) asked
          left join producers using (id) left join cell_moves on producer_id = asked.id
        where producers.id is not null or state is not null`;
      if (known && (known.state !== "arriving" || known.cell !== from))
        throw conflict("producer-here", `Cell ${own} has the producer ${producerId} already.`);
      const arrival = randomUUID();
      await sql`insert into cell_moves (producer_id, state, cell, arrival)
        values (${producerId}, 'arriving', ${from}, ${arrival})
        on conflict (producer_id) do update set arrival = excluded.arrival`;
      await fence(sql);
      return arrival;
    }),
  );
}

let opened: Sql | undefined;
const copying = () => {
  opened ??= openSession({ copies: true });
  return opened;
};

/** Closes the sessions of copies. */
export async function closeArrivals(): Promise<void> {
  await opened?.end({ timeout: 5 });
  opened = undefined;
}

interface Column {
  name: string;
  /** Whether the database numbers its values, which never change. */
  isNumber: boolean;
}

const columnsOf = new Map<string, Column[]>();

async function storedColumns(sql: Sql, table: string): Promise<Column[]> {
  const known = columnsOf.get(table);
  if (known) return known;
  const columns: Column[] = await sql<Column[]>`
    select attname as name, attidentity <> '' as "isNumber" from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`;
  columnsOf.set(table, columns);
  return columns;
}

/** The objects of a part of the body, with the ids of this cell's people. */
function given(table: string, part: "rows" | "gone"): string {
  const people = (PEOPLE_IN[table] ?? [])
    .map((column) => `'${column}', coalesce(mapped.ids -> (value ->> '${column}'), 'null')`)
    .join(", ");
  const mapped = people === "" ? "value" : `value || jsonb_build_object(${people})`;
  const from = people === "" ? "" : `(${PEOPLE}) mapped, `;
  return `select n, made.* from ${from}jsonb_array_elements($1::text::jsonb -> '${part}') with ordinality as part(value, n)
    cross join lateral jsonb_populate_record(null::${table}, ${mapped}) as made order by n`;
}

const quoted = (names: readonly string[], of = "") =>
  names.map((name) => `${of === "" ? "" : `${of}.`}"${name}"`).join(", ");

function upsert({ name, key, local = [] }: MovedTable, stored: Column[]): string {
  const moved = stored.filter(({ name }) => !local.includes(name));
  const columns = moved.map(({ name }) => name);
  const others = moved.flatMap(({ name, isNumber }) => (isNumber || key.includes(name) ? [] : name));
  const change =
    others.length === 0
      ? "nothing"
      : `update set ${others.map((column) => `"${column}" = excluded."${column}"`).join(", ")}
        where row(${quoted(others, "held")}) is distinct from row(${quoted(others, "excluded")})`;
  return `insert into ${name} as held (${quoted(columns)}) overriding system value
    select ${quoted(columns, "given")} from (${given(name, "rows")}) given order by n
    on conflict (${quoted(key)}) do ${change}`;
}

/** Deletes rows, and those that hang on them. */
function* deletions({ name, key }: MovedTable, rows: string): Generator<string> {
  for (const child of MOVED) {
    if (typeof child.owner === "string" || !("table" in child.owner) || child.owner.table !== name) continue;
    yield* deletions(
      child,
      `select child.* from ${child.name} child where ${child.owner.column} in (select id from (${rows}) parent)`,
    );
  }
  const same = key.map((column) => `held."${column}" = given."${column}"`).join(" and ");
  yield `delete from ${name} held using (${rows}) given where ${same}`;
}

export const Rows = z.object({ producer: z.guid(), arrival: z.guid(), table: z.string() });

const notArriving = (producerId: string) =>
  conflict("not-arriving", `The producer ${producerId} does not arrive in this cell.`);

/**
 * Writes rows of an arriving producer as they are in its cell, and deletes those that are gone. `body` has `rows`, the keys of
 * `gone` rows, and the `people` that both name; it is parsed by the database alone, which keeps every number as it is.
 * Returns files whose bytes are missing here.
 */
export async function receiveRows(
  { producer, arrival, table }: z.output<typeof Rows>,
  body: string,
): Promise<string[]> {
  const moved = tableOf(table);
  const sql = copying();
  const columns = await storedColumns(sql, table);
  await sql.begin(async (tx) => {
    const [move] = await tx`
      select from cell_moves where producer_id = ${producer} and state = 'arriving' and arrival = ${arrival} for share`;
    if (!move) throw notArriving(producer);
    if (PEOPLE_IN[table]) await receivePeople(tx, body);
    for (const statement of deletions(moved, given(table, "gone"))) await tx.unsafe(statement, [body]);
    await tx.unsafe(upsert(moved, columns), [body]);
  });
  if (table !== "contents") return [];
  const files = await sql<{ id: string }[]>`
    select value ->> 'id' as id from jsonb_array_elements(${body}::text::jsonb -> 'rows')`;
  const missing: string[] = [];
  for (const { id } of files)
    if (
      !(await blobs()
        .read(id, { start: 0, end: 0 })
        .catch(() => undefined))
    )
      missing.push(id);
  return missing;
}

const COPY_TIMEOUT_MS = 10_000;
/** After a failure the place of the backups is left alone for this time. */
const COPY_REST_MS = 60_000;
let copiesRestUntil = 0;
let copies = Promise.resolve();

/** Copies the bytes of a file to the backups, a bucket too: by its age the loop that copies the log passes over it. */
async function copyToOwnBackups(id: string): Promise<void> {
  const backups = ownBackups();
  if (!backups || Date.now() < copiesRestUntil) return;
  try {
    const copying = backups.copies.files.adopt(id, blobs());
    await within(COPY_TIMEOUT_MS, copying, "The place of the backups does not answer");
  } catch (err) {
    copiesRestUntil = Date.now() + COPY_REST_MS;
    log.warn(
      { err, content: id },
      "files that arrive could not be copied to the backups; the next backup does it",
    );
  }
}

/** Stores the bytes of a file of an arriving producer, and copies them to the backups of this cell soon after: the move waits for no copy. */
export async function takeFile(producerId: string, id: string, bytes: Uint8Array): Promise<void> {
  const [file] = await copying()`select from contents where id = ${id} and producer_id = ${producerId}`;
  if (!file) throw conflict("not-arriving", `The file ${id} does not arrive in this cell.`);
  await blobs().put(id, bytes);
  copies = copies.then(() => copyToOwnBackups(id));
}

export const Acceptance = z.object({
  producerId: z.guid(),
  /** Every earlier scan is assessed, but those that are listed. */
  settled: z.guid(),
  late: z.array(z.guid()),
});

/** Makes this cell the one of an arriving producer. Does nothing where it is already. */
export async function accept({ producerId, settled, late }: z.output<typeof Acceptance>): Promise<void> {
  await inSession({}, async (sql) => {
    await sql.begin(async (tx) => {
      const gone = await tx`delete from cell_moves where producer_id = ${producerId} and state = 'arriving'`;
      const [here] = await tx`select from producers where id = ${producerId}`;
      if (!here) throw conflict("not-arriving", `The producer ${producerId} did not arrive.`);
      if (gone.count === 0) return;
      await tx`
        insert into late_scans (share, scan_id) select share_of(producer_id), id from (
          select producer_id, id from scans where producer_id = ${producerId} and id >= ${settled}
          union select producer_id, id from scans where producer_id = ${producerId} and id = any(${`{${late.join(",")}}`}::uuid[])) waiting
        on conflict do nothing`;
      await tx`select pg_notify('deliveries', '')`;
    });
  });
}

/** Ends what only the move of an accepted producer needed, and sums its bytes: rows came in any order. */
export async function settle(producerId: string): Promise<void> {
  await inSession({}, async (sql) => {
    await fence(sql);
    await sql`select recount_bytes(${producerId})`;
  });
}

const DROP_FOR_MS = 20_000;

/**
 * Deletes what has arrived of a producer that stays in its cell, for a while. Returns whether nothing is left.
 * @throws 409 where it has been taken over
 */
export async function drop(producerId: string): Promise<boolean> {
  return inSession({ copies: true }, (sql) =>
    alone(producerId, async () => {
      // Rows that are still on their way are refused, or have been written.
      const [move] = await sql`
        update cell_moves set arrival = null where producer_id = ${producerId} and state = 'arriving' returning true`;
      return !move || forgetRows(sql, producerId, DROP_FOR_MS);
    }),
  );
}
