import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { Agent, request } from "undici";
import { z } from "zod";
import { endpoints } from "@/server/rest/registry";
import { appRouter } from "@/server/trpc/root";
import { freePort } from "../own-service";
import { newOwner } from "./dashboard-session";
import { delayOf, type Home, type ProbedService } from "./home";
import { atMost, type Report, type Scale } from "./report";
import {
  type Load,
  newIdentifier,
  WORST_FILES,
  WORST_HEADERS,
  WORST_IMAGES,
  WORST_QUERIES,
  worstBodies,
} from "./worst-bodies";

const MAX_DELAY_MS = 50;
/** A busy machine and a collection of garbage hold up a loop, too, yet not each time. */
const ROUNDS = { scaled: 5, full: 9 };

interface Sending {
  name: string;
  send(): Promise<unknown>;
}
/** What is sent to one endpoint, procedure or page. */
interface Target {
  name: string;
  sendings: Sending[];
}

type Headers = Record<string, string>;

/** Sends what may be refused before all of it has arrived. */
function client(url: string) {
  const agent = new Agent({ pipelining: 1 });
  const send = async (method: string, path: string, headers: Headers = {}, body?: string | Buffer) => {
    try {
      const answer = await request(`${url}${path}`, {
        dispatcher: agent,
        method: method === "POST" ? "POST" : method === "DELETE" ? "DELETE" : "GET",
        headers,
        body: body ?? null,
      });
      await answer.body.dump({ limit: 64 * 1024 * 1024 });
      return answer.statusCode;
    } catch {
      return 0;
    }
  };
  return { send, close: () => agent.destroy() };
}
type Client = ReturnType<typeof client>;

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

/** What a scene has in it: of each kind of thing one, as hostile as it may be. */
interface Scene {
  token: string;
  cookie: string;
  item: string;
  group: string;
  scan: string;
  content: string;
}

const Id = z.object({ id: z.string() });
const Scan = z.object({ scan: Id });

const wide = (prefix: string) =>
  Object.fromEntries(Array.from({ length: 9_990 }, (_, n) => [`${prefix}${n}`, n]));
const infos = Array.from({ length: 1_000 }, (_, n) => ({
  key: `k${n}`,
  label: "x".repeat(99),
  value: ["x"],
  pos: -n,
}));
const i18n = Object.fromEntries(
  Array.from({ length: 100 }, (_, n) => [
    `de-x-${n}`,
    {
      title: "x",
      verificationinfos: Object.fromEntries(infos.slice(0, 40).map(({ key }) => [key, { label: "y" }])),
    },
  ]),
);

async function openScene(home: Home, url: string): Promise<Scene> {
  const producer = await home.producer("Hostile");
  const { token, producerId } = producer;
  const post = async (path: string, body: object) => {
    const headers = { "content-type": "application/json", "an-api-token": token };
    const answer = await request(`${url}/api/v2${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`POST ${path}: ${answer.statusCode} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  };
  const item = newIdentifier();
  const hostile = (prefix: string) => ({ verificationinfos: infos, data: { ...wide(prefix), i18n } });
  await post("/items", { identifier: item, ...hostile("item") });
  const { id: group } = Id.parse(await post("/groups", hostile("group")));
  await post(`/groups/${group}/items/${encodeURIComponent(item)}`, {});
  for (let n = 0; n < 40; n++)
    await post(`/items/${encodeURIComponent(item)}`, { data: wide(`changed${n}`) });
  await post(`/items/${encodeURIComponent(item)}`, hostile("item"));
  const small = {
    identifier: item,
    data: Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`k${n}`, n])),
  };
  for (let n = 0; n < 200; n++) await post("/scans", small);
  const { scan } = Scan.parse(await post("/scans", small));
  const { id: content } = Id.parse(await post("/contents", { "content-type": "text/plain", data: "eA==" }));
  return { token, cookie: await newOwner(home, url, producerId), item, group, scan: scan.id, content };
}

/** An accepted body of a call, which hostile values are put into. */
function baseOf(path: string, { item }: Scene): object {
  if (path === "/items") return { identifier: newIdentifier() };
  if (path === "/scans") return { identifier: item };
  if (path.endsWith("/hooks")) return { events: "*", url: "https://receiver.example/" };
  if (path === "/checkPhoneSupport") return { os: "ios", deviceInfo: { isPhysicalDevice: true } };
  return {};
}

function pathIn(path: string, { item, group, scan, content }: Scene): string {
  const id = path.startsWith("/items")
    ? item
    : path.startsWith("/groups")
      ? group
      : path.startsWith("/scans")
        ? scan
        : content;
  return `/api/v2${path
    .replace(/:(id|itemid|idgroup)\b/, encodeURIComponent(id))
    .replace(":iditem", encodeURIComponent(item))
    .replace(":width", "10")
    .replace(/:\w+/g, "00000000-0000-7000-8000-000000000000")}`;
}

/** Of what is sent to the n-th target, each `step`-th: over all targets, each kind comes up. */
const thinned = <T>(loads: T[], step: number, n: number) => loads.filter((_, i) => (i + n) % step === 0);
const STEPS = { scaled: { endpoint: 3, procedure: 11 }, full: { endpoint: 1, procedure: 1 } };

/** Every endpoint: with the worst of bodies where it takes one, and of headers and queries. */
function endpointTargets({ send }: Client, scene: Scene, scale: Scale): Target[] {
  return endpoints
    .filter(({ method, changes }) => method !== "DELETE" && !changes)
    .map(({ method, path, auth, input, upload }, n) => {
      const at = pathIn(path, scene);
      const credentials: Headers = auth === "none" ? {} : { "an-api-token": scene.token };
      const withBody = ({ name, body, type = "application/json", keyed }: Load): Sending => ({
        name,
        send: () => {
          const key: Headers = keyed ? { "idempotency-key": newIdentifier().replace(" ", "-") } : {};
          return send("POST", at, { ...credentials, ...key, "content-type": type }, body());
        },
      });
      const bodies =
        method === "POST"
          ? [
              ...thinned(
                worstBodies(input.body, () => baseOf(path, scene)),
                STEPS[scale].endpoint,
                n,
              ),
              ...(upload ? WORST_FILES : []),
              ...(upload === "image" ? WORST_IMAGES : []),
            ]
          : [];
      const small = method === "POST" ? JSON.stringify(baseOf(path, scene)) : undefined;
      const type: Headers = small === undefined ? {} : { "content-type": "application/json" };
      const others = [
        ...WORST_HEADERS.map(
          ([name, headers]): Sending => ({
            name,
            send: () => send(method, at, { ...type, ...credentials, ...headers }, small),
          }),
        ),
        ...["", "?limit=1000", "?merged=false", ...WORST_QUERIES].map(
          (query): Sending => ({
            name: `the query ${query.slice(0, 30)}`,
            send: () => send(method, at + query, { ...type, ...credentials }, small),
          }),
        ),
      ];
      return { name: `${method} ${path}`, sendings: [...bodies.map(withBody), ...others] };
    });
}

const Procedure = z.custom<{ _def: { type: unknown; inputs: unknown[] } }>();
const procedures = Object.entries(z.record(z.string(), Procedure).parse(appRouter._def.procedures));

/** Those that end the session, or the producer's membership, or begin hours of work. */
const LONG = "x ".repeat(4_000);
/** Of queries, whose input has the length of a header. */
const WORST_INPUTS: object[] = [
  { filter: { search: LONG, identifier: LONG, item: LONG } },
  { filter: Array(1_500).fill([]) },
  { fragment: LONG, search: LONG },
  { id: LONG, identifier: LONG },
  { surprise: Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}`, {}])) },
];

const LAST = ["people.signOutEverywhere", "members.leave", "setUp.plantDemo", "people.changePassword"];

/** Every procedure: with the worst of bodies, alone and twenty together, or of queries. */
function procedureTargets({ send }: Client, { cookie, item, group }: Scene, scale: Scale): Target[] {
  const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
  const known = {
    identifier: item,
    id: group,
    events: "*",
    url: "https://receiver.example/",
    secret: "x",
    changes: {},
  };
  return procedures
    .filter(([path]) => !LAST.includes(path))
    .map(([path, { _def }], n) => {
      const schema = _def.inputs.find((input) => input instanceof z.ZodType);
      const at = `/api/trpc/${path}`;
      if (_def.type === "query") {
        const sendings = [known, ...WORST_INPUTS.map((input) => ({ ...known, ...input }))].map(
          (input): Sending => ({
            name: `the input ${JSON.stringify(input).slice(0, 60)}`,
            send: () => send("GET", `${at}?input=${encodeURIComponent(JSON.stringify(input))}`, { cookie }),
          }),
        );
        return { name: path, sendings };
      }
      const fresh = () => (path === "items.create" ? { ...known, identifier: newIdentifier() } : known);
      const sendings = thinned(worstBodies(schema, fresh), STEPS[scale].procedure, n).map(
        ({ name, body }): Sending => ({
          name,
          send: () => send("POST", at, { ...headers, cookie }, body()),
        }),
      );
      const together = Array.from({ length: 20 }, () => path).join(",");
      const batch: Sending = {
        name: "twenty together",
        send: () => {
          const inputs = Array.from({ length: 20 }, (_, n) => [
            n,
            { ...fresh(), data: { text: Array(2_000).fill("") } },
          ]);
          return send(
            "POST",
            `/api/trpc/${together}?batch=1`,
            { ...headers, cookie },
            JSON.stringify(Object.fromEntries(inputs)),
          );
        },
      };
      return { name: path, sendings: [...sendings, batch] };
    });
}

/** What is reached without an endpoint or a procedure. */
function pageTargets({ send }: Client, { item, cookie }: Scene): Target[] {
  const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
  const browser = { "user-agent": "Mozilla/5.0 (iPhone)", cookie };
  const page = `/v/${encodeURIComponent(item)}`;
  const [anonymous] = worstBodies(undefined, () => ({})).map(({ name, body }) => ({ name, body }));
  return [
    {
      name: "GET /v/:identifier",
      sendings: [{}, ...WORST_HEADERS.map(([, headers]) => headers)].map((headers) => ({
        name: Object.keys(headers).join(),
        send: () => send("GET", page, { ...browser, ...headers }),
      })),
    },
    {
      name: "POST /v/:identifier/report",
      sendings: ["a=b&", "text=%F0%9F%98%80", "text= "].map((part) => ({
        name: part,
        send: () => send("POST", `${page}/report`, form, part.repeat(Math.floor(16_000 / part.length))),
      })),
    },
    {
      name: "POST /api/auth/callback/credentials",
      sendings: [
        {
          name: "a body that no form is",
          send: () => send("POST", "/api/auth/callback/credentials", form, "a=b&".repeat(200_000)),
        },
      ],
    },
    {
      name: "tRPC before sign-in",
      sendings: [
        {
          name: "empty arrays",
          send: () =>
            send(
              "POST",
              "/api/trpc/items.create",
              { ...form, "content-type": "application/json" },
              anonymous?.body(),
            ),
        },
      ],
    },
  ];
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

/** No request that the service takes or refuses holds its event loop for more than 50 ms. */
export async function eventLoop(home: Home, scale: Scale, only = /./): Promise<Report> {
  const service = await home.startProbed();
  const sending = client(service.url);
  try {
    const scene = await openScene(home, service.url);
    const targets = [
      ...endpointTargets(sending, scene, scale),
      ...pageTargets(sending, scene),
      ...procedureTargets(sending, scene, scale),
    ].filter(({ name }) => only.test(name));
    // What a process does once is no request's: pages are loaded, caches filled.
    for (const { sendings } of targets) await sendings.at(-1)?.send();
    const report = await measure(service, targets, ROUNDS[scale]);
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
