import { readFileSync } from "node:fs";
import { makePgArray } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import { freePort } from "@/e2e/own-service";
import { newItems, openClient } from "./client";
import type { Home, Service } from "./home";
import { callConcurrently } from "./limits";
import { atLeast, exactly, type Report, type Scale } from "./report";
import { waitFor } from "./wait-for";
import { type AcknowledgedScan, writeScans } from "./writers";

const WRITERS = 32;
const SIZES = { scaled: { scans: 1_000, kills: 2 }, full: { scans: 20_000, kills: 20 } };
const CALLS = 200;
const READY_TIMEOUT_MS = 120_000;
const TWO = { WORKERS: "2", RATE_LIMITS: "off" };
const LIMITED = { WORKERS: "2", RATE_LIMITS: "on", TRUSTED_PROXIES: "127.0.0.1,::1" };

/** The processes of the service's workers. */
export function workersOf({ pid }: Pick<Service, "pid">): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
  const isWorker = (child: number) => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, "utf8").includes("main.mjs");
    } catch {
      return false;
    }
  };
  return children.filter((child) => child > 0 && isWorker(child));
}

/** Only workers that serve have metrics. */
const untilBothServe = (metricsPort: number) =>
  waitFor("both workers serve", READY_TIMEOUT_MS, async () => {
    const text = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).then(
      (answer) => answer.text(),
      () => "",
    );
    return [1, 2].every((number) => text.includes(`process_resident_memory_bytes{worker="${number}"}`));
  });

/** Proves that the death of a worker loses nothing and stops no other, and that limits are exact over both workers. */
export async function workers(home: Home, scale: Scale): Promise<Report> {
  const { scans, kills } = SIZES[scale];
  return prove(home, { scans, kills, limited: LIMITED });
}

/** The control: two instances that count alone. */
export async function controlWorkers(home: Home): Promise<Report> {
  return prove(home, { scans: 100, kills: 0, limited: { ...LIMITED, WORKERS: "1" }, instances: 2 });
}

interface Size {
  scans: number;
  kills: number;
  limited: Record<string, string>;
  instances?: number;
}

async function prove(home: Home, { scans, kills, limited, instances = 1 }: Size): Promise<Report> {
  const client = openClient();
  try {
    const metricsPort = await freePort();
    const service = await home.start({ ...TWO, METRICS_PORT: String(metricsPort) });
    const { token } = await home.producer("Workers");
    const identifiers = await newItems(client, service.url, token, 10);
    const seen = await killUnderLoad(service, metricsPort, { identifiers, scans, kills });
    const sql = await home.sql();
    const lost = await lostOf(sql, seen.kept);
    const code = await service.end("SIGTERM");

    const limitedServices = await Promise.all(Array.from({ length: instances }, () => home.start(limited)));
    const passed = await passedOf(limitedServices, identifiers);
    return {
      checks: [
        exactly("lost acknowledged scans", 0, lost),
        exactly("exit code after SIGTERM", 0, code ?? -1),
        exactly("workers killed and replaced", kills, seen.kills),
        exactly(`scans accepted of ${CALLS} at once from one address`, 60, passed),
        atLeast("scans acknowledged", scans, seen.kept.length),
      ],
      figures: {
        "kill -9 of a worker": seen.kills,
        "calls without a response, whose worker was killed": seen.broken,
        "longest time without an acknowledged scan": `${Math.round(seen.longestGapMs)} ms`,
      },
    };
  } finally {
    await client.close();
    await home.stop();
  }
}

/** Records scans while workers are killed, one after the other. */
async function killUnderLoad(
  service: Service,
  metricsPort: number,
  { identifiers, scans, kills }: { identifiers: string[]; scans: number; kills: number },
) {
  const client = openClient();
  const kept: AcknowledgedScan[] = [];
  const seen = { kept, broken: 0, kills: 0, longestGapMs: 0 };
  let lastAt = performance.now();
  let killing: Promise<void> = Promise.resolve();
  const kill = async () => {
    await untilBothServe(metricsPort);
    const [first, second] = workersOf(service);
    const doomed = seen.kills % 2 === 0 ? second : first;
    process.kill(doomed ?? 0, "SIGKILL");
    seen.kills++;
    await waitFor("the worker has ended", READY_TIMEOUT_MS, () => !workersOf(service).includes(doomed ?? 0));
    await untilBothServe(metricsPort);
  };
  let begun = 0;
  try {
    await writeScans({
      client,
      url: () => service.url,
      identifiers,
      writers: WRITERS,
      onOutcome: ({ status }, scan) => {
        if (status !== 200) seen.broken++;
        if (scan) {
          kept.push(scan);
          seen.longestGapMs = Math.max(seen.longestGapMs, performance.now() - lastAt);
          lastAt = performance.now();
        }
        if (begun < kills && kept.length >= ((begun + 1) * scans) / (kills + 1)) {
          begun++;
          killing = killing.then(kill);
          killing.catch(() => {});
        }
        return kept.length >= scans ? "enough" : "more";
      },
    });
    await killing;
    return seen;
  } finally {
    await client.close();
  }
}

async function lostOf(sql: Sql, kept: AcknowledgedScan[]): Promise<number> {
  const ids = makePgArray(kept.map(({ id }) => id));
  const [row] = await sql<{ lost: number }[]>`
    select count(*)::int as lost from unnest(${ids}::uuid[]) as kept (id)
    where not exists (select from scans where scans.id = kept.id)`;
  return row?.lost ?? -1;
}

/** The number of scans that are accepted of many at once from one address, over all services in turn. */
export async function passedOf(services: Service[], identifiers: string[]): Promise<number> {
  const client = openClient({ keepsConnections: false });
  try {
    const statuses = await callConcurrently(CALLS, async (n) => {
      const body = { identifier: identifiers[n % identifiers.length] };
      const url = services[n % services.length]?.url ?? "";
      return (await client.call(url, { method: "POST", path: "/scans", body })).status;
    });
    return statuses.get(200) ?? 0;
  } finally {
    await client.close();
  }
}
