import { z } from "zod";
import { MOVED, type MovedTable, PEOPLE_IN, tableOf } from "@/db/producer-tables";
import { blobs } from "@/server/platform/blobs";
import { askCell, callCell } from "@/server/platform/cells";
import type { Session } from "./session";

const SEND_TIMEOUT_MS = 60_000;
const PAGE_ROWS = 100;
const MAX_BODY_CHARACTERS = 2 * 1024 * 1024;
const MAX_CHANGES = 2_000;
/** Changes that are few enough for the last copy. */
const FEW_CHANGES = 500;
const MAX_ROUNDS = 1_000;

export const ROWS_PATH = "/api/cells/rows";
export const FILE_PATH = "/api/cells/file";

/** A row as JSON; null for one that is gone, of which the key is left. */
interface Read {
  row: string | null;
  key: string;
}

const Missing = z.array(z.string());

/** Sends rows of a producer from this cell to another. */
export class Sender {
  /** Rows that were sent. */
  sent = 0;

  constructor(
    private readonly cell: number,
    private readonly producerId: string,
    /** Which of the arrivals in the other cell the rows belong to. */
    private readonly arrival: string,
  ) {}

  /** Sends rows that are noted, at most so many. Returns the number of notes, 0 where nothing is left to send. */
  async changes(sql: Session): Promise<number> {
    const changes = await sql<{ id: string; tableName: string; key: string }[]>`
      select id, table_name as "tableName", key::text as key from cell_changes
      where producer_id = ${this.producerId} order by id limit ${MAX_CHANGES}`;
    const sent = MOVED.map(async (table) => {
      const keys = new Set(changes.flatMap(({ tableName, key }) => (tableName === table.name ? key : [])));
      if (keys.size === 0) return;
      const same = table.key.map((column) => `r."${column}" = wanted."${column}"`).join(" and ");
      const statement = `
        select to_jsonb(r)::text as row, asked.key::text as key
        from (select key, min(n) as n from jsonb_array_elements($1::text::jsonb) with ordinality as each(key, n) group by key) asked
          cross join lateral jsonb_populate_record(null::${table.name}, asked.key) as wanted
          left join ${table.name} r on ${same} order by asked.n`;
      const read = (some: string[]) => sql.unsafe<Read[]>(statement, [`[${some.join(",")}]`]);
      await this.#send(sql, table, inPages([...keys], read));
    });
    await Promise.all(sent);
    const ids = `{${changes.map(({ id }) => id).join(",")}}`;
    if (changes.length > 0) await sql`delete from cell_changes where id = any(${ids}::bigint[])`;
    return changes.length;
  }

  /** Sends until few changes are left, besides those that are `noted`. */
  async catchUp(sql: Session, signal: AbortSignal | undefined, noted = 0): Promise<void> {
    const maxRounds = MAX_ROUNDS + noted / FEW_CHANGES;
    for (let round = 1; (await this.changes(sql)) > FEW_CHANGES; round++) {
      signal?.throwIfAborted();
      if (round > maxRounds) throw new Error("The producer changes faster than its rows can be copied.");
    }
  }

  async #send(sql: Session, table: MovedTable, pages: AsyncIterable<Read[]>): Promise<void> {
    let [rows, gone, size]: [string[], string[], number] = [[], [], 0];
    const flush = async () => {
      if (rows.length + gone.length > 0) await this.#flush(sql, table, rows, gone);
      [rows, gone, size] = [[], [], 0];
    };
    for await (const page of pages) {
      for (const { row, key } of page) {
        if (row === null) gone.push(key);
        else rows.push(row);
        size += (row ?? key).length;
        if (size >= MAX_BODY_CHARACTERS) await flush();
      }
    }
    await flush();
  }

  async #flush(sql: Session, { name }: MovedTable, rows: string[], gone: string[]): Promise<void> {
    const [listed, lost] = [`[${rows.join(",")}]`, `[${gone.join(",")}]`];
    const people = await peopleIn(sql, name, `[${[...rows, ...gone].join(",")}]`);
    const query = new URLSearchParams({ producer: this.producerId, arrival: this.arrival, table: name });
    const target = `${ROWS_PATH}?${query}`;
    const body = `{"rows":${listed},"gone":${lost},"people":${people}}`;
    const missing = Missing.parse(await askCell(this.cell, target, body, SEND_TIMEOUT_MS));
    for (const id of missing) await this.#sendFile(id);
    this.sent += rows.length;
  }

  async #sendFile(id: string): Promise<void> {
    const bytes = await blobs().read(id);
    // A file that this cell lacks, too, is reported by `contents check`.
    if (!bytes) return;
    const answer = await callCell(this.cell, {
      method: "POST",
      target: `${FILE_PATH}?producer=${this.producerId}&id=${id}`,
      body: bytes,
      timeoutMs: SEND_TIMEOUT_MS,
    });
    await answer.body.dump();
    if (answer.statusCode !== 200)
      throw new Error(`Cell ${this.cell} answered ${answer.statusCode} to a file.`);
  }
}

/** Reads rows of a few keys at a time. */
async function* inPages(keys: string[], read: (some: string[]) => Promise<Read[]>): AsyncGenerator<Read[]> {
  for (let from = 0; from < keys.length; from += PAGE_ROWS)
    yield await read(keys.slice(from, from + PAGE_ROWS));
}

/** The people that rows or keys of a table name, as JSON. */
async function peopleIn(sql: Session, table: string, objects: string): Promise<string> {
  const columns = PEOPLE_IN[tableOf(table).name];
  if (!columns) return "[]";
  const [row] = await sql.unsafe<{ people: string }[]>(
    `select coalesce(jsonb_agg(to_jsonb(people)), '[]')::text as people from people
     where id::text in (select each ->> name from jsonb_array_elements($1::text::jsonb) as each cross join unnest($2::text[]) as name)`,
    [objects, `{${columns.join(",")}}`],
  );
  return row?.people ?? "[]";
}
