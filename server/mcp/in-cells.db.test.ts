import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { nameOfSecret, newSecret } from "@/server/auth/secrets";
import { CELL_HEADER, callCell, PASS_HEADER, requireCells } from "@/server/platform/cells";
import { newItem, newProducer } from "@/server/testing/factories";
import { mcpRoutes } from "./handler";

// Holds decision 0067.

const { urls } = vi.hoisted(() => {
  const urls = new Map<number, string>();
  globalThis.assayCells = { own: 0, urls };
  return { urls };
});

/** The credentials that the other cell has, and the requests that were handed to it. */
const there = {
  names: new Set<string>(),
  handed: [] as { url: string; token: string; body: string }[],
  isAway: false,
};

const other = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  if (there.isAway) response.destroy();
  else if (request.url === "/api/cells/places") {
    const asked: [string, string][] = JSON.parse(body);
    response.end(JSON.stringify(asked.map(([, name]) => (there.names.has(name) ? 1 : null))));
  } else if (request.url === "/api/cells/claims") response.end('{"taken":[],"claimed":[]}');
  else {
    there.handed.push({ url: request.url ?? "", token: String(request.headers["an-api-token"]), body });
    response.writeHead(200, { "content-type": "application/json" }).end('{"there":true}');
  }
});

beforeAll(async () => {
  other.listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  urls.set(1, `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`);
});
afterAll(() => other.close());
beforeEach(() => {
  there.names.clear();
  there.handed = [];
  there.isAway = false;
});

const tokenThere = () => {
  const token = newSecret("token", "live");
  there.names.add(nameOfSecret(token));
  return token;
};

const BODY = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "get_item", arguments: { identifier: "x" } },
};

const send = (token: string, headers: Record<string, string> = {}, body: unknown = BODY) =>
  mcpRoutes.POST(
    new Request("http://assay.test/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${token}`,
        ...headers,
      },
      body: JSON.stringify(body),
    }),
  );

test("a request is handed on to the cell of its token, as it is", async () => {
  const token = tokenThere();
  const answer = await send(token);
  expect([answer.status, await answer.json()]).toEqual([200, { there: true }]);
  expect(answer.headers.get(CELL_HEADER)).toBe("1");
  expect(there.handed).toEqual([{ url: "/mcp", token, body: JSON.stringify(BODY) }]);
});

test("a request with a token of this cell is answered here", async () => {
  const producer = await newProducer();
  const identifier = await newItem(producer, { title: "Tote" });
  const params = { name: "get_item", arguments: { identifier } };
  const answer = await send(producer.token, {}, { ...BODY, params });
  expect(await answer.text()).toContain("Tote");
  expect(there.handed).toEqual([]);
});

test("503 while the cell of the token is away; 403 for a token that no cell has", async () => {
  const token = tokenThere();
  await send(token);
  there.isAway = true;
  expect((await send(token)).status).toBe(503);
  there.isAway = false;
  expect((await send(newSecret("token", "live"))).status).toBe(403);
});

test("a request that another cell hands on is answered, and 421 where its token is not here; a forged pass counts for nothing", async () => {
  const producer = await newProducer();
  const passTo = async (token: string) => {
    const divided = requireCells();
    divided.own = 1;
    const passed: string[] = [];
    urls.set(0, urls.get(1) ?? "");
    try {
      const server = createServer((request, response) => {
        passed.push(String(request.headers[PASS_HEADER]));
        response.end();
      }).listen(0, "127.0.0.1");
      await once(server, "listening");
      const address = server.address();
      urls.set(0, `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`);
      const onBehalf = { address: "203.0.113.9", requestId: "handed-1" };
      const answer = await callCell(0, { method: "POST", target: "/mcp", timeoutMs: 5_000, onBehalf });
      await answer.body.dump();
      server.close();
    } finally {
      divided.own = 0;
    }
    return send(token, { [PASS_HEADER]: passed[0] ?? "" });
  };
  const here = await passTo(producer.token);
  expect([here.status, here.headers.get("x-request-id")]).toEqual([200, "handed-1"]);
  expect((await passTo(newSecret("token", "live"))).status).toBe(421);
  const forged = await send(producer.token, { [PASS_HEADER]: `${randomUUID()}.x` });
  expect(forged.headers.get("x-request-id")).not.toBe("handed-1");
});
