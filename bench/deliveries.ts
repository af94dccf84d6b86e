import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import type { HookInJson, Snapshot } from "@/db/schema/events";
import { bodyOf } from "@/server/events/body";
import { sampleOf } from "@/server/events/samples";
import { type Child, startNode, typescript } from "./child";
import { measureCores } from "./cpu";
import { type BenchDatabase, pgUrlOf, settle } from "./database";
import { type Command, KINDS, type Kind, Received, WorkerJob } from "./deliveries-job";
import { httpCandidate } from "./http-candidate";
import { maker } from "./items";
import { pgbenchCandidate } from "./pgbench";
import { PROFILE_OPTIONS, profile } from "./profile";
import { scansOf } from "./record-scan";
import { report } from "./report";
import { alternate, type Candidate } from "./rounds";
import { createProducer, type Producer, startService } from "./service";
import type { Bench, Setting } from "./setting";

const ITEMS = 1000;
const LOOK_EVERY_MS = 200;
const DELIVERED_WITHIN_MS = 120_000;
/** What a candidate is taken for until it was measured. */
const FIRST_GUESS_PER_SECOND = 500;
const MOST_WEBHOOKS = 60_000;
const INSTALL_WITHIN_MS = 5 * 60_000;

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

async function startReceiver() {
  const child = await startNode("The receiver", typescript("deliveries-receiver.ts"), {
    stdio: [...IPC],
    env: { PATH: process.env.PATH, NODE_ENV: "production" },
  });
  const { port } = await nextFrom(child, z.object({ port: z.number() }));
  return { ...child, port, url: `http://127.0.0.1:${port}/hook`, allow: `127.0.0.1/32:${port}` };
}
type Receiver = Awaited<ReturnType<typeof startReceiver>>;

const Created = z.object({ id: z.string(), secret: z.string() });

/** A hook of a producer for all its events, by the service's interface. */
async function createHook(port: number, { token }: Producer, url: string) {
  const response = await fetch(`http://127.0.0.1:${port}/api/v2/producers/hooks`, {
    method: "POST",
    headers: { "content-type": "application/json", "an-api-token": token },
    body: JSON.stringify({ events: "*", url }),
  });
  return Created.parse(await response.json());
}

/** Delivers webhooks in a process of its own, so many a round that it takes as long as it should. */
async function deliveryCandidate(
  { database, folder }: Setting,
  receiver: Receiver,
  job: WorkerJob,
  nodeOptions: string[] = [],
) {
  const child = await startNode(
    `The worker of ${job.kind}`,
    [...nodeOptions, ...typescript("deliveries-worker.ts"), JSON.stringify(job)],
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
      const count = Math.min(MOST_WEBHOOKS, Math.ceil(perSecond * seconds));
      await tell({ do: "fill", count });
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

/** Returns once nothing is left to be delivered: what a round leaves must not burden the next one. */
async function untilDelivered({ sql }: BenchDatabase) {
  const isLeft = () => sql`
    select from unqueued_events union all select from delivery_queue limit 1`;
  for (
    const deadline = Date.now() + DELIVERED_WITHIN_MS;
    (await isLeft()).length > 0;
    await delay(LOOK_EVERY_MS)
  )
    if (Date.now() > deadline) throw new Error("What rounds left is not delivered.");
}

/** Recording scans of a producer without a hook, with one that is called, and with one that is switched off. */
async function measureScans(setting: Setting, receiver: Receiver) {
  const { folder, place, producer, load, database, plan } = setting;
  const service = await startService(place, [], { HOOK_ALLOW: receiver.allow });
  const held = await createProducer(place, "Held");
  const plain = await createProducer(place, "Plain");
  const itemsOf = (prefix: string, producer: Producer) => maker(service.port, producer).items(prefix, ITEMS);
  const candidateOf = async (name: string, prefix: string, producer: Producer) =>
    httpCandidate(load, database.postmaster, {
      name,
      processes: [service],
      requests: scansOf(await itemsOf(prefix, producer)),
    });
  await itemsOf("pgbench", plain);
  const candidates = [
    await candidateOf("scans, no hook", "plain", plain),
    await candidateOf("scans, a * hook", "hooked", producer),
    await candidateOf("scans, a * hook switched off", "held", held),
    await pgbenchCandidate(folder, database, { name: "pgbench", prefix: "pgbench", items: ITEMS }),
  ];
  const hook = await createHook(service.port, producer, receiver.url);
  const heldHook = await createHook(service.port, held, receiver.url);
  await database.sql`update hooks set switched_off_at = now() where id = ${heldHook.id}`;
  const measured = await alternate(candidates, plan, async () => {
    await untilDelivered(database);
    await settle(database);
  });
  await untilDelivered(database);
  await service.stop();
  return { measured, hook };
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
  const { measured: scans, hook } = await measureScans(setting, receiver);

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
