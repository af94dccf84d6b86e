import type { CallToolResult, McpServer, StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";
import { createSchema } from "zod-openapi";
import type { Caller } from "@/server/core/caller";
import type { Ctx } from "@/server/core/ctx";
import { type AppError, faultsOf, faulty, invalid } from "@/server/core/errors";
import { hasMoved } from "@/server/core/outage";
import { hasScope, type Scope } from "@/server/core/scopes";
import { deadlineIn } from "@/server/core/within";
import { JsonText } from "@/server/data/json-text";
import type { PageByNumber, PageByUuid } from "@/server/data/keyset";
import { ANSWERED_WITHIN_MS } from "@/server/http/in-time";
import { isOurs, refusalOf } from "@/server/http/problem";
import { log } from "@/server/platform/log";

/** More would fill the context of an assistant. */
const MAX_ANSWER_CHARACTERS = 200_000;

/** What a client may know before it calls a tool, as the protocol defines it. */
interface Hints {
  readOnlyHint: boolean;
  /** Whether it may replace or end what is there. */
  destructiveHint?: boolean;
  /** Whether the same call again has no further effect. */
  idempotentHint?: boolean;
}

interface Definition {
  name: string;
  title: string;
  /** What it does, for the assistant that chooses a tool. */
  description: string;
  /** All that a token needs for it. */
  scopes: readonly Scope[];
  /** The arguments, as the assistant sees them. */
  input: z.ZodObject;
  hints: Hints;
  /** Checks the arguments and does the work. Its answer is sent as JSON. */
  call(ctx: Ctx, input: unknown): Promise<unknown>;
}

/** A request for a tool. */
export interface Asked {
  ctx: Ctx;
  /** Receives the refusal of the tool, which its answer tells in a sentence. */
  note(refusal: AppError): void;
  /** Receives the error where the producer has moved to another cell meanwhile, so that the request is repeated there. */
  moved(thrown: unknown): void;
}

/** A tool for assistants, which works on what belongs to the producer of a token. */
export interface Tool {
  isFor(caller: Caller): boolean;
  register(server: McpServer, asked: Asked): void;
}

/** Shows the arguments to assistants; the tool checks them itself, like the API its input. */
const listed = (input: z.ZodObject): StandardSchemaWithJSON => {
  const json = createSchema(input, { io: "input" });
  const schema = () => ({ ...json.schema });
  return {
    "~standard": {
      version: 1,
      vendor: "assay",
      jsonSchema: { input: schema, output: schema },
      validate: (value) => ({ value }),
    },
  };
};

/** A tool by its definition. */
export function defined({ name, title, description, scopes, input, hints, call }: Definition): Tool {
  const inputSchema = listed(input);
  const annotations = { ...hints, openWorldHint: false };
  return {
    isFor: (caller) => scopes.every((scope) => hasScope(caller, scope)),
    register(server, asked) {
      server.registerTool(name, { title, description, inputSchema, annotations }, (given) =>
        told(asked, () => call(asked.ctx, given)),
      );
    },
  };
}

/** A tool that reads. */
export const tool = <Input extends z.ZodObject>({
  scope,
  input,
  call,
  ...of
}: Pick<Definition, "name" | "title" | "description"> & {
  scope: Scope;
  input: Input;
  call(ctx: Ctx, input: z.output<Input>): Promise<unknown>;
}): Tool =>
  defined({
    ...of,
    input,
    scopes: [scope],
    hints: { readOnlyHint: true },
    async call(ctx, given) {
      const checked = input.safeParse(given);
      if (!checked.success) throw faulty(faultsOf(checked.error.issues));
      return call(ctx, checked.data);
    },
  });

const text = (content: string, isError = false): CallToolResult => ({
  content: [{ type: "text", text: content }],
  isError,
});

const sentenceOf = ({ code, message, details: { faults = [] } }: AppError, { requestId }: Ctx) => {
  const shown = faults.map(({ pointer, message }) => ` ${pointer} ${message}.`);
  return `${code}: ${message}${shown.join("")} (request ${requestId})`;
};

const tooLong = () =>
  invalid(
    "answer-too-long",
    "The answer is longer than 200,000 characters. Ask for fewer entries, or read it by the API.",
  );

/** Runs the work of a tool in the time of a call: its answer as JSON, or its refusal in a sentence. */
async function told({ ctx, note, moved }: Asked, work: () => Promise<unknown>): Promise<CallToolResult> {
  try {
    const answer = await deadlineIn(ANSWERED_WITHIN_MS).meet(work(), "No answer");
    const json = answer instanceof JsonText ? answer.text : JSON.stringify(answer ?? {});
    if (json.length > MAX_ANSWER_CHARACTERS) throw tooLong();
    return text(json);
  } catch (thrown) {
    if (hasMoved(thrown)) moved(thrown);
    const refusal = refusalOf(thrown);
    if (isOurs(refusal)) log.error({ requestId: ctx.requestId, err: thrown }, "a tool failed");
    note(refusal);
    return text(sentenceOf(refusal, ctx), true);
  }
}

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
