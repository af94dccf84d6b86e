import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import {
  findPlace,
  type Place,
  serverProcesses,
  signalTo,
  socketUrl,
  stopServer,
} from "@assay/embedded-postgres";
import postgres from "postgres";
import { z } from "zod";
import { newProducer } from "@/e2e/credentials";
import { freePort } from "@/e2e/own-service";
import { waitFor } from "./wait-for";

const READY_TIMEOUT_MS = 180_000;

/** A process of the service, from its start to its end. */
export interface Service {
  url: string;
  port: number;
  pid: number;
  /** Ends it by the signal; returns its exit code, null where the signal ended it. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null>;
  /** Stops and continues the process (SIGSTOP, SIGCONT). */
  freeze(): void;
  thaw(): void;
}

/** A service whose event loop is measured. */
export interface ProbedService {
  url: string;
  /** The longest block of the event loop since the last call. */
  held(): Promise<Held>;
}

/** Where a service runs: its port, and the folder of another build than this one. */
interface Where {
  port?: number | undefined;
  folder?: string | undefined;
}

/** The arguments of the service as `npm start` gives them, without and with the probe of its event loop. */
const PLAIN = ["--max-semi-space-size=64", "dist/main.mjs"];
const PROBED = ["--import", "./lab/prove/loop-probe.mjs", ...PLAIN];
/** In ms: by the clock, and the part of it on a processor. */
const Held = z.object({ byClock: z.number(), byProcessor: z.number() });
export type Held = z.infer<typeof Held>;

/** A data folder with a database, for the services of one proof. */
export class Home {
  readonly dataDir = path.resolve(`.data/prove-${randomUUID().slice(0, 8)}`);
  readonly #running = new Set<Service>();
  readonly #clients: postgres.Sql[] = [];

  /** Starts a service, by default of this build and on a free port, and waits until it is ready. */
  async start(env: Record<string, string> = {}, where: Where = {}): Promise<Service> {
    return (await this.#spawn(PLAIN, env, where)).service;
  }

  /** Starts a service with the probe of its event loop. */
  async startProbed(env: Record<string, string> = {}): Promise<ProbedService> {
    const { service, child } = await this.#spawn(PROBED, env, {});
    return { url: service.url, held: () => heldOf(child) };
  }

  async #spawn(args: string[], env: Record<string, string>, where: Where) {
    const port = where.port ?? (await freePort());
    await mkdir(this.dataDir, { recursive: true });
    const logPath = path.join(this.dataDir, `service-${port}.log`);
    const log = await open(logPath, "a");
    const child = spawn(process.execPath, args, {
      cwd: where.folder,
      stdio: ["ignore", log.fd, log.fd, args === PROBED ? "ipc" : "ignore"],
      env: {
        ...process.env,
        NODE_ENV: "production",
        LOG_LEVEL: "warn",
        RATE_LIMITS: "off",
        WORKERS: "1",
        DATA_DIR: this.dataDir,
        DATABASE_URL: "",
        S3_BUCKET: "",
        BACKUPS: "off",
        PORT: String(port),
        PUBLIC_BASE_URL: `http://localhost:${port}`,
        ...env,
      },
    });
    await log.close();
    const service = this.#watch(child, port);
    const isReady = async () => {
      if (child.exitCode !== null) throw new Error(`The service ended; its log is ${logPath}.`);
      return fetch(`${service.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    };
    await waitFor(`the service is ready (its log is ${logPath})`, READY_TIMEOUT_MS, isReady);
    return { service, child };
  }

  #watch(child: ChildProcess, port: number): Service {
    const ended = once(child, "exit");
    const service: Service = {
      url: `http://127.0.0.1:${port}`,
      port,
      pid: child.pid ?? 0,
      freeze: () => void child.kill("SIGSTOP"),
      thaw: () => void child.kill("SIGCONT"),
      end: async (signal) => {
        child.kill(signal);
        await ended;
        this.#running.delete(service);
        return child.exitCode;
      },
    };
    this.#running.add(service);
    return service;
  }

  /** Creates a producer, by the command of this build or of the one in the folder. */
  producer(name: string, folder?: string) {
    return newProducer(name, this.dataDir, folder);
  }

  /** The location of the database; only after a service was started. */
  place(): Promise<Place> {
    return findPlace(this.dataDir);
  }

  /** A connection to the database that bypasses the service. */
  async sql(): Promise<postgres.Sql> {
    const url = socketUrl(await this.place(), "assay");
    const options = { max: 2, fetch_types: false, onnotice: () => {}, connect_timeout: 5 };
    const client = postgres(url, options);
    this.#clients.push(client);
    return client;
  }

  /** Sends a signal to all processes of the database. */
  async signalDatabase(signal: "SIGKILL" | "SIGSTOP" | "SIGCONT"): Promise<void> {
    const place = await this.place();
    for (const { pid } of await serverProcesses(place)) signalTo(pid, signal);
    const isOver = async () => signal !== "SIGKILL" || (await serverProcesses(place)).length === 0;
    await waitFor("the database's processes have ended", 10_000, isOver);
  }

  /** Kills all running services. */
  async stop(): Promise<void> {
    await Promise.all(this.#clients.splice(0).map((client) => client.end({ timeout: 1 })));
    await Promise.all([...this.#running].map((service) => service.end("SIGKILL")));
  }

  /** Stops everything and removes all data. */
  async remove(): Promise<void> {
    await this.stop();
    // The folder may not exist yet.
    await mkdir(this.dataDir, { recursive: true });
    const place = await this.place();
    await stopServer(place);
    if (path.dirname(place.cluster) !== this.dataDir) {
      await rm(path.dirname(place.cluster), { recursive: true, force: true });
    }
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/** Reads the measurement of the probe in a process. */
export async function heldOf(child: ChildProcess): Promise<Held> {
  const answered = once(child, "message");
  child.send("held");
  const [answer] = await answered;
  return Held.parse(answer);
}
