import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { request } from "undici";
import { freePort } from "../own-service";
import { delayOf, type Home, type ProbedService } from "./home";
import { openScene } from "./hostile-scene";
import { client, hostileTargets, type Target } from "./hostile-targets";
import { atMost, type Check, exactly, type Report, type Scale } from "./report";
import { worstBodies } from "./worst-bodies";

const MAX_DELAY_MS = 50;
/** A busy machine and a collection of garbage hold up a loop, too, yet not each time. */
const ROUNDS = { scaled: 5, full: 9 };

/** The longest that the loop was held while a target was asked: of the rounds the best, and what was sent in it. */
async function worstOf(service: ProbedService, { sendings }: Target, rounds: number) {
  await service.delay();
  for (const { send } of sendings) await send();
  if ((await service.delay()) <= MAX_DELAY_MS) return { ms: 0, name: "" };
  let worst = { ms: 0, name: "" };
  for (const { name, send } of sendings) {
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds && best > MAX_DELAY_MS; round++) {
      await service.delay();
      await send();
      best = Math.min(best, await service.delay());
    }
    if (best > worst.ms) worst = { ms: best, name };
  }
  return worst;
}

interface Finding {
  target: string;
  name: string;
  ms: number;
}

async function measure(service: ProbedService, targets: Target[], rounds: number): Promise<Report> {
  const findings: Finding[] = [];
  for (const target of targets) {
    const worst = await worstOf(service, target, rounds);
    if (worst.ms > 0) findings.push({ target: target.name, ...worst });
  }
  const byDelay = findings.toSorted((a, b) => b.ms - a.ms);
  const over = byDelay.filter(({ ms }) => ms > MAX_DELAY_MS);
  const told = ({ target, name, ms }: Finding) => `${target}: ${name}, ${Math.round(ms)} ms`;
  return {
    checks: [
      ...over.map((finding) =>
        atMost(`event loop held by ${told(finding)}`, MAX_DELAY_MS, finding.ms, " ms"),
      ),
      atMost("worst delay of the event loop", MAX_DELAY_MS, byDelay[0]?.ms ?? 0, " ms"),
    ],
    figures: {
      "endpoints, procedures and pages": targets.length,
      "kinds of requests": targets.reduce((sum, { sendings }) => sum + sendings.length, 0),
      "within 50 ms at the first try": targets.length - findings.length,
      "the worst, in the best of its rounds": byDelay[0] ? told(byDelay[0]) : `below ${MAX_DELAY_MS} ms`,
    },
  };
}

/** Whether targets do their work: a service that refuses every request holds up nothing either. */
class Answers {
  readonly #unaccepted: string[] = [];
  readonly #turnedAway = new Set<string>();

  /** Sends what each target accepts. */
  async tryPlain(targets: Target[]): Promise<void> {
    for (const { name, plain } of targets) {
      const status = await plain?.();
      if (status !== undefined && status !== 200) this.#unaccepted.push(`${name}: ${status}`);
    }
  }

  /** The same targets, watched for answers that refuse their credentials. */
  watched(targets: Target[]): Target[] {
    return targets.map((target) => ({
      ...target,
      sendings: target.sendings.map((sending) => ({
        ...sending,
        send: async () => {
          const status = await sending.send();
          // What is never accepted may be refused for its state.
          if (target.plain && !sending.isForeign && (status === 401 || status === 403))
            this.#turnedAway.add(`${target.name}: ${sending.name}, ${status}`);
          return status;
        },
      })),
    }));
  }

  checks(): Check[] {
    const none = (what: string, found: readonly string[]) =>
      exactly([what, ...found].join("\n         "), 0, found.length);
    return [
      none("targets whose plain request was not answered 200", this.#unaccepted),
      none("requests whose credentials were refused", [...this.#turnedAway]),
    ];
  }
}

/** No request that the service takes or refuses holds its event loop for more than 50 ms. */
export async function eventLoop(home: Home, scale: Scale, only = /./): Promise<Report> {
  const service = await home.startProbed();
  const sending = client(service.url);
  try {
    const scene = await openScene(home, service.url);
    const answers = new Answers();
    const all = hostileTargets(sending, scene, scale).filter(({ name }) => only.test(name));
    await answers.tryPlain(all);
    const targets = answers.watched(all);
    // What a process does once is no request's: pages are loaded, caches filled.
    for (const { sendings } of targets) await sendings.at(-1)?.send();
    const report = await measure(service, targets, ROUNDS[scale]);
    report.checks.push(...answers.checks());
    const { statusCode } = await request(`${service.url}/readyz`);
    report.figures["the service afterwards"] = statusCode === 200 ? "ready" : `answers ${statusCode}`;
    return report;
  } finally {
    await sending.close();
    await home.stop();
  }
}

/** The same of a service that parses whatever comes, and builds a pointer to each value. */
export async function controlEventLoop(): Promise<Report> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ["--import", "./e2e/prove/loop-probe.mjs", "e2e/prove/naive-parser.mjs"],
    {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: { ...process.env, PORT: String(port) },
    },
  );
  const service: ProbedService = {
    url: `http://127.0.0.1:${port}`,
    delay: () => delayOf(child),
  };
  const sending = client(service.url);
  try {
    while ((await sending.send("GET", "/")) === 0) await delay(50);
    const bodies = worstBodies(undefined, () => ({})).slice(0, 6);
    const target = {
      name: "a naive parser",
      sendings: bodies.map(({ name, body }) => ({ name, send: () => sending.send("POST", "/", {}, body()) })),
    };
    return await measure(service, [target], ROUNDS.scaled);
  } finally {
    await sending.close();
    child.kill("SIGKILL");
  }
}
