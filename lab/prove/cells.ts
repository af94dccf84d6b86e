import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { makePgArray } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import { z } from "zod";
import { belongs, MOVED } from "@/db/producer-tables";
import { freePort } from "@/e2e/own-service";
import { callBoth, type Told } from "./cells-load";
import { type Client, must, newHook, newItems, openClient } from "./client";
import { lostTo, takenTwice, untilAllSent } from "./deliveries";
import { Home } from "./home";
import { allowing, Receiver } from "./receivers";
import { atLeast, atMost, exactly, type Report, type Scale } from "./report";
import { waitFor } from "./wait-for";

// Holds decision 0067.

const SIZES = {
  scaled: { items: 2_000, before: 400, after: 400 },
  full: { items: 1_000_000, before: 5_000, after: 5_000 },
};
const SCANNED_ITEMS = 20;
const MAX_GAP_MS = 2_000;
const SEND_TIMEOUT_MS = 120_000;
const MOVE_TIMEOUT_MS = 3_600_000;

const Credentials = z.object({ producerId: z.string(), token: z.string() });

/** Two cells, each with a database and files of its own. */
async function openCells(homes: [Home, Home], receivers: readonly Receiver[]) {
  const ports = [await freePort(), await freePort()] as const;
  const secret = randomUUID() + randomUUID();
  const shared = {
    SECRET_KEY: secret,
    CELLS: ports.map((port, cell) => `${cell}=http://127.0.0.1:${port}`).join(","),
    HOOK_ALLOW: allowing(receivers),
  };
  const envOf = (cell: 0 | 1) => ({ ...shared, CELL: String(cell) });
  const services = [
    await homes[0].start(envOf(0), { port: ports[0] }),
    await homes[1].start(envOf(1), { port: ports[1] }),
  ] as const;
  const command = async (cell: 0 | 1, name: string, ...args: string[]) => {
    const env = {
      ...process.env,
      DATABASE_URL: "",
      DATA_DIR: homes[cell].dataDir,
      LOG_LEVEL: "warn",
      ...envOf(cell),
    };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [`dist/${name}.mjs`, ...args], {
      env,
      timeout: MOVE_TIMEOUT_MS,
    });
    return { stdout, said: stderr.trim().split("\n").at(-1) ?? "" };
  };
  return {
    urls: [services[0].url, services[1].url] as const,
    command,
    producer: async (cell: 0 | 1, name: string) =>
      Credentials.parse(
        JSON.parse((await command(cell, "producer", "create", "--name", name, "--json")).stdout),
      ),
    sql: [await homes[0].sql(), await homes[1].sql()] as const,
  };
}

type Cells = Awaited<ReturnType<typeof openCells>>;

/** Further items, which only make the producer large. */
const addItems = (sql: Sql, producerId: string, count: number) => sql`
  with claimed as (
    insert into identifiers (identifier, producer_id)
    select ${producerId} || ' ' || n, ${producerId}::uuid from generate_series(1, ${count}::int) as n returning *)
  insert into items (identifier, producer_id, title, created_at, updated_at)
  select identifier, producer_id, 'One of many', now(), now() from claimed`;

async function prove(
  home: Home,
  { items, before, after }: (typeof SIZES)[Scale],
  sabotage?: (cells: Cells) => Promise<void>,
): Promise<Report> {
  const second = new Home();
  const receiver = await Receiver.open();
  const client = openClient();
  try {
    const cells = await openCells([home, second], [receiver]);
    const { urls, sql, command } = cells;
    const moving = await cells.producer(0, "Moving");
    const staying = await cells.producer(0, "Staying");
    const identifiers = await newItems(client, urls[0], moving.token, SCANNED_ITEMS);
    const others = await newItems(client, urls[1], staying.token, SCANNED_ITEMS);
    await addItems(sql[0], moving.producerId, items);
    await newHook(client, urls[1], moving.token, receiver.url);

    let isMoved = false;
    let scansAtEnd = Number.POSITIVE_INFINITY;
    let said = "";
    let moveFailed: unknown;
    const move = async () => {
      if (sabotage) void sabotage(cells);
      said = (await command(0, "cells", "move", moving.producerId, "--to", "1")).said;
    };
    let started: Promise<void> | undefined;
    const startedAt = performance.now();
    const ofStaying = callBoth(client, urls, { token: staying.token, identifiers: others }, () => isMoved);
    const told = await callBoth(client, urls, { token: moving.token, identifiers }, ({ scans }) => {
      if (!started && scans.length >= before)
        started = move()
          .catch((reason: unknown) => {
            moveFailed = reason;
          })
          .then(() => {
            isMoved = true;
            scansAtEnd = scans.length;
          });
      return scans.length >= scansAtEnd + after;
    });
    if (moveFailed) throw moveFailed;
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const toldStaying = await ofStaying;
    await untilAllSent(sql[1], SEND_TIMEOUT_MS);
    await waitFor(
      "the receiver has every event",
      SEND_TIMEOUT_MS,
      () => lostTo([receiver], told.scans) === 0,
    ).catch(() => {});

    const there = await recordedIn(sql[1], moving.producerId, told);
    const left = await rowsOf(sql[0], moving.producerId);
    const checked = await Promise.allSettled([
      command(1, "history", "check"),
      command(1, "contents", "check"),
      command(1, "rollups", "check"),
      command(0, "rollups", "check"),
    ]);
    const broken = checked.flatMap((one) => (one.status === "rejected" ? JSON.stringify(one.reason) : []));
    const refusals = [...told.refusals, ...toldStaying.refusals];
    const file = await readBoth(client, urls, identifiers[0] ?? "", moving.token);
    return {
      checks: [
        exactly("lost acknowledged scans", 0, there.lostScans),
        exactly("scans recorded other than once", 0, Math.abs(there.scans - told.scans.length)),
        exactly("counters of items that differ from their scans", 0, there.miscounted),
        exactly("lost acknowledged items", 0, there.lostItems),
        exactly("refused calls", 0, refusals.length),
        exactly("reads that were not answered 200", 0, told.misread + toldStaying.misread),
        exactly("lost deliveries of acknowledged events", 0, lostTo([receiver], told.scans)),
        exactly("deliveries accepted twice", 0, takenTwice(receiver.calls).length),
        atMost("longest time without an acknowledged scan", MAX_GAP_MS, told.longestGapMs, " ms"),
        exactly("rows left in the old cell", 0, left),
        exactly("failed checks of histories, files and roll-ups", 0, broken.length),
        exactly("cells that answer for the item and the list", 2, file),
        atLeast("scans acknowledged", before + after, told.scans.length),
      ],
      figures: {
        "items of the producer": items + SCANNED_ITEMS,
        "the command": said,
        ...(refusals.length > 0 && { "refused calls": [...new Set(refusals)].join("; ") }),
        ...(broken.length > 0 && { "failed checks": broken.join("; ") }),
        "scans of a producer that stays": toldStaying.scans.length,
        "slowest call": `${Math.round(told.slowestMs)} ms`,
        "scans a second meanwhile": Math.round((told.scans.length + toldStaying.scans.length) / seconds),
      },
    };
  } finally {
    await client.close();
    await receiver.close();
    await home.stop();
    await second.remove();
  }
}

/** What of the acknowledged work the new cell has. */
async function recordedIn(sql: Sql, producerId: string, { scans, created }: Told) {
  const ids = makePgArray(scans.map(({ id }) => id));
  const [row] = await sql<{ lostScans: number; lostItems: number; scans: number; miscounted: number }[]>`
    select (select count(*)::int from unnest(${ids}::uuid[]) as kept (id)
        where not exists (select from scans where scans.id = kept.id)) as "lostScans",
      (select count(*)::int from unnest(${makePgArray(created)}::text[]) as kept (identifier)
        where not exists (select from items where items.identifier = kept.identifier)) as "lostItems",
      (select count(*)::int from scans where producer_id = ${producerId}) as scans,
      (select count(*)::int from items where producer_id = ${producerId} and scans <> (
        select count(*) from scans where item_id = items.id)) as miscounted`;
  if (!row) throw new Error("The new cell does not answer.");
  return row;
}

async function rowsOf(sql: Sql, producerId: string): Promise<number> {
  let rows = 0;
  for (const table of MOVED) {
    const [row] = await sql.unsafe<{ rows: number }[]>(
      `select count(*)::int as rows from ${table.name} r where ${belongs(table)}`,
      [producerId],
    );
    rows += row?.rows ?? 0;
  }
  return rows;
}

/** The number of cells that answer for an item and for the list of its producer. */
async function readBoth(client: Client, urls: readonly string[], identifier: string, token: string) {
  let answered = 0;
  for (const url of urls) {
    const path = `/items/${encodeURIComponent(identifier)}`;
    await must(client, url, { method: "GET", path });
    await must(client, url, { method: "GET", path: "/scans", token });
    answered++;
  }
  return answered;
}

/** Proves that a producer can be moved to another cell while both cells are called for it. */
export const movedCells = (home: Home, scale: Scale): Promise<Report> => prove(home, SIZES[scale]);

/** The control: scans are not noted while the producer moves. */
export const controlMovedCells = (home: Home): Promise<Report> =>
  prove(home, SIZES.scaled, async ({ sql: [old] }) => {
    await waitFor("the move notes scans", MOVE_TIMEOUT_MS, async () => {
      const [fence] = await old`select from pg_trigger
        where tgrelid = 'scans'::regclass and tgname = 'cell_fence' and tgenabled <> 'D'`;
      return fence !== undefined;
    });
    await old`alter table scans disable trigger cell_fence`;
  });
