import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Call } from "../client";
import { atLeast, atMost, type Check } from "../report";
import { ERRORS, type Fault } from "./fault";
import type { Instance } from "./instance";
import type { World } from "./world";

const POSTGRES_PORT = 5432;
/** Longer than a statement may take. */
const HOLE_MS = 8_000;
const AFTERWARDS_MS = 15_000;
const PROBE_INTERVAL_MS = 200;
const PROBES = 4;
const MAX_READINESS_MS = 1_000;
const MAX_RECOVERY_MS = 10_000;
const RECOVERED = "time until an instance answers 200 again";

const first = ({ cluster }: World): Instance => {
  const [instance] = cluster.instances;
  if (!instance) throw new Error("There is no instance.");
  return instance;
};

/** A proxy that neither looks after the instances nor repeats a request. */
const withoutRetries = (config: string) =>
  config
    .replace("retries 2", "retries 0")
    .replace("option redispatch", "")
    .replace(/retry-on .*/, "")
    .replace(/(default-server) check inter 400ms fall 1 rise 1/, "$1");

async function withoutChecks({ cluster }: World): Promise<() => Promise<void>> {
  await cluster.startProxy(withoutRetries);
  await cluster.untilWhole();
  return () => cluster.startProxy();
}

export const killInstance: Fault = {
  what: "kill -9 of an instance, which then starts again",
  maxGapMs: 3_000,
  isUnnoticed: true,
  async happen(world) {
    const instance = first(world);
    await instance.end("SIGKILL");
    await instance.start();
    await instance.untilReady();
    return [];
  },
  weaken: withoutChecks,
  controlFails: ERRORS,
};

export const restartInstances: Fault = {
  what: "the instances are restarted, one after the other",
  maxGapMs: 3_000,
  isUnnoticed: true,
  async happen({ cluster }) {
    for (const instance of cluster.instances) {
      await instance.end("SIGTERM");
      await instance.start();
      await instance.untilReady();
    }
    return [];
  },
  weaken: withoutChecks,
  controlFails: ERRORS,
};

interface Probe {
  startedAt: number;
  endedAt: number;
  isGood: boolean;
}

/** Repeats a call until the signal, without waiting for slow ones. */
async function probe(call: () => Promise<boolean>, ending: AbortSignal): Promise<Probe[]> {
  const probes: Probe[] = [];
  while (!ending.aborted) {
    const startedAt = Date.now();
    const isGood = await call();
    probes.push({ startedAt, endedAt: Date.now(), isGood });
    await delay(PROBE_INTERVAL_MS);
  }
  return probes;
}

/** Lets packets to the database vanish for a while, and those of the connections that were open for longer. */
async function cutOff({ machine }: Instance): Promise<{ cutAt: number; mendedAt: number }> {
  const ports = (await machine.portsTo(POSTGRES_PORT)).join(", ");
  const cutAt = Date.now();
  await machine.drop(`output tcp dport ${POSTGRES_PORT}`, `input tcp sport ${POSTGRES_PORT}`);
  await delay(HOLE_MS);
  await machine.drop(`output tcp sport { ${ports} }`, `input tcp dport { ${ports} }`);
  const mendedAt = Date.now();
  await delay(AFTERWARDS_MS);
  await machine.letThrough();
  return { cutAt, mendedAt };
}

export const blackHole: Fault = {
  what: "packets between an instance and the primary vanish for 8 s, those of its open connections forever",
  maxGapMs: 10_000,
  async happen(world, load): Promise<Check[]> {
    const instance = first(world);
    const { client, token } = world;
    const ending = new AbortController();
    const [identifier = ""] = load.items.plain;
    const call: Call = { method: "GET", path: `/items/${encodeURIComponent(identifier)}`, token };
    const record = async () => (await client.call(instance.url, call)).status === 200;
    const isAlive = () =>
      fetch(`${instance.url}/readyz`).then(
        () => true,
        () => false,
      );
    const calls = Array.from({ length: PROBES }, () => probe(record, ending.signal));
    const readiness = probe(isAlive, ending.signal);
    const { cutAt, mendedAt } = await cutOff(instance).finally(() => ending.abort());
    const answers = (await Promise.all(calls)).flat();
    const failures = answers.filter(({ isGood, endedAt }) => !isGood && endedAt > cutAt);
    const slowest = Math.max(...(await readiness).map(({ startedAt, endedAt }) => endedAt - startedAt));
    return [
      atLeast("calls that failed on the instance", 1, failures.length),
      atMost(
        RECOVERED,
        MAX_RECOVERY_MS,
        Math.max(0, ...failures.map(({ endedAt }) => endedAt - mendedAt)),
        " ms",
      ),
      atMost("slowest answer of its /readyz", MAX_READINESS_MS, slowest, " ms"),
    ];
  },
  // A driver that waits for answers as long as TCP does.
  async weaken(world) {
    const instance = first(world);
    const preload = `${pathToFileURL("lab/prove/driver-without.mjs")}?silence-limit`;
    const restart = async (overrides: Record<string, string>) => {
      instance.overrides = overrides;
      await instance.end("SIGTERM");
      await instance.start();
      await instance.untilReady();
    };
    await restart({ NODE_OPTIONS: `--import ${preload}` });
    return () => restart({});
  },
  controlFails: RECOVERED,
};
