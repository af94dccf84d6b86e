import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { request } from "undici";
import { freePort } from "@/e2e/own-service";
import { type Held, type Home, heldOf, type ProbedService } from "./home";
import { openScene } from "./hostile-scene";
import { client, hostileTargets, type Target } from "./hostile-targets";
import { atMost, type Check, exactly, type Report, type Scale } from "./report";
import { worstBodies } from "./worst-bodies";

/** By the processor: a machine that is busy with other things, or shares its processors, holds up a loop by the clock, too. */
const MAX_HELD_MS = 50;
/** A collection of garbage holds up a loop as well, yet not each time. */
const ROUNDS = { scaled: 5, full: 9 };

interface Finding {
  target: string;
  name: string;
  held: Held;
  /** Whether the whole target was within the limit at the first try, and its requests were not tried one by one. */
  isAtFirst: boolean;
}

/** The longest that a target's requests held the loop; where that is too long at first, of each request the best of its rounds counts. */
async function worstOf(
  service: ProbedService,
  { name: target, sendings }: Target,
  rounds: number,
): Promise<Finding> {
  await service.held();
  for (const { send } of sendings) await send();
  const atFirst = await service.held();
  if (atFirst.byProcessor <= MAX_HELD_MS) {
    return { target, name: "one of its requests", held: atFirst, isAtFirst: true };
  }
  let worst: Finding = { target, name: "none", held: { byClock: 0, byProcessor: 0 }, isAtFirst: false };
  for (const { name, send } of sendings) {
    let best: Held | undefined;
    for (
      let round = 0;
      round < rounds && (best?.byProcessor ?? Number.POSITIVE_INFINITY) > MAX_HELD_MS;
      round++
    ) {
      await service.held();
      await send();
      const held = await service.held();
      if (!best || held.byProcessor < best.byProcessor) best = held;
    }
    if (best && best.byProcessor > worst.held.byProcessor) worst = { ...worst, name, held: best };
  }
  return worst;
}

async function measure(service: ProbedService, targets: Target[], rounds: number): Promise<Report> {
  const findings: Finding[] = [];
  for (const target of targets) findings.push(await worstOf(service, target, rounds));
  findings.sort((a, b) => b.held.byProcessor - a.held.byProcessor);
  const told = ({ target, name, held }: Finding) =>
    `${target}: ${name}, ${Math.round(held.byProcessor)} ms (${Math.round(held.byClock)} ms by the clock)`;
  const check = (what: string, { held }: Finding) => atMost(what, MAX_HELD_MS, held.byProcessor, " ms");
  const [worst] = findings;
  const over = findings.filter(({ held }) => held.byProcessor > MAX_HELD_MS);
  return {
    checks: [
      ...over.map((finding) => check(`event loop held by ${told(finding)}`, finding)),
      atMost("longest that the event loop was held", MAX_HELD_MS, worst?.held.byProcessor ?? 0, " ms"),
    ],
    figures: {
      "endpoints, procedures and pages": targets.length,
      "kinds of requests": targets.reduce((sum, { sendings }) => sum + sendings.length, 0),
      "within 50 ms at the first try": findings.filter(({ isAtFirst }) => isAtFirst).length,
      "the worst": worst ? told(worst) : "none",
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
    ["--import", "./lab/prove/loop-probe.mjs", "lab/prove/naive-parser.mjs"],
    {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: { ...process.env, PORT: String(port) },
    },
  );
  const service: ProbedService = {
    url: `http://127.0.0.1:${port}`,
    held: () => heldOf(child),
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
