import type { CallToolResult, McpServer, ToolCallback } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Endpoint } from "@/server/api/endpoint";
import type { Ctx } from "@/server/core/ctx";
import type { Scope } from "@/server/core/scopes";
import { deadlineIn } from "@/server/core/within";
import { JsonText } from "@/server/data/json-text";
import type { PageByNumber, PageByUuid } from "@/server/data/keyset";
import { ANSWERED_WITHIN_MS } from "@/server/http/in-time";
import { isOurs, refusalOf } from "@/server/http/problem";
import { log } from "@/server/platform/log";

/** More would fill the context of an assistant. */
const MAX_ANSWER_CHARACTERS = 200_000;

interface Definition<Input extends z.ZodObject> {
  name: string;
  title: string;
  /** What it answers, for the assistant that chooses a tool. */
  description: string;
  /** What a token needs for it. */
  scope: Scope;
  input: Input;
  call(ctx: Ctx): ToolCallback<Input>;
}

/** A tool that reads what belongs to the producer of a token. */
export interface Tool {
  name: string;
  scope: Scope;
  register(server: McpServer, ctx: Ctx): void;
}

export const tool = <Input extends z.ZodObject>({
  name,
  title,
  description,
  scope,
  input,
  call,
}: Definition<Input>): Tool => ({
  name,
  scope,
  register(server, ctx) {
    const annotations = { readOnlyHint: true, openWorldHint: false };
    server.registerTool(name, { title, description, inputSchema: input, annotations }, call(ctx));
  },
});

const text = (content: string, isError = false): CallToolResult => ({
  content: [{ type: "text", text: content }],
  isError,
});

/** Runs the work of a tool in the time of a call: its answer as JSON, or its refusal in a sentence. */
export async function told(ctx: Ctx, work: () => Promise<unknown>): Promise<CallToolResult> {
  try {
    const answer = await deadlineIn(ANSWERED_WITHIN_MS).meet(work(), "No answer");
    const json = answer instanceof JsonText ? answer.text : JSON.stringify(answer);
    return json.length > MAX_ANSWER_CHARACTERS
      ? text(
          "answer-too-long: The answer is longer than 200,000 characters. Ask for fewer entries, or read it by the API.",
          true,
        )
      : text(json);
  } catch (thrown) {
    const refusal = refusalOf(thrown);
    if (isOurs(refusal)) log.error({ requestId: ctx.requestId, err: thrown }, "a tool failed");
    return text(`${refusal.code}: ${refusal.message} (request ${ctx.requestId})`, true);
  }
}

/** The body of the answer of a call that reads. Path and query are text, as in an address. */
export async function read(
  endpoint: Endpoint,
  ctx: Ctx,
  { params = {}, query = {} }: { params?: Record<string, string>; query?: Record<string, string> },
): Promise<unknown> {
  const request = { headers: new Headers(), target: endpoint.path, address: undefined, body: nothing() };
  const { make } = await endpoint.prepare(ctx, { params, query, body: {}, faults: [] }, request);
  return (await make(ctx)).body;
}

async function* nothing() {}

/** A moment as people write it, in milliseconds. */
export const Moment = z.iso
  .datetime({ offset: true })
  .transform((iso) => Date.parse(iso))
  .describe("ISO 8601, such as 2026-05-04T00:00:00Z.");

export const Limit = z.int().min(1).max(50).default(20).describe("Number of entries.");

/** The part of a list that is wanted. */
export const partOf = ({ shape: { cursor } }: typeof PageByUuid | typeof PageByNumber) => ({
  limit: Limit,
  cursor: cursor.describe("`nextCursor` of the answer before, for further entries."),
});
