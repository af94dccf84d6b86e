import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { request } from "undici";
import { freePort } from "@/e2e/own-service";
import { type Held, type Home, heldOf, type ProbedService } from "./home";
import { openScene } from "./hostile-scene";
import { client, type Target } from "./hostile-target";
import { hostileTargets } from "./hostile-targets";
import { atMost, type Check, exactly, type Report, type Scale } from "./report";
import { worstBodies } from "./worst-bodies";

/** By processor time: on a busy or shared machine, the clock also counts time that other work takes. */
const MAX_HELD_MS = 50;
/** Garbage collection blocks the loop as well, but not in every round. */
const ROUNDS = { scaled: 5, full: 9 };

interface Finding {
  target: string;
  name: string;
  held: Held;
  /** Whether all requests of the target were within the limit together, so that none was measured alone. */
  isWithinAtOnce: boolean;
}

/** The longest block by a target's requests. Above the limit, each request is measured alone, by the best of its rounds. */
async function worstOf(
  service: ProbedService,
  { name: target, sendings }: Target,
  rounds: number,
): Promise<Finding> {
  await service.held();
  for (const { send } of sendings) await send();
  const together = await service.held();
  if (together.byProcessor <= MAX_HELD_MS) {
    return { target, name: "one of its requests", held: together, isWithinAtOnce: true };
  }
  let worst: Finding = { target, name: "none", held: { byClock: 0, byProcessor: 0 }, isWithinAtOnce: false };
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
  const description = ({ target, name, held }: Finding) =>
    `${target}: ${name}, ${Math.round(held.byProcessor)} ms (${Math.round(held.byClock)} ms by the clock)`;
  const check = (what: string, { held }: Finding) => atMost(what, MAX_HELD_MS, held.byProcessor, " ms");
  const [worst] = findings;
  const tooLong = findings.filter(({ held }) => held.byProcessor > MAX_HELD_MS);
  return {
    checks: [
      ...tooLong.map((finding) => check(`event loop blocked by ${description(finding)}`, finding)),
      atMost("longest block of the event loop", MAX_HELD_MS, worst?.held.byProcessor ?? 0, " ms"),
    ],
    figures: {
      "endpoints, procedures and pages": targets.length,
      "kinds of requests": targets.reduce((sum, { sendings }) => sum + sendings.length, 0),
      "targets within 50 ms at once": findings.filter(({ isWithinAtOnce }) => isWithinAtOnce).length,
      "worst request": worst ? description(worst) : "none",
    },
  };
}

/** Checks that targets do their work, since a service that refuses every request blocks nothing. */
class Answers {
  readonly #notAccepted: string[] = [];
  readonly #unauthorized = new Set<string>();

  /** Sends the plain request of each target. */
  async tryPlain(targets: Target[]): Promise<void> {
    for (const { name, plain } of targets) {
      const status = await plain?.();
      if (status !== undefined && status !== 200) this.#notAccepted.push(`${name}: ${status}`);
    }
  }

  /** The same targets, which also record responses that refuse their credentials. */
  watched(targets: Target[]): Target[] {
    return targets.map((target) => ({
      ...target,
      sendings: target.sendings.map((sending) => ({
        ...sending,
        send: async () => {
          const status = await sending.send();
          // A target without a plain request may be refused for its state.
          if (target.plain && !sending.isForeign && (status === 401 || status === 403))
            this.#unauthorized.add(`${target.name}: ${sending.name}, ${status}`);
          return status;
        },
      })),
    }));
  }

  checks(): Check[] {
    const none = (what: string, found: readonly string[]) =>
      exactly([what, ...found].join("\n         "), 0, found.length);
    return [
      none("targets whose plain request did not return 200", this.#notAccepted),
      none("requests with refused credentials", [...this.#unauthorized]),
    ];
  }
}

/** Proves that no request blocks the event loop for more than 50 ms, whether it is accepted or refused. */
export async function eventLoop(home: Home, scale: Scale, only = /./): Promise<Report> {
  const service = await home.startProbed();
  const sending = client(service.url);
  try {
    const scene = await openScene(home, service.url);
    const answers = new Answers();
    const all = hostileTargets(sending, scene, scale).filter(({ name }) => only.test(name));
    await answers.tryPlain(all);
    const targets = answers.watched(all);
    // A warm-up: pages are loaded and caches filled once per process, not per request.
    for (const { sendings } of targets) await sendings.at(-1)?.send();
    const report = await measure(service, targets, ROUNDS[scale]);
    report.checks.push(...answers.checks());
    const { statusCode } = await request(`${service.url}/readyz`);
    report.figures["service afterwards"] = statusCode === 200 ? "ready" : `status ${statusCode}`;
    return report;
  } finally {
    await sending.close();
    await home.stop();
  }
}

/** The control: a service that parses every body and builds a pointer to each value. */
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
