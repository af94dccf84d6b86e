import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { startEmbeddedPostgres } from "@/server/platform/embedded-postgres";
import { newItems, openClient } from "./client";
import type { Home } from "./home";
import { openPostgresProxy } from "./postgres-proxy";
import { atLeast, atMost, type Check, exactly, type Report, type Scale } from "./report";
import { falsePromises, kindsOf, type Sample, startSampling } from "./samples";
import { untilItAnswers } from "./wait-for";

/** Five seconds, and what a busy machine adds between the service's clock and the caller's. */
const ANSWERED_WITHIN_MS = 6_000;
const BACK_WITHIN_MS = 5_000;
/** Longer than any call may take. */
const SILENT_FOR_MS = 6_500;
const GONE_FOR_MS = 1_500;
const ROUNDS = { scaled: 1, full: 5 };

/** A way for the database to go away, and to come back. */
interface Outage {
  name: string;
  go(): Promise<void> | void;
  comeBack(): Promise<void> | void;
  lastsMs: number;
}

/** The database goes away in every way: calls end in time and without false promises, and the service comes back by itself. */
export async function r2(home: Home, scale: Scale): Promise<Report> {
  const checks: Check[] = [];
  const figures: Report["figures"] = {};

  const own = await home.start();
  const { token } = await home.producer("Reachable");
  const sql = await home.sql();
  const isBack = () => untilItAnswers(() => sql`select 1`).then(() => undefined);
  const outages: Outage[] = [
    // The service starts it again: there is nothing to do.
    { name: "killed", go: () => home.signalDatabase("SIGKILL"), comeBack: isBack, lastsMs: 0 },
    {
      name: "frozen",
      go: () => home.signalDatabase("SIGSTOP"),
      comeBack: () => home.signalDatabase("SIGCONT"),
      lastsMs: SILENT_FOR_MS,
    },
  ];
  await suffer(home, { url: own.url, token, outages, rounds: ROUNDS[scale] }, { checks, figures });
  await own.end("SIGKILL");

  const database = await startEmbeddedPostgres({ dataDir: home.dataDir, database: "assay" });
  const proxy = await openPostgresProxy(database.socketFolder);
  try {
    const far = await home.start({ DATABASE_URL: proxy.url });
    const outages: Outage[] = [
      { name: "cut off", go: proxy.cut, comeBack: proxy.mend, lastsMs: GONE_FOR_MS },
      { name: "out of reach", go: proxy.hold, comeBack: proxy.mend, lastsMs: SILENT_FOR_MS },
    ];
    await suffer(home, { url: far.url, token, outages, rounds: ROUNDS[scale] }, { checks, figures });
  } finally {
    await home.stop();
    await proxy.close();
    await database.stop();
  }
  return { checks, figures };
}

async function suffer(
  home: Home,
  { url, token, outages, rounds }: { url: string; token: string; outages: Outage[]; rounds: number },
  { checks, figures }: Report,
) {
  const client = openClient();
  const [identifier = ""] = await newItems(client, url, token, 1);
  try {
    for (const { name, go, comeBack, lastsMs } of outages) {
      const samples: Sample[] = [];
      const recoveries: { ms: number; kind: string }[] = [];
      for (let round = 0; round < rounds; round++) {
        const sampling = startSampling(client, url, kindsOf(token, identifier));
        await sampling.recovery();
        await go();
        await delay(lastsMs);
        await comeBack();
        recoveries.push(await sampling.recovery());
        await sampling.stop();
        samples.push(...sampling.samples);
      }
      const slowest = samples.toSorted((a, b) => lasting(b) - lasting(a))[0];
      const recovery = recoveries.toSorted((a, b) => b.ms - a.ms)[0];
      const failed = samples.filter(({ status }) => status === 0 || status >= 500);
      figures[`${name}: calls, and those that failed`] = `${samples.length}, ${failed.length}`;
      figures[`${name}: slowest kinds`] = `${slowest?.kind} to end, ${recovery?.kind} to come back`;
      checks.push(
        atLeast(`${name}: calls that felt it`, 1, failed.length),
        ...inTime(name, samples.map(lasting)),
        exactly(
          `${name}: connections that the service broke`,
          0,
          count(samples, ({ status }) => status === 0),
        ),
        exactly(
          `${name}: writes answered 200 that are not there`,
          0,
          await falsePromises(await home.sql(), samples),
        ),
        atMost(
          `${name}: until calls of all kinds are answered again`,
          BACK_WITHIN_MS,
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

const lasting = ({ startedAt, endedAt }: Sample) => endedAt - startedAt;

const inTime = (name: string, times: number[]): Check[] => [
  atMost(`${name}: the slowest answer`, ANSWERED_WITHIN_MS, Math.max(0, ...times), " ms"),
];

/** The same without a deadline: a plain client on the same network, while the database is out of reach. */
export async function controlR2(home: Home): Promise<Report> {
  const database = await startEmbeddedPostgres({ dataDir: home.dataDir, database: "assay" });
  const proxy = await openPostgresProxy(database.socketFolder);
  const sql = postgres(proxy.url, { max: 8, fetch_types: false });
  try {
    await sql`select 1`;
    proxy.hold();
    const calls = Array.from({ length: 8 }, async () => {
      const from = Date.now();
      await sql`select 1`;
      return Date.now() - from;
    });
    await delay(SILENT_FOR_MS);
    await proxy.mend();
    return {
      checks: inTime("out of reach", await Promise.all(calls)),
      figures: { "statements of a plain client": 8 },
    };
  } finally {
    await sql.end({ timeout: 1 });
    await proxy.close();
    await database.stop();
  }
}
