import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { apiCalls } from "@/db/schema/api-calls";
import { flushCalls } from "@/server/domain/api-calls/record";
import type { NewProducer } from "@/server/domain/producers/create";
import { runtime } from "@/server/runtime/runtime";
import { clientOf, said, tokenWith, told } from "@/server/testing/assistant";
import { newItem, newProducer } from "@/server/testing/factories";
import { mcpRoutes } from "./handler";

// Holds decision 0071.

/** The recorded requests of a producer's assistants by millisecond, without those that open a connection. */
async function recorded({ producerId }: NewProducer) {
  await flushCalls();
  const rows = await runtime()
    .database.db.select()
    .from(apiCalls)
    .where(eq(apiCalls.producerId, producerId))
    .orderBy(asc(apiCalls.id));
  return rows.filter(({ endpoint, path }) => endpoint === "/mcp" && !/initialize|discover/.test(path));
}

test("a call of a tool is recorded like one of the API: its path names the tool, its status and code are the tool's", async () => {
  const producer = await newProducer();
  const identifier = await newItem(producer, { title: "Tote" });
  const client = await clientOf(await tokenWith(producer, ["items:read", "items:write", "assistants:write"]));
  await client.listTools();
  await told(client, "get_item", { identifier });
  const { text } = await said(client, "get_item", { identifier: "never registered" });
  await said(client, "update_item", { identifier, title: 7, data: { secret: "canary" } });
  await expect(said(client, "get_group", { id: "none" })).rejects.toThrow("not found");
  const rows = await recorded(producer);
  const common = { method: "POST", endpoint: "/mcp", tokenId: rows[0]?.tokenId };
  const done = { status: 200, code: null, requestBody: null, answerBody: null };
  expect(rows).toMatchObject([
    { ...common, ...done, path: "/mcp tools/list" },
    { ...common, ...done, path: "/mcp tools/call get_item" },
    { ...common, path: "/mcp tools/call get_item", status: 404, code: "item-not-found" },
    { ...common, path: "/mcp tools/call update_item", status: 400, code: "invalid-input" },
    { ...common, path: "/mcp tools/call get_group", status: 400, code: null },
  ]);
  expect(text).toContain(rows[2]?.requestId);
  expect(JSON.parse(rows[2]?.answerBody ?? "")).toMatchObject({ status: 404, requestId: rows[2]?.requestId });
  expect(JSON.parse(rows[3]?.requestBody ?? "")).toMatchObject({
    name: "update_item",
    arguments: { identifier, title: 7, data: "[redacted]" },
  });
  expect(JSON.parse(rows[4]?.answerBody ?? "")).toMatchObject({
    error: { message: "Tool get_group not found" },
  });
});

test("a refused request is recorded with its problem, and a request without an accepted token is not", async () => {
  const producer = await newProducer();
  const send = (token: string, body: string) =>
    mcpRoutes.POST(
      new Request("http://assay.test/mcp", {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body,
      }),
    );
  await send(producer.token, "{");
  await send(producer.token, "[]");
  await send(producer.token, JSON.stringify({ jsonrpc: "2.0", method: "x@example.com", id: 1 }));
  await send("ant_unknown", "{}");
  const rows = await recorded(producer);
  // Refusals of one millisecond have no order.
  expect(rows.map(({ path, code }) => `${path} ${code}`).sort()).toEqual([
    "/mcp [redacted] null",
    "/mcp invalid-input",
    "/mcp malformed-json",
  ]);
  for (const { status } of rows) expect(status).toBeGreaterThanOrEqual(400);
});
