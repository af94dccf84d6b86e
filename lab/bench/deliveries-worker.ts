import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import path from "node:path";
import pLimit from "p-limit";
import postgres from "postgres";
import { Webhook } from "standardwebhooks";
import { Agent, request } from "undici";
import { directly } from "@/db/address";
import { openDatabase } from "@/db/client";
import { HOOK_IN_JSON } from "@/server/events/emit";
import { env } from "@/server/platform/env";
import { openOutboundHttp } from "@/server/platform/outbound-http";
import { openDeliverer } from "@/server/webhooks/deliver";
import { openQueueing } from "@/server/webhooks/queue-events";
import { graphileWorker } from "./deliveries-graphile";
import { AT_ONCE, Command, type Kind, type Queue, WorkerJob } from "./deliveries-job";

/*
 * Delivers webhooks in a bench, in a separate process. All kinds make the same calls: undici, one receiver, 32
 * concurrently, one signature for each.
 */

const { kind, url, secret, body, producerId, snapshot, modules, pgUrl } = WorkerJob.parse(
  JSON.parse(process.argv[2] ?? ""),
);
const sql = postgres(process.env.DATABASE_URL ?? "", { max: 1, onnotice: () => {} });
const load = createRequire(path.join(modules, "package.json"));

const QUEUE_BATCH_SIZE = 1_000;

const dispatcher = new Agent({ connections: AT_ONCE, pipelining: 1 });

/** A call without a queue, as an application would write it. */
async function call(id: string) {
  const at = new Date();
  const answer = await request(url, {
    dispatcher,
    method: "POST",
    headers: {
      "content-type": "application/json",
      "user-agent": "bench",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign(id, at, body),
    },
    body,
  });
  await answer.body.dump();
  if (answer.statusCode >= 400) throw new Error(`The receiver returned ${answer.statusCode}.`);
}

function withoutQueue(): Queue {
  let left = 0;
  const work = async () => {
    while (left-- > 0) await call(randomUUID());
  };
  let working: Promise<unknown> = Promise.resolve();
  return {
    async fill(count) {
      left = count;
    },
    async start() {
      working = Promise.all(Array.from({ length: AT_ONCE }, work));
    },
    async finish() {
      await working;
    },
  };
}

/** The service's events with their hook, and their deliveries, already queued. */
function ours(): Queue {
  const database = openDatabase(directly(process.env.DATABASE_URL ?? ""));
  const deliverer = openDeliverer(database, openOutboundHttp({ allow: env.HOOK_ALLOW }));
  const queueEvents = openQueueing(sql);
  let draining: Promise<void> = Promise.resolve();
  return {
    async fill(count) {
      await sql`truncate events, pending_events, deliveries, delivery_queue, attempts`;
      await sql`
        insert into events (id, type, producer_id, hooks, created_at, snapshot)
        select new_id(), 'itemScanned', ${producerId}, (select jsonb_agg(${sql.unsafe(HOOK_IN_JSON)}) from hooks hook where producer_id = ${producerId}), now() - n * interval '1 ms', ${JSON.stringify(snapshot)}::text::jsonb
        from generate_series(1, ${count}::int) n`;
      while ((await queueEvents(QUEUE_BATCH_SIZE)) > 0);
      for (const table of ["events", "deliveries", "delivery_queue", "attempts"])
        await sql`vacuum (analyze) ${sql(table)}`;
    },
    async start() {
      draining = deliverer.drain(600_000);
    },
    async finish() {
      await draining;
    },
  };
}

interface BossJob {
  id: string;
}

/** The used part of pg-boss 10. */
interface Boss {
  on(event: "error", listener: (error: unknown) => void): void;
  start(): Promise<unknown>;
  createQueue(name: string, options: object): Promise<void>;
  insert(jobs: object[]): Promise<unknown>;
  work(name: string, options: object, handler: (jobs: BossJob[]) => Promise<unknown>): Promise<string>;
  notifyWorker(id: string): void;
  offWork(name: string): Promise<void>;
}

const BOSS_QUEUE = "webhooks";
const BOSS_BATCH_SIZE = 1000;
const INSERT_BATCH_SIZE = 2000;

/**
 * pg-boss polls at most twice a second, unless a batch took longer or the worker was notified. So it gets batches that
 * keep 32 calls busy for a while or, one by one, 32 workers that are notified after each job.
 */
async function pgBoss(oneByOne: boolean): Promise<Queue> {
  const PgBoss: new (options: object) => Boss = load("pg-boss");
  const boss = new PgBoss({
    connectionString: pgUrl,
    max: oneByOne ? AT_ONCE : 10,
    schedule: false,
    supervise: false,
  });
  boss.on("error", (error) => console.error(error));
  await boss.start();
  await boss.createQueue(BOSS_QUEUE, {
    name: BOSS_QUEUE,
    policy: "standard",
    retryLimit: 10,
    retryBackoff: true,
  });
  const limit = pLimit(AT_ONCE);
  const options = { pollingIntervalSeconds: 0.5, priority: false };

  async function workOneByOne() {
    let notify = () => {};
    const id = await boss.work(BOSS_QUEUE, { ...options, batchSize: 1 }, async (jobs) => {
      for (const job of jobs) await call(job.id);
      notify();
    });
    notify = () => boss.notifyWorker(id);
  }
  const workInBatches = () =>
    boss.work(BOSS_QUEUE, { ...options, batchSize: BOSS_BATCH_SIZE }, (jobs) =>
      Promise.all(jobs.map((job) => limit(() => call(job.id)))),
    );

  const untilDone = async () => {
    for (;;) {
      const [row] =
        await sql`select count(*)::int as left from pgboss.job where name = ${BOSS_QUEUE} and state < 'completed'`;
      if (row?.left === 0) return;
    }
  };
  return {
    async fill(count) {
      await sql`delete from pgboss.job where name = ${BOSS_QUEUE}`;
      for (let left = count; left > 0; left -= INSERT_BATCH_SIZE) {
        const jobs = Array.from({ length: Math.min(left, INSERT_BATCH_SIZE) }, () => ({
          name: BOSS_QUEUE,
          data: { url, body },
        }));
        await boss.insert(jobs);
      }
      await sql`vacuum (analyze) pgboss.job`;
    },
    async start() {
      if (oneByOne) await Promise.all(Array.from({ length: AT_ONCE }, workOneByOne));
      else await workInBatches();
    },
    async finish() {
      await untilDone();
      await boss.offWork(BOSS_QUEUE);
    },
  };
}

const OPENERS: Record<Kind, () => Queue | Promise<Queue>> = {
  undici: withoutQueue,
  assay: ours,
  "pg-boss": () => pgBoss(false),
  "pg-boss, one by one": () => pgBoss(true),
  "graphile-worker": () =>
    graphileWorker({ graphile: load("graphile-worker"), sql, call, payload: { url, body }, pgUrl }),
};

const queue = await OPENERS[kind]();

async function execute(command: Command) {
  if (command.do === "fill") await queue.fill(command.count);
  else await queue[command.do]();
}

process.on("message", (message) => {
  execute(Command.parse(message)).then(
    () => process.send?.("done"),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit());
process.on("SIGTERM", () => process.exit());
process.send?.("ready");
