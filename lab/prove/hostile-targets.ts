import { endpoints } from "@/server/api/registry";
import { bodyOf } from "./accepted";
import { procedureTargets } from "./hostile-procedures";
import type { Scene } from "./hostile-scene";
import { type Client, type Headers, type Sending, STEPS, sampled, type Target } from "./hostile-target";
import { isAcceptable } from "./never-accepted";
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

function pathIn(path: string, { item, group, scan, content, job, spare }: Scene): string {
  const id = path.startsWith("/items")
    ? path.endsWith("/invalidate")
      ? spare.item
      : item
    : path.startsWith("/groups")
      ? group
      : path.startsWith("/scans")
        ? scan
        : path.startsWith("/jobs")
          ? job
          : content;
  return `/api/v2${path
    .replace(/:(id|itemid|idgroup)\b/, encodeURIComponent(id))
    .replace(":iditem", encodeURIComponent(item))
    .replace(":width", "10")
    .replace(/:\w+/g, "00000000-0000-7000-8000-000000000000")}`;
}

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
