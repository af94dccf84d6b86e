import { drizzle } from "drizzle-orm/postgres-js";
import type { Sql } from "postgres";
import { z } from "zod";
import { findDifferences, ROLL_UP_TABLES } from "@/server/domain/stats/check";
import { must, newItems, openClient } from "./client";
import type { Home, Service } from "./home";
import { exactly, type Report, type Scale } from "./report";
import { waitFor } from "./wait-for";
import { type AcknowledgedScan, writeScans, writeSome } from "./writers";

const PRODUCERS = 3;
const ITEMS = 12;
const WRITERS = 32;
const SIZES = {
  scaled: { scans: 800, kills: 2 },
  full: { scans: 100_000, kills: 12 },
};
const CONTROL_SCANS = 200;

const Made = z.object({ id: z.string() });

const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(Math.random() * values.length)];

/** A random scan: any verdict, system and place, or none of them. */
const anyScan = () => ({
  copyclassification: pick(["original", "fake", "unknown", "error"]),
  ...(Math.random() < 0.7 && {
    location: { latitude: Math.random() * 180 - 90, longitude: Math.random() * 360 - 180 },
  }),
  ...(Math.random() < 0.8 && { deviceInfo: { os: pick(["ios", "android", "harmony"]) } }),
});

/** Opens some producers with items, half of them in a group, and two processes that record scans. */
async function open(home: Home) {
  const client = openClient();
  const services = [await home.start(), await home.start()];
  const { url } = services[0] ?? { url: "" };
  const identifiers: string[] = [];
  for (let n = 0; n < PRODUCERS; n++) {
    const { token } = await home.producer(`Counted ${n}`);
    const own = await newItems(client, url, token, ITEMS);
    const { id } = Made.parse(await must(client, url, { method: "POST", path: "/groups", token, body: {} }));
    for (const item of own.slice(0, ITEMS / 2)) {
      const path = `/groups/${id}/items/${encodeURIComponent(item)}`;
      await must(client, url, { method: "POST", path, token, body: {} });
    }
    identifiers.push(...own);
  }
  let turn = 0;
  const load = {
    client,
    url: () => services[turn++ % services.length]?.url ?? "",
    identifiers,
    writers: WRITERS,
    more: anyScan,
  };
  /** Kills a process, and restarts it on its port. */
  const kill = async (n: number) => {
    const service: Service | undefined = services[n % services.length];
    if (!service) return;
    await service.end("SIGKILL");
    services[n % services.length] = await home.start({}, { port: service.port });
  };
  const close = async () => {
    await client.close();
    await home.stop();
  };
  return { load, kill, close };
}

const COUNTING_TIMEOUT_MS = 20_000;

async function check(sql: Sql) {
  // The check is about the counted scans, not about pending ones.
  await waitFor("every scan is counted", COUNTING_TIMEOUT_MS, async () => {
    const [some] = await sql`select from pending_rollups limit 1`;
    return some === undefined;
  });
  const differences = await drizzle(sql).transaction(findDifferences, { isolationLevel: "repeatable read" });
  const of = (table: string) => differences.filter((one) => one.table === table).length;
  return ROLL_UP_TABLES.map((table) => exactly(`wrong counts in ${table}`, 0, of(table)));
}

/** Proves that all counts equal the scans, after two processes recorded scans and were killed repeatedly. */
export async function rollups(home: Home, scale: Scale): Promise<Report> {
  const { scans, kills } = SIZES[scale];
  const { load, kill, close } = await open(home);
  let [recorded, killed] = [0, 0];
  let killing: Promise<void> = Promise.resolve();
  let isStuck = false;
  try {
    await writeScans({
      ...load,
      onOutcome: (_, scan) => {
        if (scan) recorded++;
        if (killed < kills && recorded >= ((killed + 1) * scans) / (kills + 1)) {
          const n = killed++;
          killing = killing.then(() => kill(n));
          killing.catch(() => {
            isStuck = true;
          });
        }
        return recorded >= scans || isStuck ? "enough" : "more";
      },
    });
    await killing;
    return {
      checks: await check(await home.sql()),
      figures: { "scans acknowledged": recorded, "kill -9 of a process": killed },
    };
  } finally {
    await killing.catch(() => undefined);
    await close();
  }
}

/** The control: with the triggers off for a moment, scans are missing in every table. */
export async function controlRollups(home: Home): Promise<Report> {
  const { load, close } = await open(home);
  try {
    const sql = await home.sql();
    const kept: AcknowledgedScan[] = await writeSome(load, CONTROL_SCANS);
    await sql`alter table scans disable trigger user`;
    kept.push(...(await writeSome(load, CONTROL_SCANS)));
    await sql`alter table scans enable trigger user`;
    return { checks: await check(sql), figures: { "scans acknowledged": kept.length } };
  } finally {
    await close();
  }
}
