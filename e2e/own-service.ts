import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

const READY_TIMEOUT_MS = 60_000;

/** A service process of a single test. */
export interface OwnService {
  process: ChildProcess;
  url: string;
  /** Output of the process so far, including its log. */
  said(): string;
  /** Send the signal and wait for the exit. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || address === null) throw new Error("There is no free port.");
  return address.port;
}

/** Start Node with the arguments as a service on the port, and wait until it is ready. */
export async function startOwnService(
  args: string[],
  port: number,
  env: Record<string, string>,
): Promise<OwnService> {
  const url = `http://localhost:${port}`;
  let said = "";
  const service = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      LOG_LEVEL: "error",
      RATE_LIMITS: "off",
      WORKERS: "1",
      ...env,
    },
  });
  for (const output of [service.stdout, service.stderr]) {
    output.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const ended = once(service, "exit");
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const deadline = Date.now() + READY_TIMEOUT_MS; !(await isReady()); await delay(20)) {
    if (service.exitCode === null && Date.now() < deadline) continue;
    service.kill("SIGKILL");
    throw new Error(`The service did not become ready:\n${said}`);
  }
  return {
    process: service,
    url,
    said: () => said,
    end: async (signal) => {
      service.kill(signal);
      await ended;
    },
  };
}
