import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import { z } from "zod";
import { startS3 } from "@/server/testing/s3";
import { waitFor } from "../wait-for";
import { type ComposeService, readCompose, VALUES } from "./compose";
import { answerDns } from "./dns";
import { Instance } from "./instance";
import { Machine, OUTSIDE, openNetwork, type Process } from "./machine";

const START_TIMEOUT_MS = 180_000;
const WHOLE_TIMEOUT_MS = 90_000;
/** Questions cost Patroni and the service some milliseconds. */
const ASK_INTERVAL_MS = 250;
const NODES = [1, 2, 3];
/** Which machine runs which services of the compose file: three for databases, as deploying.md advises. */
const PLAN: [string, string[]][] = [
  ["proxy", ["proxy"]],
  ...NODES.map((n): [string, string[]] => [`db${n}`, [`etcd${n}`, `postgres${n}`]]),
  ...NODES.map((n): [string, string[]] => [`app${n}`, [`app${n}`]]),
];

const Members = z.object({
  members: z.array(
    z.object({ name: z.string(), role: z.string(), state: z.string(), timeline: z.unknown() }),
  ),
});

/** Three instances, three databases under Patroni, and the proxy between, on machines of their own. */
export class Cluster {
  readonly ca: string;
  /** S3, which can be away. */
  store: { leave(): Promise<unknown>; comeBack(): Promise<void> };
  readonly instances: Instance[] = [];
  readonly #services: Map<string, ComposeService>;
  readonly #proxyConfig: string;
  #proxy: Process | undefined;

  private constructor(
    readonly home: string,
    readonly machines: ReadonlyMap<string, Machine>,
    s3: Awaited<ReturnType<typeof startS3>>,
    proxyConfig: string,
    ca: string,
  ) {
    this.#services = readCompose({
      ...VALUES,
      S3_ENDPOINT: s3.endpoint,
      S3_ACCESS_KEY: "S3RVER",
      S3_SECRET_KEY: "S3RVER",
    });
    this.#proxyConfig = proxyConfig;
    this.ca = ca;
    this.store = s3;
  }

  /** Starts everything in the network namespace of this process, with files in `home`. */
  static async open(home: string, image: string): Promise<Cluster> {
    await openNetwork();
    const machines = new Map(
      PLAN.map(([name], n) => [
        name,
        new Machine(name, 10 + n, home, name.startsWith("app") ? undefined : image),
      ]),
    );
    const addresses = new Map<string, string>();
    for (const [machine, services] of PLAN) {
      for (const name of services) addresses.set(name, machines.get(machine)?.address ?? "");
    }
    const hosts = ["127.0.0.1 localhost", ...[...addresses].map(([name, address]) => `${address} ${name}`)];
    const file = path.join(home, "hosts");
    await writeFile(file, `${hosts.join("\n")}\n`);
    // Seen by this process and the instances alone: the mounts are those of the proof.
    execFileSync("mount", ["--bind", file, "/etc/hosts"]);
    await answerDns(addresses);
    const ca = await newCertificate(home);
    const s3 = await startS3("assay", OUTSIDE);
    const config = await readFile("deploy/ha/haproxy.cfg", "utf8");
    const cluster = new Cluster(home, machines, s3, config, ca);
    await Promise.all([...machines.values()].map((machine) => machine.start()));
    await cluster.#install();
    await Promise.all(NODES.map((n) => cluster.startDatabase(n)));
    await cluster.startProxy();
    await cluster.untilDatabases("are whole", START_TIMEOUT_MS, () => cluster.areDatabasesWhole());
    return cluster;
  }

  machine(name: string): Machine {
    const machine = this.machines.get(name);
    if (!machine) throw new Error(`There is no machine ${name}.`);
    return machine;
  }

  /** Puts files on the machines that a deployment has beside its image. */
  async #install(): Promise<void> {
    // A store of backups that takes everything, since pgBackRest speaks only to S3 with TLS.
    const script = '#!/bin/sh\ncase "$*" in *archive-push*|*stanza-create*) exit 0;; *) exit 1;; esac\n';
    for (const n of NODES) {
      await this.machine(`db${n}`).run(
        "sh",
        "-c",
        `printf '%s' "$1" > /usr/local/bin/pgbackrest
        chmod 755 /usr/local/bin/pgbackrest`,
        "sh",
        script,
      );
    }
    const certificate = await readFile(path.join(this.home, "assay.pem"), "utf8");
    await this.machine("proxy").run(
      "sh",
      "-c",
      `mkdir -p /certs; printf '%s' "$1" > /certs/assay.pem`,
      "sh",
      certificate,
    );
  }

  /** Starts a service of the compose file on its machine, as its user. */
  #run(name: string, machine: Machine): Promise<Process> {
    const service = this.#services.get(name);
    if (!service) throw new Error(`The compose file has no ${name}.`);
    const user = service.user ?? "root";
    const as = ["setpriv", "--reuid", user, "--regid", user, "--init-groups", "--"];
    const env = { PATH: "/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin", LANG: "C.UTF-8" };
    return machine.spawn(name, [...as, ...service.command], { ...env, ...service.environment });
  }

  /** Starts etcd and Patroni on a machine that is on. */
  async startDatabase(n: number): Promise<void> {
    await this.#run(`etcd${n}`, this.machine(`db${n}`));
    await this.#run(`postgres${n}`, this.machine(`db${n}`));
  }

  /** Starts the proxy, by default with the configuration of the deployment; `edit` changes it for a control. */
  async startProxy(edit = (config: string) => config): Promise<void> {
    const machine = this.machine("proxy");
    if (this.#proxy) {
      machine.signal("SIGKILL", /haproxy/);
      await machine.untilEnded(/haproxy/);
    }
    await machine.run("sh", "-c", `printf '%s' "$1" > /etc/haproxy/assay.cfg`, "sh", edit(this.#proxyConfig));
    this.#proxy = await this.#run("proxy", machine);
  }

  /** Creates the instances; none of them is started. */
  addInstances(env: Record<string, string>): void {
    for (const n of NODES) {
      const environment = { ...this.#services.get(`app${n}`)?.environment, ...env };
      this.instances.push(new Instance(this.machine(`app${n}`), environment));
    }
  }

  async #members() {
    for (const n of NODES) {
      const found = await fetch(`http://postgres${n}:8008/cluster`, { signal: timeout(1_000) })
        .then(async (answer) => Members.parse(await answer.json()).members)
        .catch(() => undefined);
      if (found) return found;
    }
    return [];
  }

  /** The number of the database that is the primary. @throws an Error if there is none */
  async primary(): Promise<number> {
    const leader = (await this.#members()).find(({ role }) => role === "leader");
    if (!leader) throw new Error("There is no primary.");
    return Number(leader.name.slice("postgres".length));
  }

  /** Whether there is a primary, and two standbys of which any may acknowledge a commit. */
  async areDatabasesWhole(isSynchronous = true): Promise<boolean> {
    const roles = (await this.#members()).map(({ role, state }) => `${role} ${state}`).sort();
    const standbys = isSynchronous
      ? ["quorum_standby streaming", "quorum_standby streaming"]
      : ["replica streaming", "replica streaming"];
    return JSON.stringify(roles) === JSON.stringify(["leader running", ...standbys]);
  }

  /** Waits for a state of the databases. */
  untilDatabases(what: string, timeoutMs: number, holds: () => Promise<boolean>): Promise<void> {
    return waitFor(`the databases ${what}`, timeoutMs, holds, ASK_INTERVAL_MS);
  }

  /** Waits until every part works. */
  async untilWhole(isSynchronous = true): Promise<void> {
    await this.untilDatabases("are whole", WHOLE_TIMEOUT_MS, () => this.areDatabasesWhole(isSynchronous));
    for (const instance of this.instances) await instance.untilReady();
  }

  /** Changes Patroni's settings of the cluster. */
  async configure(settings: object): Promise<void> {
    const answer = await fetch(`http://postgres${await this.primary()}:8008/config`, {
      method: "PATCH",
      body: JSON.stringify(settings),
    });
    if (!answer.ok) throw new Error(`Patroni answered ${answer.status}: ${await answer.text()}`);
  }

  /** Hands the primary over, as planned work does. */
  async switchOver(): Promise<void> {
    const leader = `postgres${await this.primary()}`;
    const answer = await fetch(`http://${leader}:8008/switchover`, {
      method: "POST",
      body: JSON.stringify({ leader }),
    });
    if (!answer.ok) throw new Error(`Patroni answered ${answer.status}: ${await answer.text()}`);
  }

  /** The database, by the proxy or on one machine. The caller ends the connection. */
  sql(host = "proxy"): postgres.Sql {
    return postgres(`postgres://postgres:${VALUES.SUPERUSER_PASSWORD}@${host}:5432/assay`, {
      max: 1,
      fetch_types: false,
      onnotice: () => {},
      connect_timeout: 5,
      connection: { application_name: "proof" },
    });
  }
}

/** `AbortSignal.timeout`, by a timer that garbage collection does not remove. */
function timeout(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms).unref();
  return controller.signal;
}

/** Makes a certificate for the proxy; returns it, for callers to trust. */
async function newCertificate(home: string): Promise<string> {
  await mkdir(home, { recursive: true });
  const [key, certificate] = [path.join(home, "key.pem"), path.join(home, "certificate.pem")];
  const args = [
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
    "-nodes",
    "-days",
    "2",
  ];
  const name = ["-subj", "/CN=proxy", "-addext", "subjectAltName=DNS:proxy"];
  execFileSync("openssl", [...args, ...name, "-keyout", key, "-out", certificate], { stdio: "ignore" });
  const text = await readFile(certificate, "utf8");
  await writeFile(path.join(home, "assay.pem"), `${text}${await readFile(key, "utf8")}`);
  return text;
}
