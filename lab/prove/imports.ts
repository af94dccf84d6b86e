import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { z } from "zod";
import { newOwner } from "./dashboard-session";
import type { Home, Service } from "./home";
import { exactly, type Report, type Scale } from "./report";
import { untilItAnswers, waitFor } from "./wait-for";

const ROWS = { scaled: 8_000, full: 50_000 };
const BAD_CELLS = 37;
const KILLS = 2;
const FINISHED_WITHIN_MS = 900_000;

const Made = z.object({ id: z.string() });

/** A file of items; some of its weights are no numbers. */
function fileOf(rows: number): string {
  const mark = randomUUID();
  const every = Math.floor(rows / BAD_CELLS);
  const isBad = (n: number) => n % every === 0 && n / every < BAD_CELLS;
  const lines = Array.from({ length: rows }, (_, n) => `${mark}-${n},Item ${n},${isBad(n) ? "heavy" : n}`);
  return `identifier,title,data.weight:number\n${lines.join("\n")}\n`;
}

/** Sends the file. Its first rows are imported before the answer. */
async function send(url: string, token: string, file: string): Promise<string> {
  const answer = await fetch(`${url}/api/v2/imports?kind=items&name=proof.csv`, {
    method: "POST",
    headers: { "an-api-token": token, "content-type": "text/csv" },
    body: file,
  });
  if (!answer.ok) throw new Error(`The import was answered ${answer.status}: ${await answer.text()}`);
  return Made.parse(await answer.json()).id;
}

interface Progress {
  state: string;
  done: number;
}

async function progressOf(sql: Sql, id: string): Promise<Progress> {
  const [job] = await sql<Progress[]>`select jobs.state, jobs.done from imports
    join jobs on jobs.id = imports.job_id where imports.id = ${id}`;
  return job ?? { state: "absent", done: 0 };
}

const untilDone = (sql: Sql, id: string) =>
  waitFor(
    "the job has ended",
    FINISHED_WITHIN_MS,
    async () => (await progressOf(sql, id)).state !== "running",
  );

/** Kills the service once so many rows are done. Returns its port. */
async function killAt(service: Service, sql: Sql, { id, rows }: { id: string; rows: number }) {
  await waitFor(
    `${rows} rows are imported`,
    FINISHED_WITHIN_MS,
    async () => (await progressOf(sql, id)).done >= rows,
  );
  await service.end("SIGKILL");
  // The lease of the dead process would last for up to 60 s.
  await sql`update jobs set lease = null, leased_until = null where lease is not null`;
  return service.port;
}

/** Corrects the refused rows as the page does, in a session. */
async function correctRows(url: string, cookie: string, producerId: string, sql: Sql, id: string) {
  const refused = await sql<{ number: number }[]>`select number from import_rows
    where import_id = ${id} and outcome = 'refused' order by number`;
  for (const { number } of refused) {
    const input = { id, row: number, cells: [{ column: 2, text: "1.5" }] };
    const answer = await untilItAnswers(() =>
      fetch(`${url}/api/trpc/imports.correct`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          cookie,
          "x-assay-producer": producerId,
          "sec-fetch-site": "same-origin",
        },
        body: JSON.stringify(input),
      }),
    );
    if (!answer.ok) throw new Error(`A correction was answered ${answer.status}: ${await answer.text()}`);
  }
  return refused.length;
}

/** What the database has of a producer's items. */
async function countsOf(sql: Sql, producerId: string) {
  const [counts] = await sql<{ items: number; histories: number; events: number; subjects: number }[]>`
    select
      (select count(*)::int from items where producer_id = ${producerId}) as items,
      (select count(*)::int from (
        select item_id from history join items on items.id = item_id where producer_id = ${producerId}
        group by item_id having count(*) = 1) single) as histories,
      (select count(*)::int from events where producer_id = ${producerId} and type = 'itemCreated') as events,
      (select count(distinct snapshot #>> '{item,identifier}')::int from events
        where producer_id = ${producerId} and type = 'itemCreated') as subjects`;
  return counts ?? { items: 0, histories: 0, events: 0, subjects: 0 };
}

/** Imports a file while the service is killed; `undo` runs after each kill. */
async function run(home: Home, rows: number, undo: (sql: Sql, id: string) => Promise<void>): Promise<Report> {
  const service = await home.start();
  const { producerId, token, ownerKey } = await home.producer("Imports");
  const sql = await home.sql();
  await fetch(`${service.url}/api/v2/producers/hooks`, {
    method: "POST",
    headers: { "an-api-key-owner": ownerKey, "content-type": "application/json" },
    body: JSON.stringify({ events: "itemCreated", url: "https://receiver.invalid/" }),
  });
  const cookie = await newOwner(home, service.url, producerId);
  const id = await send(service.url, token, fileOf(rows));
  let running = service;
  for (let n = 1; n <= KILLS; n++) {
    const port = await killAt(running, sql, { id, rows: Math.floor((rows * n) / (KILLS + 2)) });
    await undo(sql, id);
    running = await home.start({}, { port });
  }
  await untilDone(sql, id);
  const corrected = await correctRows(running.url, cookie, producerId, sql, id);
  const again = await fetch(`${running.url}/api/v2/jobs`, {
    method: "POST",
    headers: { "an-api-token": token, "content-type": "application/json" },
    body: JSON.stringify({ kind: "import", input: { importId: id } }),
  });
  if (!again.ok) throw new Error(`The second job was answered ${again.status}: ${await again.text()}`);
  await untilDone(sql, id);

  const [said] = await sql<{ created: number; unchanged: number }[]>`
    select created, unchanged from imports where id = ${id}`;
  const { state } = await progressOf(sql, id);
  const counts = await countsOf(sql, producerId);
  return {
    figures: { rows, kills: KILLS, corrected },
    checks: [
      exactly("refused rows that were corrected", BAD_CELLS, corrected),
      exactly("items", rows, counts.items),
      exactly("items with one history entry", rows, counts.histories),
      exactly("itemCreated events", rows, counts.events),
      exactly("items with an itemCreated event", rows, counts.subjects),
      exactly("rows that the import reports as created", rows, said?.created ?? 0),
      exactly("rows that the import reports as unchanged", 0, said?.unchanged ?? 0),
      { what: "state of the job", expected: "done", found: state, ok: state === "done" },
    ],
  };
}

/** A file is imported while the service is killed twice, and its refused rows are corrected. */
export const importFile = (home: Home, scale: Scale): Promise<Report> =>
  run(home, ROWS[scale], async () => {});

/** The same where a batch and its progress are two commits, and the second one is lost. */
export const controlImportFile = (home: Home): Promise<Report> =>
  run(home, ROWS.scaled / 4, async (sql, id) => {
    await sql`update import_rows set done = false where import_id = ${id} and done`;
    await sql`update jobs set cursor = '{"after": 0}'
      where id = (select job_id from imports where id = ${id}) and state = 'running'`;
    await sql`update imports set created = 0 where id = ${id}`;
  });
