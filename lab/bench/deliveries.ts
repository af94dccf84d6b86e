import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import type { HookInJson, Snapshot } from "@/db/schema/events";
import { bodyOf } from "@/server/webhooks/body";
import { sampleOf } from "@/server/webhooks/samples";
import { bundled, type Child, startNode } from "./child";
import { measureCores } from "./cpu";
import { pgUrlOf } from "./database";
import { type Command, KINDS, type Kind, Received, WorkerJob } from "./deliveries-job";
import { PROFILE_OPTIONS, profile } from "./profile";
import { report } from "./report";
import { alternate, type Candidate } from "./rounds";
import { measureScansWithHooks } from "./scans-with-hooks";
import type { Bench, Setting } from "./setting";

/** The assumed rate of a candidate before its first round. */
const INITIAL_PER_SECOND = 500;
const MAX_WEBHOOKS = 60_000;
const INSTALL_TIMEOUT_MS = 5 * 60_000;

/** The same room for young objects as the service's delivery thread has: its 96 MB are three such spaces. */
const ASSAY_OPTIONS = ["--max-semi-space-size=32"];

/** The last versions of both for Node 20. */
const PEERS = ["pg-boss@10", "graphile-worker@0.17"];
const HOME = path.resolve(process.env.DATA_DIR ?? os.tmpdir(), "assay-bench-queues");

/** Installs the other queues outside the service's dependencies, unless they exist; returns their versions. */
async function installQueues(): Promise<string[]> {
  const manifestOf = (name: string) => path.join(HOME, "node_modules", name, "package.json");
  const names = PEERS.map((peer) => peer.replace(/@.*/, ""));
  if (!names.every((name) => existsSync(manifestOf(name)))) {
    console.error(`Installing pg-boss and graphile-worker in ${HOME}.`);
    await mkdir(HOME, { recursive: true, mode: 0o700 });
    const flags = ["--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"];
    await promisify(execFile)("npm", ["install", "--prefix", HOME, ...PEERS, ...flags], {
      cwd: HOME,
      timeout: INSTALL_TIMEOUT_MS,
    });
  }
  const Manifest = z.object({ version: z.string() });
  return Promise.all(
    names.map(async (name) => {
      const { version } = Manifest.parse(JSON.parse(await readFile(manifestOf(name), "utf8")));
      return `${name} ${version}`;
    }),
  );
}

/** The next message of a process. */
const nextFrom = <T>({ process, failed }: Child, schema: z.ZodType<T>): Promise<T> =>
  Promise.race([
    new Promise<T>((resolve, reject) => {
      process.once("message", (message) => {
        const read = schema.safeParse(message);
        if (read.success) resolve(read.data);
        else reject(read.error);
      });
    }),
    failed,
  ]);

const IPC = ["ignore", "inherit", "inherit", "ipc"] as const;

type CountingReceiver = Awaited<ReturnType<typeof startReceiver>>;

async function startReceiver() {
  const child = await startNode("The receiver", await bundled("deliveries-receiver.ts"), {
    stdio: [...IPC],
    env: { PATH: process.env.PATH, NODE_ENV: "production" },
  });
  const { port } = await nextFrom(child, z.object({ port: z.number() }));
  return { ...child, port, url: `http://127.0.0.1:${port}/hook`, allow: `127.0.0.1/32:${port}` };
}

/** Delivers webhooks in a separate process; the number in a round follows from the rate of the previous one. */
async function deliveryCandidate(
  { database, folder }: Setting,
  receiver: CountingReceiver,
  job: WorkerJob,
  nodeOptions: string[] = [],
) {
  const child = await startNode(
    `The worker of ${job.kind}`,
    [
      ...(job.kind === "assay" ? ASSAY_OPTIONS : []),
      ...nodeOptions,
      ...(await bundled("deliveries-worker.ts")),
      JSON.stringify(job),
    ],
    {
      stdio: [...IPC],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        DATABASE_URL: database.url,
        DATA_DIR: path.join(folder, "service"),
        HOOK_ALLOW: receiver.allow,
      },
    },
  );
  await nextFrom(child, z.literal("ready"));
  const command = async (order: Command) => {
    const answer = nextFrom(child, z.literal("done"));
    child.process.send(order);
    await answer;
  };
  let perSecond = INITIAL_PER_SECOND;
  let twice = 0;
  const candidate: Candidate = {
    name: job.kind,
    async round(seconds) {
      const count = Math.min(MAX_WEBHOOKS, Math.ceil(perSecond * seconds));
      await command({ do: "fill", count });
      // Otherwise the dead rows of earlier rounds can slow another queue for minutes.
      await database.sql`vacuum analyze`;
      await database.sql`checkpoint`;
      const isReady = nextFrom(receiver, z.literal("ready"));
      receiver.process.send({ count });
      await isReady;
      const all = Promise.race([nextFrom(receiver, Received), child.failed]);
      const cores = measureCores({
        load: receiver.pid,
        candidate: [child.pid],
        postmaster: database.postmaster,
      });
      await command({ do: "start" });
      const { seconds: elapsed, calls } = await all;
      const used = cores();
      await command({ do: "finish" });
      perSecond = count / elapsed;
      twice += calls - count;
      return { perSecond, p50: Number.NaN, p99: Number.NaN, cores: used };
    },
  };
  return { child, candidate, calledTwice: () => twice };
}

/** The body for the other queues: the same as the service's, from the same sample. */
async function bodyOfHook({ database, producer }: Setting, hookId: string, snapshot: Snapshot) {
  const [row] = await database.sql<{ hook: HookInJson }[]>`
    select to_jsonb(hooks) - array['secret', 'previous_secret', 'previous_secret_until'] as hook
    from hooks where id = ${hookId}`;
  if (!row) throw new Error(`The hook of ${producer.producerId} is missing.`);
  return bodyOf({ type: "itemScanned", snapshot, hook: row.hook });
}

/** Compares webhooks to one fast receiver: by undici without a queue, by the service, and by two other queues. */
export const deliveries: Bench = async (setting) => {
  const { database, service, producer, plan, profiled } = setting;
  const versions = await installQueues();
  const receiver = await startReceiver();
  // Other processes must not deliver from this database.
  await service.stop();
  const { measured: scans, hook } = await measureScansWithHooks(setting, receiver);

  const { producerId } = producer;
  const snapshot = {
    producer: { id: producerId, name: "Bench" },
    ...sampleOf("itemScanned", { producerId, at: new Date() }),
  };
  const common = {
    url: receiver.url,
    secret: hook.secret,
    body: await bodyOfHook(setting, hook.id, snapshot),
    producerId,
    snapshot,
    modules: HOME,
    pgUrl: pgUrlOf(database.url),
  };
  const workerOf = (kind: Kind, nodeOptions?: string[]) =>
    deliveryCandidate(setting, receiver, WorkerJob.parse({ ...common, kind }), nodeOptions);
  if (profiled) {
    const { child, candidate } = await workerOf("assay", PROFILE_OPTIONS);
    return profile(child, [candidate], plan);
  }

  const workers = [];
  for (const kind of KINDS) workers.push(await workerOf(kind));
  const measured = await alternate(
    workers.map(({ candidate }) => candidate),
    plan,
  );
  const twice = workers.map(({ candidate, calledTwice }) => `${candidate.name} ${calledTwice()}`);
  report({
    name: "deliveries",
    database,
    plan,
    measured: new Map([...measured, ...scans]),
    comparisons: [
      { of: "assay", to: "undici", goal: 0.5 },
      { of: "assay", to: "pg-boss" },
      { of: "assay", to: "pg-boss, one by one", goal: 4 },
      { of: "assay", to: "graphile-worker" },
      { of: "scans, a * hook", to: "pgbench", goal: 1.5 },
      { of: "scans, a * hook", to: "scans, no hook" },
      { of: "scans, a * hook switched off", to: "scans, no hook" },
    ],
    load: "32 calls at once; scans: 100 connections",
    notes: {
      queues: versions.join(", "),
      "bytes of a body": Buffer.byteLength(common.body),
      "calls beyond one a webhook": twice.join(", "),
      "load average of the machine (1, 5, 15 min)": os
        .loadavg()
        .map((load) => load.toFixed(1))
        .join(", "),
    },
  });
};
