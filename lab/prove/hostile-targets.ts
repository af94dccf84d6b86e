import { Agent, request } from "undici";
import { z } from "zod";
import { endpoints } from "@/server/api/registry";
import { PRODUCER_HEADER } from "@/server/identity/from-session";
import { appRouter } from "@/server/trpc/root";
import { bodyOf, inputOf, isAcceptable } from "./accepted";
import type { Scene } from "./hostile-scene";
import type { Scale } from "./report";
import {
  type Load,
  newIdentifier,
  WORST_FILES,
  WORST_HEADERS,
  WORST_IMAGES,
  WORST_QUERIES,
  worstBodies,
} from "./worst-bodies";

interface Sending {
  name: string;
  /** Returns the status; 0 without a response. */
  send(): Promise<number>;
  /** Sent with invalid credentials of its own. */
  isForeign?: boolean;
}
/** The requests to one endpoint, procedure or page. */
export interface Target {
  name: string;
  sendings: Sending[];
  /** Sends a request that is accepted, if the scene has one. */
  plain?: (() => Promise<number>) | undefined;
}

type Headers = Record<string, string>;

/** Opens a client whose requests may be refused before they have arrived completely. */
export function client(url: string) {
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

function pathIn(path: string, { item, group, scan, content, spare }: Scene): string {
  const id = path.startsWith("/items")
    ? path.endsWith("/invalidate")
      ? spare.item
      : item
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

/** Every `step`-th load, shifted by the target's number, so that all targets together cover each kind. */
const sampled = <T>(loads: T[], step: number, n: number) => loads.filter((_, i) => (i + n) % step === 0);
const STEPS = { scaled: { endpoint: 3, procedure: 11 }, full: { endpoint: 1, procedure: 1 } };

/** Every endpoint, with the worst bodies (where it takes one), headers and queries. */
function endpointTargets({ send }: Client, scene: Scene, scale: Scale): Target[] {
  return endpoints
    .filter(({ method, changes }) => method !== "DELETE" && !changes)
    .map(({ method, path, auth, input, upload }, n) => {
      const target = pathIn(path, scene);
      const credentials: Headers = auth === "none" ? {} : { "an-api-token": scene.token };
      const withBody = ({ name, body, type = "application/json", keyed }: Load): Sending => ({
        name,
        send: () => {
          const key: Headers = keyed ? { "idempotency-key": newIdentifier().replace(" ", "-") } : {};
          return send("POST", target, { ...credentials, ...key, "content-type": type }, body());
        },
      });
      const bodies =
        method === "POST"
          ? [
              ...sampled(
                worstBodies(input.body, () => bodyOf(path, scene)),
                STEPS[scale].endpoint,
                n,
              ),
              ...(upload ? WORST_FILES : []),
              ...(upload === "image" ? WORST_IMAGES : []),
            ]
          : [];
      const name = `${method} ${path}`;
      const small = () => (method === "POST" ? JSON.stringify(bodyOf(path, scene)) : undefined);
      const type: Headers = method === "POST" ? { "content-type": "application/json" } : {};
      const others = [
        ...WORST_HEADERS.map(
          ([name, headers]): Sending => ({
            name,
            send: () => send(method, target, { ...type, ...credentials, ...headers }, small()),
            isForeign: "an-api-token" in headers,
          }),
        ),
        ...["", "?limit=1000", "?merged=false", ...WORST_QUERIES].map(
          (query): Sending => ({
            name: `the query ${query.slice(0, 30)}`,
            send: () => send(method, target + query, { ...type, ...credentials }, small()),
          }),
        ),
      ];
      const plain = () => send(method, target, { ...type, ...credentials }, small());
      return {
        name,
        sendings: [...bodies.map(withBody), ...others],
        plain: isAcceptable(name) ? plain : undefined,
      };
    });
}

const Procedure = z.custom<{ _def: { type: unknown; inputs: unknown[] } }>();
const procedures = Object.entries(z.record(z.string(), Procedure).parse(appRouter._def.procedures));

const LONG = "x ".repeat(4_000);
/** For queries, whose input must fit into a header. */
const WORST_INPUTS: object[] = [
  { filter: { search: LONG, identifier: LONG, item: LONG } },
  { filter: Array(1_500).fill([]) },
  { fragment: LONG, search: LONG },
  { id: LONG, identifier: LONG },
  { surprise: Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}`, {}])) },
];

/** Procedures that end the session or the producer's membership, or start hours of work. */
const EXCLUDED = ["people.signOutEverywhere", "members.leave", "setUp.seedDemo", "people.changePassword"];

/** Every procedure, with the worst bodies, single and in a batch of twenty, or with the worst queries. */
function procedureTargets({ send }: Client, scene: Scene, scale: Scale): Target[] {
  const { item, group } = scene;
  const session = { cookie: scene.cookie, [PRODUCER_HEADER]: scene.producer };
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
    .filter(([path]) => !EXCLUDED.includes(path))
    .map(([path, { _def }], n) => {
      const schema = _def.inputs.find((input) => input instanceof z.ZodType);
      const target = `/api/trpc/${path}`;
      const query = (input: object) =>
        send("GET", `${target}?input=${encodeURIComponent(JSON.stringify(input))}`, session);
      const change = (body: string | Buffer) => send("POST", target, { ...headers, ...session }, body);
      const fresh = () => ({ ...known, ...inputOf(path, scene) });
      const plainly = () => (_def.type === "query" ? query(fresh()) : change(JSON.stringify(fresh())));
      const plain = isAcceptable(path) ? plainly : undefined;
      if (_def.type === "query") {
        const sendings = [{}, ...WORST_INPUTS]
          .map((input) => ({ ...fresh(), ...input }))
          .map(
            (input): Sending => ({
              name: `the input ${JSON.stringify(input).slice(0, 60)}`,
              send: () => query(input),
            }),
          );
        return { name: path, sendings, plain };
      }
      const sendings = sampled(worstBodies(schema, fresh), STEPS[scale].procedure, n).map(
        ({ name, body }): Sending => ({
          name,
          send: () => change(body()),
        }),
      );
      const together = Array.from({ length: 20 }, () => path).join(",");
      const batch: Sending = {
        name: "a batch of twenty",
        send: () => {
          const inputs = Array.from({ length: 20 }, (_, n) => [
            n,
            { ...fresh(), data: { text: Array(2_000).fill("") } },
          ]);
          return send(
            "POST",
            `/api/trpc/${together}?batch=1`,
            { ...headers, ...session },
            JSON.stringify(Object.fromEntries(inputs)),
          );
        },
      };
      return { name: path, sendings: [...sendings, batch], plain };
    });
}

/** Pages and forms outside the endpoints and procedures. */
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
      plain: () => send("GET", page, browser),
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
          name: "a body that is not the form",
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

/** All targets that are reachable from outside. */
export const hostileTargets = (client: Client, scene: Scene, scale: Scale): Target[] => [
  ...endpointTargets(client, scene, scale),
  ...pageTargets(client, scene),
  ...procedureTargets(client, scene, scale),
];
