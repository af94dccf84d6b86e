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

/** What a candidate is taken for until it was measured. */
const FIRST_GUESS_PER_SECOND = 500;
const MAX_WEBHOOKS = 60_000;
const INSTALL_WITHIN_MS = 5 * 60_000;

/** As much room for young objects as the service gives to its thread that delivers: its 96 MB are three such spaces. */
const OURS = ["--max-semi-space-size=32"];

/** The last of both that are made for Node 20. */
const PEERS = ["pg-boss@10", "graphile-worker@0.17"];
const HOME = path.resolve(process.env.DATA_DIR ?? os.tmpdir(), "assay-bench-queues");

/** Installs the other queues apart from the dependencies of the service, unless they are there. Returns their versions. */
async function installQueues(): Promise<string[]> {
  const manifestOf = (name: string) => path.join(HOME, "node_modules", name, "package.json");
  const names = PEERS.map((peer) => peer.replace(/@.*/, ""));
  if (!names.every((name) => existsSync(manifestOf(name)))) {
    console.error(`pg-boss and graphile-worker are not there yet: installing them in ${HOME}.`);
    await mkdir(HOME, { recursive: true, mode: 0o700 });
    const flags = ["--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"];
    await promisify(execFile)("npm", ["install", "--prefix", HOME, ...PEERS, ...flags], {
      cwd: HOME,
      timeout: INSTALL_WITHIN_MS,
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

/** Delivers webhooks in a process of its own, so many a round that it takes as long as it should. */
async function deliveryCandidate(
  { database, folder }: Setting,
  receiver: CountingReceiver,
  job: WorkerJob,
  nodeOptions: string[] = [],
) {
  const child = await startNode(
    `The worker of ${job.kind}`,
    [
      ...(job.kind === "assay" ? OURS : []),
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
  const tell = async (command: Command) => {
    const answer = nextFrom(child, z.literal("done"));
    child.process.send(command);
    await answer;
  };
  let perSecond = FIRST_GUESS_PER_SECOND;
  let twice = 0;
  const candidate: Candidate = {
    name: job.kind,
    async round(seconds) {
      const count = Math.min(MAX_WEBHOOKS, Math.ceil(perSecond * seconds));
      await tell({ do: "fill", count });
      // Else the dead rows of earlier rounds can hold another queue for minutes.
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
      await tell({ do: "start" });
      const { seconds: took, calls } = await all;
      const used = cores();
      await tell({ do: "finish" });
      perSecond = count / took;
      twice += calls - count;
      return { perSecond, p50: Number.NaN, p99: Number.NaN, cores: used };
    },
  };
  return { child, candidate, calledTwice: () => twice };
}

/** What the other queues are to send: the same as ours, from the same sample. */
async function bodyOfHook({ database, producer }: Setting, hookId: string, snapshot: Snapshot) {
  const [row] = await database.sql<{ hook: HookInJson }[]>`
    select to_jsonb(hooks) - array['secret', 'previous_secret', 'previous_secret_until'] as hook
    from hooks where id = ${hookId}`;
  if (!row) throw new Error(`The hook of ${producer.producerId} is gone.`);
  return bodyOf({ type: "itemScanned", snapshot, hook: row.hook });
}

/** Webhooks delivered to one fast receiver: by undici without a queue, by ours, and by two others. */
export const deliveries: Bench = async (setting) => {
  const { database, service, producer, plan, profiled } = setting;
  const versions = await installQueues();
  const receiver = await startReceiver();
  // Whoever else delivers from this database would take part.
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
