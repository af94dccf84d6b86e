import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, expect } from "vitest";
import { z } from "zod";
import type { Scope } from "@/server/core/scopes";
import type { NewProducer } from "@/server/domain/producers/create";
import { createToken } from "@/server/domain/tokens/create";
import { mcpRoutes } from "@/server/mcp/handler";
import { systemCtx } from "./factories";

const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

/** The protocol's own client; it talks to the handlers without a network. */
export async function clientOf(token: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  clients.push(client);
  await client.connect(
    new StreamableHTTPClientTransport(new URL("http://assay.test/mcp"), {
      fetch: (url, init) => {
        const request = new Request(url, init);
        return request.method === "POST" ? mcpRoutes.POST(request) : mcpRoutes.GET(request);
      },
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  return client;
}

/** A new token of a producer with scopes; null for a token without a list. */
export async function tokenWith({ producerId }: NewProducer, scopes: Scope[] | null): Promise<string> {
  const created = await createToken(systemCtx(), { producerId, kind: "token", name: "Scoped", scopes });
  return created.secret;
}

const Answer = z.object({
  isError: z.boolean().optional(),
  content: z.tuple([z.object({ type: z.literal("text"), text: z.string() })]),
});

/** What a tool answers, or refuses with. */
export async function said(client: Client, name: string, input: Record<string, unknown> = {}) {
  const { isError, content } = Answer.parse(await client.callTool({ name, arguments: input }));
  return { isError: isError ?? false, text: content[0].text };
}

/** The answer of a tool that succeeds. */
export async function told(
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
): Promise<unknown> {
  const { isError, text } = await said(client, name, input);
  expect(isError, text).toBe(false);
  return JSON.parse(text);
}
