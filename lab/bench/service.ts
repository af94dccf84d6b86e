import { execFile } from "node:child_process";
import { openSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { buildIfStale } from "@/server/cli/build.mjs";
import { ROOT } from "@/server/cli/steps.mjs";
import { type Child, startNode } from "./child";

const READY_TIMEOUT_MS = 60_000;

export interface Service extends Child {
  port: number;
}

const Producer = z.object({ producerId: z.string(), token: z.string() });
export type Producer = z.output<typeof Producer>;

export interface ServicePlace {
  /** The folder for logs, secrets and the service's other files. */
  folder: string;
  databaseUrl: string;
}

const environment = ({ folder, databaseUrl }: ServicePlace): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_ENV: "production",
  DATABASE_URL: databaseUrl,
  DATA_DIR: path.join(folder, "service"),
  RATE_LIMITS: "off",
  WORKERS: "1",
});

/** Finds a free port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Waits until a URL returns success. */
export async function untilReady(name: string, url: string): Promise<void> {
  for (const deadline = Date.now() + READY_TIMEOUT_MS; Date.now() < deadline; await delay(50)) {
    const ready = await fetch(url).catch(() => undefined);
    if (ready?.ok) return;
  }
  throw new Error(`${name} did not become ready.`);
}

/** Builds the service as `npm start` does, if the build is missing or stale. */
export const buildService = () => buildIfStale();

/** Creates a producer with the service's own command. */
export async function createProducer(place: ServicePlace, name: string): Promise<Producer> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(ROOT, "dist/producer.mjs"), "create", "--name", name, "--json"],
    { cwd: ROOT, env: environment(place) },
  );
  return Producer.parse(JSON.parse(stdout));
}

const Demo = z.object({ producerId: z.string() });

/** Creates a producer with demo data with the service's own command. Returns the producer's id. */
export async function createDemo(place: ServicePlace, ...options: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(ROOT, "dist/seed.mjs"), ...options, "--json"],
    { cwd: ROOT, env: environment(place) },
  );
  return Demo.parse(JSON.parse(stdout)).producerId;
}

/** Creates an owner of the producer with the service's own command. */
export async function createOwner(
  place: ServicePlace,
  { producerId }: Pick<Producer, "producerId">,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const options = ["--email", email, "--password", password, "--producer", producerId, "--role", "owner"];
  await promisify(execFile)(process.execPath, [path.join(ROOT, "dist/user.mjs"), "create", ...options], {
    cwd: ROOT,
    env: environment(place),
  });
}

/** The standard error of services, to find the cause of a failure. */
export function serviceErrors(folder: string): string {
  const files = readdirSync(folder).filter((name) => name.endsWith(".err"));
  return files
    .map((name) => `${name}:\n${readFileSync(path.join(folder, name), "utf8").slice(-2000)}`)
    .join("\n");
}

/** Starts the built service as in production; its log is a file in `place.folder`. */
export async function startService(
  place: ServicePlace,
  nodeOptions: string[] = [],
  settings: Record<string, string> = {},
): Promise<Service> {
  const port = await freePort();
  const log = openSync(path.join(place.folder, `service-${port}.log`), "a");
  const errors = openSync(path.join(place.folder, `service-${port}.err`), "a");
  const args = [
    "--enable-source-maps",
    "--max-semi-space-size=64",
    ...nodeOptions,
    path.join(ROOT, "dist/main.mjs"),
  ];
  const child = await startNode("The service", args, {
    cwd: ROOT,
    env: { ...environment(place), ...settings, PORT: String(port) },
    stdio: ["ignore", log, errors],
  });
  await Promise.race([untilReady("The service", `http://127.0.0.1:${port}/readyz`), child.failed]);
  return { ...child, port };
}
