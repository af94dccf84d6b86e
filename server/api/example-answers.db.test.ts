import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { jobs } from "@/db/schema/jobs";
import { publicBaseUrl } from "@/server/platform/env";
import { renderScanMap } from "@/server/platform/scan-map";
import { runtime } from "@/server/runtime/runtime";
import { type Call, call, envelope } from "@/server/testing/api";
import { newProducer } from "@/server/testing/factories";
import { until } from "@/server/testing/until";
import type { Endpoint, Example } from "./endpoint";
import { readAuditLogEndpoint } from "./endpoints/audit-log";
import { createContentEndpoint } from "./endpoints/contents";
import { addItemToGroupEndpoint, createGroupEndpoint } from "./endpoints/groups";
import {
  createGroupHookEndpoint,
  createItemHookEndpoint,
  createProducerHookEndpoint,
} from "./endpoints/hooks";
import { createImportEndpoint } from "./endpoints/imports";
import { createItemEndpoint, listHistoryEndpoint } from "./endpoints/items";
import { createJobEndpoint, retryJobEndpoint } from "./endpoints/jobs";
import { addScanEndpoint, addScanImageEndpoint } from "./endpoints/scans";
import { EXAMPLE_AT, EXAMPLE_IDS, EXAMPLE_ORIGIN, EXAMPLE_SECRET } from "./example-ids";
import { operationIdOf } from "./openapi-operation";
import { endpoints } from "./registry";

// Holds decision 0069.

vi.mock("@/server/platform/scan-map", { spy: true });
// Other tests draw.
vi.mocked(renderScanMap).mockResolvedValue({ png: Buffer.from("no picture"), isMakeshift: false });

/** The objects of a world, by the names of the ids in the examples. */
type Ids = Map<string, string>;

const replaceAll = (text: string, pairs: [string, string][]) =>
  pairs.reduce((replaced, [from, to]) => replaced.replaceAll(from, to), text);

const pairsOf = (ids: Ids): [example: string, real: string][] =>
  Object.entries(EXAMPLE_IDS).flatMap(([name, example]) => {
    const real = ids.get(name);
    return real === undefined ? [] : [[example, real]];
  });

const Request = z.object({
  params: z.record(z.string(), z.string()).default({}),
  query: z.record(z.string(), z.string()).default({}),
  body: z.json().optional(),
  file: z.object({ type: z.string(), text: z.string() }).optional(),
});

/** Sends an example with the ids of a world. */
async function send({ method, path, auth }: Endpoint, example: Example, ids: Ids, token: string) {
  const { params, query, body, file } = Request.parse(
    JSON.parse(replaceAll(JSON.stringify(example), pairsOf(ids))),
  );
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams(query);
  const options: Call = {
    ...(auth === "none" ? {} : { token }),
    ...(body === undefined ? {} : { body }),
    ...(file ? { rawBody: file.text, headers: { "content-type": file.type } } : {}),
  };
  const reply = await call(method, `${filled}${search.size > 0 ? `?${search}` : ""}`, options);
  if (reply.status !== 200) throw new Error(`${method} ${filled}: ${reply.status} ${reply.bytes}`);
  return reply;
}

/** Thirteen digits that no other world has. */
const newIdentifier = () => `4${BigInt(`0x${randomUUID().replaceAll("-", "")}`)}`.slice(0, 13);

const Id = z.object({ id: z.string() });
const History = z.object({
  history: z.array(z.object({ id: z.string(), data: z.object({ actor: z.object({ id: z.string() }) }) })),
});

/** A producer with all objects that the examples name, made by the examples themselves. */
async function newWorld() {
  const { token, producerId } = await newProducer();
  const ids: Ids = new Map([
    ["producer", producerId],
    ["item", newIdentifier()],
    ["otherItem", newIdentifier()],
    ["importedItem", newIdentifier()],
  ]);
  const make = (endpoint: Endpoint, example = endpoint.example) => send(endpoint, example, ids, token);
  ids.set("content", Id.parse((await make(createContentEndpoint)).body).id);
  ids.set("group", envelope(await make(createGroupEndpoint)).id);
  await make(createItemEndpoint);
  await make(createItemEndpoint, {
    body: { identifier: EXAMPLE_IDS.otherItem, title: "Atlas handbag, black" },
  });
  const { group: idgroup, item: iditem } = EXAMPLE_IDS;
  await make(addItemToGroupEndpoint, { params: { idgroup, iditem } });
  const [entry, first] = History.parse((await make(listHistoryEndpoint)).body).history;
  ids.set("historyEntry", entry?.id ?? "").set("firstHistoryEntry", first?.id ?? "");
  ids.set("token", entry?.data.actor.id ?? "");
  ids.set("scan", z.object({ scan: Id }).parse((await make(addScanEndpoint)).body).scan.id);
  return { token, ids, make };
}

type World = Awaited<ReturnType<typeof newWorld>>;

const HOOKS: [path: string, creating: Endpoint][] = [
  ["/items", createItemHookEndpoint],
  ["/groups", createGroupHookEndpoint],
  ["/producers", createProducerHookEndpoint],
];

/** Makes what the calls of some parts of the document need besides. */
async function furnish({ ids, make }: World, endpoint: Endpoint): Promise<void> {
  if (endpoint.tag === "Hooks") {
    const creating = HOOKS.find(([path]) => endpoint.path.startsWith(path));
    if (creating) ids.set("hook", envelope(await make(creating[1])).id);
  }
  if (endpoint.tag === "Jobs") ids.set("job", envelope(await make(createJobEndpoint)).id);
  if (endpoint.tag === "Imports") {
    const reply = envelope(await make(createImportEndpoint));
    ids.set("import", reply.id).set("job", String(reply.data.job));
  }
  if (endpoint === retryJobEndpoint)
    await runtime()
      .database.db.update(jobs)
      .set({ state: "failed", error: "The service stopped.", errorCode: "internal" })
      .where(eq(jobs.id, ids.get("job") ?? ""));
  // Once all transactions that began before have ended.
  if (endpoint === readAuditLogEndpoint)
    await until(async () => expect((await make(endpoint)).body).toHaveLength(2));
  // The identifiers of items that the call creates are free.
  if (endpoint === createItemEndpoint) ids.set("item", newIdentifier());
  if (endpoint === createImportEndpoint) ids.set("importedItem", newIdentifier());
}

/** The names of the ids that a call makes. */
const MADE = new Map<Endpoint, string>([
  [createContentEndpoint, "content"],
  [createGroupEndpoint, "group"],
  [addScanEndpoint, "scan"],
  [createJobEndpoint, "job"],
  [createImportEndpoint, "import"],
  ...HOOKS.map(([, creating]): [Endpoint, string] => [creating, "hook"]),
]);

const Made = z.union([z.object({ scan: Id }).transform(({ scan }) => scan), Id]);
const WithJob = z.object({ data: z.object({ job: z.string() }) });
const WithImage = z.object({ data: z.object({ image: z.string() }) });

/** Notes the ids that an answer is the first to tell. */
function noteMade(endpoint: Endpoint, body: unknown, ids: Ids): void {
  const name = MADE.get(endpoint);
  if (name !== undefined) ids.set(name, Made.parse(body).id);
  if (endpoint === createImportEndpoint) ids.set("job", WithJob.parse(body).data.job);
  if (endpoint === addScanImageEndpoint)
    ids.set("scanImage", WithImage.parse(body).data.image.split("/").at(-1) ?? "");
}

const MOMENT = /^1[6-9]\d{11}$/;
const FIXED: Record<string, unknown> = {
  requestId: EXAMPLE_IDS.request,
  secret: EXAMPLE_SECRET,
  version: "2.4.0",
  build: { time: EXAMPLE_AT.toISOString(), branch: "main", hash: "0f4c9a1e7b52d83650c1f9ae44d27b8e31c6a905" },
};

/** Replaces what differs from run to run: ids, times, secrets, the build. */
function settled(body: unknown, ids: Ids): unknown {
  let auditEvents = 4711;
  const text = JSON.stringify(body, (key, value: unknown) => {
    if (key in FIXED) return FIXED[key];
    if (key === "id" && typeof value === "string" && /^\d{1,9}$/.test(value)) return String(auditEvents++);
    if (typeof value === "number" && MOMENT.test(String(value))) return EXAMPLE_AT.getTime();
    return key === "timestamp" && typeof value === "string" ? EXAMPLE_AT.toISOString() : value;
  });
  const back = pairsOf(ids).map(([example, real]): [string, string] => [real, example]);
  return JSON.parse(replaceAll(text, [...back, [publicBaseUrl, EXAMPLE_ORIGIN]]));
}

const answers: Record<string, unknown> = {};

describe("the examples of the OpenAPI document", () => {
  test.each(endpoints)("$method $path: its example succeeds", async (endpoint) => {
    const world = await newWorld();
    await furnish(world, endpoint);
    const { body } = await world.make(endpoint);
    if (body === undefined) return;
    noteMade(endpoint, body, world.ids);
    answers[operationIdOf(endpoint)] = settled(body, world.ids);
  });

  // After each of them, in this order; `-u` records the answers anew.
  test("the document shows the answers as the service gives them", async () => {
    const sorted = Object.fromEntries(Object.entries(answers).sort(([a], [b]) => (a < b ? -1 : 1)));
    await expect(`${JSON.stringify(sorted, null, 2)}\n`).toMatchFileSnapshot("example-answers.json");
  });
});
