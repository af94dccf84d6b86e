import { makePgArray } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import { z } from "zod";
import { type Client, must, newHook, newItems, openClient } from "./client";
import { untilAllQueued } from "./deliveries";
import type { Home, Service } from "./home";
import { allowing, Receiver } from "./receivers";
import { exactly, type Report, type Scale } from "./report";
import { untilItAnswers } from "./wait-for";
import { type AcknowledgedScan, writeScans, writeSome } from "./writers";

const WRITERS = 64;
const ITEMS = 24;
const SIZES = {
  scaled: { scans: 1_000, killsOfEach: 2 },
  full: { scans: 20_000, killsOfEach: 10 },
};
const CONTROL_SCANS = 300;
const QUEUE_TIMEOUT_MS = 60_000;

/** Opens the service with its database, a client and a receiver. */
async function open(home: Home) {
  const receiver = await Receiver.open();
  const env = { HOOK_ALLOW: allowing([receiver]) };
  const client = openClient();
  const service = await home.start(env);
  const { token } = await home.producer("Durable");
  const identifiers = await newItems(client, service.url, token, ITEMS);
  await newHook(client, service.url, token, receiver.url);
  const close = async () => {
    await client.close();
    await home.stop();
    await receiver.close();
  };
  return { client, service, env, token, identifiers, close };
}

/** Proves that acknowledged scans survive kill -9 of the service and of its database, with their events and counts. */
export async function r1(home: Home, scale: Scale): Promise<Report> {
  const { scans, killsOfEach } = SIZES[scale];
  const { client, service: first, env, token, identifiers, close } = await open(home);
  let service: Service = first;
  const kept: AcknowledgedScan[] = [];
  const kills = { service: 0, database: 0 };
  let killing: Promise<void> = Promise.resolve();
  let isStuck = false;

  const kill = async () => {
    if (kills.service <= kills.database) {
      kills.service++;
      await service.end("SIGKILL");
      service = await home.start(env, { port: service.port });
    } else {
      kills.database++;
      await home.signalDatabase("SIGKILL");
    }
  };
  try {
    let refused = 0;
    await writeScans({
      client,
      url: () => service.url,
      identifiers,
      writers: WRITERS,
      onOutcome: (outcome, scan) => {
        if (outcome.status !== 200) refused++;
        if (scan) kept.push(scan);
        const killsSoFar = kills.service + kills.database;
        const isTime = kept.length >= ((killsSoFar + 1) * scans) / (2 * killsOfEach + 1);
        if (scan && isTime && killsSoFar < 2 * killsOfEach) {
          killing = killing.then(kill);
          killing.catch(() => {
            isStuck = true;
          });
        }
        return kept.length >= scans || isStuck ? "enough" : "more";
      },
    });
    await killing;
    return {
      checks: await check(client, service.url, token, await home.sql(), { kept, identifiers }),
      figures: {
        "scans acknowledged": kept.length,
        "calls without a 200, or without a response": refused,
        "kill -9 of the service": kills.service,
        "kill -9 of the database": kills.database,
      },
    };
  } finally {
    await killing.catch(() => undefined);
    await close();
  }
}

/** The control: without waiting for the disk, a crash of the database loses acknowledged scans. */
export async function controlR1(home: Home): Promise<Report> {
  const { client, service, token, identifiers, close } = await open(home);
  try {
    const sql = await home.sql();
    // Acknowledged scans then wait for up to 10 s before they are written.
    await sql`alter system set synchronous_commit = off`;
    await sql`alter system set wal_writer_delay = '10s'`;
    await sql`alter system set wal_writer_flush_after = '1GB'`;
    await sql`select pg_reload_conf()`;
    const kept = await writeSome(
      { client, url: () => service.url, identifiers, writers: WRITERS },
      CONTROL_SCANS,
    );
    await home.signalDatabase("SIGKILL");
    const back = await home.sql();
    const checks = await check(client, service.url, token, back, { kept, identifiers });
    await back`alter system reset all`;
    await back`select pg_reload_conf()`;
    return { checks, figures: { "scans acknowledged": kept.length, "kill -9 of the database": 1 } };
  } finally {
    await close();
  }
}

async function check(
  client: Client,
  url: string,
  token: string,
  sql: Sql,
  { kept, identifiers }: { kept: AcknowledgedScan[]; identifiers: string[] },
) {
  const ids = kept.map(({ id }) => id);
  await untilAllQueued(sql, QUEUE_TIMEOUT_MS);
  const [lost] = await untilItAnswers(
    () => sql<Lost[]>`
      with kept as (select unnest(${makePgArray(ids)}::uuid[]) as id),
        event as (
          select events.id, (snapshot -> 'scan' ->> 'id')::uuid as scan_id from events where type = 'itemScanned'
        ),
        told as (select event.scan_id, event.id, deliveries.id as delivery from event left join deliveries on event_id = event.id)
      select
        (select count(*)::int from kept where not exists (select from scans where scans.id = kept.id)) as scans,
        (select count(*)::int from kept where not exists (select from told where scan_id = kept.id)) as events,
        (select count(*)::int from kept where not exists (select from told where scan_id = kept.id and delivery is not null))
          as deliveries,
        (select count(*)::int from scans where not exists (select from told where scan_id = scans.id and delivery is not null)
          and identifier = any(${makePgArray(identifiers)}::text[])) as silent`,
  );
  const miscounted = { scans: 0, fakes: 0 };
  for (const identifier of identifiers) {
    const path = `/items/${encodeURIComponent(identifier)}`;
    const { data } = Counted.parse(
      await untilItAnswers(() => must(client, url, { method: "GET", path, token })),
    );
    const [rows] = await sql<{ scans: number; fakes: number }[]>`
      select count(*)::int as scans, count(*) filter (where copyclassification = 'fake')::int as fakes
      from scans where identifier = ${identifier}`;
    if (rows?.scans !== data._scans) miscounted.scans++;
    if (rows?.fakes !== data._fakes) miscounted.fakes++;
  }
  return [
    exactly("lost acknowledged scans", 0, lost?.scans ?? -1),
    exactly("acknowledged scans without their event", 0, lost?.events ?? -1),
    exactly("acknowledged scans without a delivery to the webhook", 0, lost?.deliveries ?? -1),
    exactly("scans, acknowledged or not, without a delivery to the webhook", 0, lost?.silent ?? -1),
    exactly("items with a wrong _scans", 0, miscounted.scans),
    exactly("items with a wrong _fakes", 0, miscounted.fakes),
  ];
}

interface Lost {
  scans: number;
  events: number;
  deliveries: number;
  silent: number;
}

const Counted = z.object({ data: z.object({ _scans: z.number(), _fakes: z.number() }) });
