import type { Sql } from "postgres";
import { AT_ONCE, type Queue } from "./deliveries-job";

/** The used part of graphile-worker 0.17. */
export interface Graphile {
  run(options: object): Promise<{ stop(): Promise<void> }>;
  runMigrations(options: object): Promise<void>;
  Logger: new (factory: () => () => void) => object;
}

interface Needs {
  graphile: Graphile;
  sql: Sql;
  call(id: string): Promise<void>;
  /** The payload of each job, as large as the call needs. */
  payload: object;
  /** For the `pg` package. */
  pgUrl: string;
}

/** With its local queue and joined completions, which save most statements. */
export async function graphileWorker({ graphile, sql, call, payload, pgUrl }: Needs): Promise<Queue> {
  const { run, runMigrations, Logger } = graphile;
  const logger = new Logger(() => () => {});
  await runMigrations({ connectionString: pgUrl, logger });
  let runner: { stop(): Promise<void> } | undefined;
  return {
    async fill(count) {
      await sql`truncate graphile_worker._private_jobs`;
      await sql`
        select count(*) from (select graphile_worker.add_job('webhook', ${JSON.stringify(payload)}::text::json) from generate_series(1, ${count}::int)) as added`;
      await sql`vacuum (analyze) graphile_worker._private_jobs`;
    },
    async start() {
      runner = await run({
        connectionString: pgUrl,
        logger,
        noHandleSignals: true,
        concurrency: AT_ONCE,
        pollInterval: 100,
        crontab: "",
        taskList: { webhook: (_payload: unknown, helpers: { job: { id: string } }) => call(helpers.job.id) },
        preset: {
          worker: {
            concurrentJobs: AT_ONCE,
            maxPoolSize: 10,
            pollInterval: 100,
            localQueue: { size: 500 },
            completeJobBatchDelay: 0,
            failJobBatchDelay: 0,
          },
        },
      });
    },
    async finish() {
      await runner?.stop();
    },
  };
}
