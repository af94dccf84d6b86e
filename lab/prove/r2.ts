import { setTimeout as delay } from "node:timers/promises";
import { startEmbeddedPostgres } from "@assay/embedded-postgres";
import postgres from "postgres";
import { newItems, openClient } from "./client";
import type { Home } from "./home";
import { openPostgresProxy } from "./postgres-proxy";
import { atLeast, atMost, type Check, exactly, type Report, type Scale } from "./report";
import { falsePromises, kindsOf, type Sample, startSampling } from "./samples";
import { untilItAnswers } from "./wait-for";

const ABSENCE_MS = 1_500;
/**
 * The service answers in 5 s. `full` adds what lies between its clock and the caller's; `scaled` asks only that no call
 * hangs and that all are answered again, because it runs beside other tests. The database is silent for longer than a
 * call may take.
 */
const LIMITS = {
  full: { rounds: 5, responseMs: 6_000, recoveryMs: 5_000, silenceMs: 6_500 },
  scaled: { rounds: 1, responseMs: 10_000, recoveryMs: 60_000, silenceMs: 11_000 },
};

type Limits = (typeof LIMITS)[Scale];

/** One kind of outage of the database. */
interface Outage {
  name: string;
  go(): Promise<void> | void;
  comeBack(): Promise<void> | void;
  lastsMs: number;
}

/** Proves that in every kind of outage calls end in time without false promises, and the service recovers by itself. */
export async function r2(home: Home, scale: Scale): Promise<Report> {
  const checks: Check[] = [];
  const figures: Report["figures"] = {};
  const limits = LIMITS[scale];

  const own = await home.start();
  const { token } = await home.producer("Reachable");
  const sql = await home.sql();
  const isBack = () => untilItAnswers(() => sql`select 1`).then(() => undefined);
  const outages: Outage[] = [
    // The service restarts it itself.
    { name: "killed", go: () => home.signalDatabase("SIGKILL"), comeBack: isBack, lastsMs: 0 },
    {
      name: "frozen",
      go: () => home.signalDatabase("SIGSTOP"),
      comeBack: () => home.signalDatabase("SIGCONT"),
      lastsMs: limits.silenceMs,
    },
  ];
  await measureOutages(home, { url: own.url, token, outages, limits }, { checks, figures });
  await own.end("SIGKILL");

  const database = await startEmbeddedPostgres({ dataDir: home.dataDir, database: "assay" });
  const proxy = await openPostgresProxy(database.socketFolder);
  try {
    const far = await home.start({ DATABASE_URL: proxy.url });
    const outages: Outage[] = [
      { name: "cut off", go: proxy.cut, comeBack: proxy.mend, lastsMs: ABSENCE_MS },
      { name: "unreachable", go: proxy.hold, comeBack: proxy.mend, lastsMs: limits.silenceMs },
    ];
    await measureOutages(home, { url: far.url, token, outages, limits }, { checks, figures });
  } finally {
    await home.stop();
    await proxy.close();
    await database.stop();
  }
  return { checks, figures };
}

async function measureOutages(
  home: Home,
  { url, token, outages, limits }: { url: string; token: string; outages: Outage[]; limits: Limits },
  { checks, figures }: Report,
) {
  const client = openClient();
  const [identifier = ""] = await newItems(client, url, token, 1);
  try {
    for (const { name, go, comeBack, lastsMs } of outages) {
      const samples: Sample[] = [];
      const recoveries: { ms: number; kind: string }[] = [];
      for (let round = 0; round < limits.rounds; round++) {
        const sampling = startSampling(client, url, kindsOf(token, identifier));
        await sampling.recovery();
        await go();
        await delay(lastsMs);
        await comeBack();
        recoveries.push(await sampling.recovery());
        await sampling.stop();
        samples.push(...sampling.samples);
      }
      const slowest = samples.toSorted((a, b) => durationOf(b) - durationOf(a))[0];
      const recovery = recoveries.toSorted((a, b) => b.ms - a.ms)[0];
      const failed = samples.filter(({ status }) => status === 0 || status >= 500);
      figures[`${name}: calls and failed calls`] = `${samples.length}, ${failed.length}`;
      figures[`${name}: slowest kinds`] = `${slowest?.kind} to end, ${recovery?.kind} to come back`;
      checks.push(
        atLeast(`${name}: failed calls`, 1, failed.length),
        ...inTime(name, limits, samples.map(durationOf)),
        exactly(
          `${name}: connections broken by the service`,
          0,
          count(samples, ({ status }) => status === 0),
        ),
        exactly(`${name}: writes answered 200 and lost`, 0, await falsePromises(await home.sql(), samples)),
        atMost(
          `${name}: time until calls of all kinds are answered again`,
          limits.recoveryMs,
          recovery?.ms ?? 0,
          " ms",
        ),
      );
    }
  } finally {
    await client.close();
  }
}

const count = <T>(all: readonly T[], holds: (one: T) => boolean) => all.filter(holds).length;

const durationOf = ({ startedAt, endedAt }: Sample) => endedAt - startedAt;

const inTime = (name: string, { responseMs }: Limits, times: number[]): Check[] => [
  atMost(`${name}: slowest response`, responseMs, Math.max(0, ...times), " ms"),
];

/** The control: a plain client without a timeout, on the same network while the database is unreachable. */
export async function controlR2(home: Home): Promise<Report> {
  const database = await startEmbeddedPostgres({ dataDir: home.dataDir, database: "assay" });
  const proxy = await openPostgresProxy(database.socketFolder);
  const sql = postgres(proxy.url, { max: 8, fetch_types: false });
  try {
    await sql`select 1`;
    proxy.hold();
    const calls = Array.from({ length: 8 }, async () => {
      const startedAt = Date.now();
      await sql`select 1`;
      return Date.now() - startedAt;
    });
    await delay(LIMITS.full.silenceMs);
    await proxy.mend();
    return {
      checks: inTime("unreachable", LIMITS.full, await Promise.all(calls)),
      figures: { "statements of a plain client": 8 },
    };
  } finally {
    await sql.end({ timeout: 1 });
    await proxy.close();
    await database.stop();
  }
}
