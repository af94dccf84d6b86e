import { beforeAll, describe, expect, test } from "vitest";
import { ALL_SCOPES, type Scope } from "@/server/core/scopes";
import type { NewProducer } from "@/server/domain/producers/create";
import { LastScans } from "@/server/domain/scans/schema";
import { changeToken } from "@/server/domain/tokens/change";
import { createToken } from "@/server/domain/tokens/create";
import { call, get, post, problem } from "@/server/testing/api";
import { ctxOf, newItem, newProducer, newScan } from "@/server/testing/factories";
import type { Endpoint } from "./endpoint";
import { endpoints } from "./registry";

// Holds decision 0076.

const NONE = { scopes: null, requestsPerMinute: null, networks: null };

const tokenWith = async (producer: NewProducer, access: Parameters<typeof createToken>[1] | object) =>
  createToken(ctxOf(producer), { producerId: producer.producerId, kind: "token", name: "T", ...access });

test("every call that takes a credential names one scope, open calls none, and every scope but those of assistants and of events has a call", () => {
  const wrong = endpoints.filter(({ auth, scope }) => (auth === "none") !== (scope === undefined));
  expect(wrong.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  const used = new Set(endpoints.map(({ scope }) => scope));
  const withoutCall = ALL_SCOPES.filter((scope) => !used.has(scope));
  expect(withoutCall).toEqual(["alerts:read", "cases:read", "assistants:write"]);
});

/** A path whose objects do not exist, so that a permitted call changes nothing. */
const pathOf = ({ path }: Endpoint) => path.replaceAll(/:\w+/g, "0198a000-0000-7000-8000-000000000000");
const guarded = endpoints.filter(({ auth }) => auth !== "none" && auth !== "scanner");

describe("everyone x every call x every scope", () => {
  let producer: NewProducer;
  const tokens = new Map<Scope, string>();
  beforeAll(async () => {
    producer = await newProducer();
    for (const scope of ALL_SCOPES)
      tokens.set(scope, (await tokenWith(producer, { scopes: [scope] })).secret);
  });

  test.each(guarded.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    "403: %s takes a token with its scope alone, one without scopes, and no other",
    async (_, endpoint) => {
      const codeWith = async (token: string) => {
        const body = endpoint.method === "POST" ? {} : undefined;
        const reply = await call(endpoint.method, pathOf(endpoint), { token, body });
        return reply.status < 400 ? undefined : problem(reply).code;
      };
      for (const [scope, token] of tokens) {
        const code = await codeWith(token);
        if (scope === endpoint.scope) expect(code, scope).not.toBe("scope-missing");
        else expect(code, scope).toBe("scope-missing");
      }
      expect(await codeWith(producer.token)).not.toBe("scope-missing");
    },
  );

  test("200: a scan with a token that may not record scans is one of an unknown creator", async () => {
    const identifier = await newItem(producer);
    for (const [scope, token] of tokens) {
      const { body } = await post("/scans", { identifier }, { token });
      const creator = scope === "scans:record" ? producer.producerId : "unknown";
      expect(body, scope).toMatchObject({ scan: { data: { creator } } });
    }
  });
});

test("200: a list of scans shows the item as all see it to a token that may not read items", async () => {
  const producer = await newProducer();
  const identifier = await newItem(producer, { verificationinfos: [{ key: "secret", visible: "producer" }] });
  await newScan(identifier);
  const { secret } = await tokenWith(producer, { scopes: ["scans:read"] });
  const both = await tokenWith(producer, { scopes: ["scans:read", "items:read"] });
  for (const path of ["/scans", `/items/${identifier}/scans`]) {
    const reduced = LastScans.parse((await get(path, { token: secret })).body).identifier;
    expect(reduced).toMatchObject({ data: { identifier, verificationinfos: [] } });
    expect(JSON.stringify(reduced)).not.toContain("_scans");
    const whole = LastScans.parse((await get(path, { token: both.secret })).body).identifier;
    expect(whole).toMatchObject({ data: { verificationinfos: [{ key: "secret" }], _scans: 1 } });
  }
});

test("403: a token is refused outside its networks, in IPv4 and IPv6, and a change holds at once", async () => {
  const producer = await newProducer();
  const networks = ["203.0.113.0/24", "2001:db8::/32"];
  const { id, secret: token } = await tokenWith(producer, { networks });
  const statusFrom = async (address: string) => (await get("/scans", { token, address })).status;
  expect(await statusFrom("203.0.113.9")).toBe(200);
  expect(await statusFrom("::ffff:203.0.113.9")).toBe(200);
  expect(await statusFrom("2001:db8:1::5")).toBe(200);
  expect(await statusFrom("203.0.114.9")).toBe(403);
  expect(await statusFrom("2001:db9::1")).toBe(403);
  expect(problem(await get("/scans", { token })).code).toBe("address-not-allowed");
  const scanned = async (address: string) =>
    (await post("/scans", { identifier: await newItem(producer) }, { token, address })).body;
  expect(await scanned("198.51.100.1")).toMatchObject({ scan: { data: { creator: "unknown" } } });
  expect(await scanned("203.0.113.9")).toMatchObject({ scan: { data: { creator: producer.producerId } } });
  await changeToken(ctxOf(producer), producer.producerId, { ...NONE, id, networks: ["198.51.100.0/24"] });
  expect(await statusFrom("198.51.100.1")).toBe(200);
  expect(await statusFrom("203.0.113.9")).toBe(403);
});

test("403: an owner key has networks too, and no scopes", async () => {
  const producer = await newProducer();
  const { producerId } = producer;
  const { secret: ownerKey } = await createToken(ctxOf(producer), {
    producerId,
    kind: "ownerKey",
    name: "K",
    scopes: ["items:read"],
    networks: ["203.0.113.7/32"],
  });
  const body = { events: "*", url: "https://example.com/" };
  const create = (address: string) => post("/producers/hooks", body, { ownerKey, address });
  expect((await create("203.0.113.7")).status).toBe(200);
  expect(problem(await create("203.0.113.8")).code).toBe("address-not-allowed");
});
