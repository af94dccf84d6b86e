import path from "node:path";
import { waitFor } from "../wait-for";
import type { Machine, Process } from "./machine";

const READY_TIMEOUT_MS = 90_000;
const ASK_INTERVAL_MS = 250;
const SERVICE = /dist\/main\.mjs/;
/** As `npm start` gives them. */
const ARGUMENTS = ["--max-semi-space-size=64", "dist/main.mjs"];

/** An instance of the service on a machine of its own. */
export class Instance {
  #process: Process | undefined;
  readonly url: string;
  /** Further or replacing settings of the next start. */
  overrides: Record<string, string> = {};

  constructor(
    readonly machine: Machine,
    readonly environment: Readonly<Record<string, string>>,
  ) {
    this.url = `http://${machine.address}:3000`;
  }

  /** Starts the process; `folder` is that of a build. Does not wait until it is ready. */
  async start(folder = process.cwd()): Promise<void> {
    const { name, home } = this.machine;
    const given = Object.entries({
      PATH: process.env.PATH ?? "",
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      RATE_LIMITS: "off",
      BACKUPS: "off",
      DATA_DIR: path.join(home, `${name}-data`),
      ...this.environment,
      ...this.overrides,
    });
    const command = ["env", "-C", folder, process.execPath, ...ARGUMENTS];
    this.#process = await this.machine.spawn(name, command, Object.fromEntries(given));
  }

  /** Ends the process by the signal, and returns its exit code. */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null> {
    this.machine.signal(signal, SERVICE);
    const code = (await this.#process?.ended) ?? null;
    this.#process = undefined;
    return code;
  }

  /** Runs a command of the service with its settings; returns the output. */
  command(name: string, ...args: string[]): Promise<string> {
    const settings = Object.entries(this.environment).map(([key, value]) => `${key}=${value}`);
    const data = `DATA_DIR=${path.join(this.machine.home, `${this.machine.name}-data`)}`;
    return this.machine.run("env", ...settings, data, process.execPath, `dist/${name}.mjs`, ...args);
  }

  async isReady(): Promise<boolean> {
    return fetch(`${this.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  untilReady(): Promise<void> {
    return waitFor(`${this.machine.name} is ready`, READY_TIMEOUT_MS, () => this.isReady(), ASK_INTERVAL_MS);
  }
}
