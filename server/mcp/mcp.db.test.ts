import { expect, test } from "vitest";
import { z } from "zod";
import { alerts } from "@/db/schema/alerts";
import { assessments } from "@/db/schema/assessments";
import type { Scope } from "@/server/core/scopes";
import { createRule } from "@/server/domain/alerts/create-rule";
import type { NewProducer } from "@/server/domain/producers/create";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { post } from "@/server/testing/api";
import { clientOf, said, tokenWith, told } from "@/server/testing/assistant";
import { ctxOf, itemRow, newGroup, newItem, newProducer, newScan } from "@/server/testing/factories";
import { mcpRoutes } from "./handler";

// Holds decision 0073.

const withToken = ({ token }: NewProducer) => clientOf(token);

/** A producer with an item in a group, a suspicious scan, an unregistered code, and an open alert. */
async function newWorld() {
  const producer = await newProducer();
  const groupId = await newGroup(producer, { title: "Totes" });
  const identifier = await newItem(producer, { title: "Tote", data: { colour: "red" } });
  await post(`/groups/${groupId}/items/${identifier}`, undefined, { token: producer.token });
  const scanId = await newScan(identifier, {
    copyclassification: "fake",
    location: { latitude: 53.55, longitude: 9.99 },
  });
  const { id: itemId } = await itemRow(identifier);
  await runtime()
    .database.db.insert(assessments)
    .values({
      scanId,
      itemId,
      timestamp: new Date(),
      producerId: producer.producerId,
      score: 80,
      reasons: ["burst"],
      evidence: { burst: { scanners: 9, minutes: 10 } },
    });
  return { producer, groupId, identifier, scanId };
}

test("a token without scopes has the tools that read, and each says so", async () => {
  const { producer, groupId, identifier, scanId } = await newWorld();
  const client = await withToken(producer);
  const { tools } = await client.listTools();
  const calls: Record<string, Record<string, unknown>> = {
    search_items: { search: "tote", hasFakes: true },
    get_item: { identifier },
    get_item_history: { identifier },
    search_groups: {},
    get_group: { id: groupId },
    list_scans: {
      identifier,
      verdict: "fake",
      finding: "burst",
      country: "DE",
      since: "2020-01-01T00:00:00Z",
    },
    get_scan: { id: scanId },
    explain_scan: { id: scanId },
    list_unregistered_codes: {},
    fake_rates: {},
    list_alerts: { state: "open" },
    list_alert_rules: {},
  };
  expect(tools.map(({ name }) => name).sort()).toEqual([...Object.keys(calls), "get_alert"].sort());
  expect(client.getInstructions()).toContain("All tools read");
  for (const { name, description, annotations, inputSchema } of tools) {
    expect(annotations, name).toMatchObject({ readOnlyHint: true });
    expect(JSON.stringify(inputSchema), name).not.toContain("$ref");
    expect(description, name).toMatch(/\w/);
  }
  const answers: Record<string, unknown> = {};
  for (const [name, input] of Object.entries(calls)) answers[name] = await told(client, name, input);
  expect(answers).toMatchObject({
    search_items: { entries: [{ identifier, fakes: 1 }] },
    get_item: { id: identifier, data: { title: "Totes", data: { colour: "red" } } },
    get_item_history: { history: [{ data: { action: "addedToGroup" } }, { data: { action: "created" } }] },
    search_groups: { entries: [{ id: groupId, title: "Totes" }] },
    get_group: { id: groupId },
    list_scans: { entries: [{ id: scanId, copyclassification: "fake", reasons: ["burst"] }] },
    get_scan: { id: scanId },
    explain_scan: { assessment: { score: 80 }, findings: [{ finding: "burst" }] },
    fake_rates: {
      now: { fake: 1, scans: 1, fakeRate: { rate: 1 } },
      timeBefore: { scans: 0, fakeRate: null },
    },
  });
});

test("fakes are counted by country, group, item and time", async () => {
  const { producer, groupId, identifier } = await newWorld();
  const client = await withToken(producer);
  const by = (name: string) => told(client, "fake_rates", { by: name, days: 7 });
  expect(await by("country")).toMatchObject([{ country: "DE", fake: 1 }]);
  expect(await by("group")).toMatchObject([{ group: { id: groupId, title: "Totes" }, fake: 1 }]);
  expect(await by("item")).toMatchObject([{ identifier, fakes: 1 }]);
  const { bars } = z.object({ bars: z.array(z.object({ fake: z.number() })) }).parse(await by("time"));
  expect(bars.reduce((sum, { fake }) => sum + fake, 0)).toBe(1);
});

test("a list continues at its cursor", async () => {
  const producer = await newProducer();
  const identifier = await newItem(producer);
  const ids = [await newScan(identifier), await newScan(identifier), await newScan(identifier)];
  const client = await withToken(producer);
  const Listed = z.object({
    entries: z.array(z.object({ id: z.string() })),
    nextCursor: z.string().nullable(),
  });
  const first = Listed.parse(await told(client, "list_scans", { limit: 2 }));
  const second = Listed.parse(await told(client, "list_scans", { limit: 2, cursor: first.nextCursor }));
  expect([...first.entries, ...second.entries].map(({ id }) => id)).toEqual(ids.toReversed());
});

test("an alert is read with its evidence, by its producer alone", async () => {
  const producer = await newProducer();
  const condition = { kind: "newCountry", windowHours: 24, quietDays: 1, scans: 1 } as const;
  const rule = { name: "New country", condition, coolDownHours: 1, mailsMe: false };
  const { id: ruleId } = await createRule(ctxOf(producer), rule);
  const id = newId();
  const figures = { kind: "newCountry" as const, countries: [{ country: "FR", scans: 3 }] };
  const evidence = { figures, from: 0, before: 3_600_000 };
  await runtime().database.db.insert(alerts).values({
    id,
    producerId: producer.producerId,
    ruleId,
    ruleName: rule.name,
    condition,
    openedAt: new Date(),
    evidence,
  });
  const client = await withToken(producer);
  expect(await told(client, "list_alerts", { state: "open" })).toMatchObject({ entries: [{ id }] });
  expect(await told(client, "get_alert", { id })).toMatchObject({ id, evidence });
  expect(await told(client, "list_alert_rules")).toMatchObject([{ id: ruleId }]);
  const { isError } = await said(await withToken(await newProducer()), "get_alert", { id });
  expect(isError).toBe(true);
});

test("a token of another producer sees nothing", async () => {
  const { groupId, identifier, scanId } = await newWorld();
  const client = await withToken(await newProducer());
  for (const name of [
    "search_items",
    "search_groups",
    "list_scans",
    "list_unregistered_codes",
    "list_alerts",
  ])
    expect(await told(client, name), name).toMatchObject({ entries: [] });
  expect(await told(client, "list_scans", { identifier })).toMatchObject({ entries: [] });
  expect(await told(client, "fake_rates")).toMatchObject({ now: { scans: 0 } });
  for (const [name, input] of [
    ["get_item", { identifier }],
    ["get_item_history", { identifier }],
    ["get_group", { id: groupId }],
    ["get_scan", { id: scanId }],
    ["explain_scan", { id: scanId }],
  ] as const) {
    const { isError, text } = await said(client, name, input);
    expect(isError, name).toBe(true);
    expect(text, name).not.toContain("Tote");
  }
});

test("input that does not fit is refused with a sentence that names the argument", async () => {
  const client = await withToken(await newProducer());
  for (const input of [{ limit: 51 }, { since: "yesterday" }, { country: "Germany" }, { cursor: "x" }]) {
    const { isError, text } = await said(client, "list_scans", input);
    expect(isError, JSON.stringify(input)).toBe(true);
    expect(text).toMatch(`invalid-input: The request has faults. /${Object.keys(input)[0]} `);
  }
});

const ACCEPTED = { "content-type": "application/json", accept: "application/json, text/event-stream" };

const list = (headers: Record<string, string>) =>
  mcpRoutes.POST(
    new Request("http://assay.test/mcp", {
      method: "POST",
      headers: { ...ACCEPTED, ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
    }),
  );

test("without an accepted token nothing is answered; the API's own header works too", async () => {
  const producer = await newProducer();
  expect((await list({})).status).toBe(403);
  expect((await list({ authorization: "Bearer ant_unknown" })).status).toBe(403);
  expect((await list({ "an-api-key-owner": producer.ownerKey })).status).toBe(403);
  expect((await list({ "an-api-token": producer.token })).status).toBe(200);
});

test("a token with scopes has only the tools that they allow", async () => {
  const producer = await newProducer();
  const toolsOf = async (scopes: Scope[]) => {
    const client = await clientOf(await tokenWith(producer, scopes));
    const called = await said(client, "list_alerts").then(
      ({ isError }) => !isError,
      () => false,
    );
    return { names: (await client.listTools()).tools.map(({ name }) => name).sort(), called };
  };
  const groups = await toolsOf(["groups:read"]);
  expect(groups).toEqual({ names: ["get_group", "search_groups"], called: false });
  const scans = await toolsOf(["scans:read"]);
  expect(scans.names).not.toContain("get_item");
  expect(scans).toMatchObject({ names: expect.arrayContaining(["list_alerts", "fake_rates"]), called: true });
  expect((await toolsOf(["webhooks:write"])).names).toEqual([]);
});

test("nothing can be subscribed to", async () => {
  const client = await withToken(await newProducer());
  await expect(client.listen({ toolsListChanged: true })).rejects.toThrow();
});

test("several calls in one request are refused, so that each counts for the limit", async () => {
  const { token } = await newProducer();
  const call = (id: number) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "search_items", arguments: {} },
  });
  const answer = await mcpRoutes.POST(
    new Request("http://assay.test/mcp", {
      method: "POST",
      headers: { ...ACCEPTED, authorization: `Bearer ${token}` },
      body: JSON.stringify([call(1), call(2)]),
    }),
  );
  expect(answer.status, await answer.text()).toBe(400);
});

test("bodies that are no JSON or too large are refused", async () => {
  const { token } = await newProducer();
  const send = (body: string) =>
    mcpRoutes.POST(
      new Request("http://assay.test/mcp", {
        method: "POST",
        headers: { ...ACCEPTED, authorization: `Bearer ${token}` },
        body,
      }),
    );
  expect((await send("{")).status).toBe(400);
  expect((await send(JSON.stringify({ a: "x".repeat(1_100_000) }))).status).toBe(400);
  expect((await mcpRoutes.GET(new Request("http://assay.test/mcp"))).status).toBe(405);
});
