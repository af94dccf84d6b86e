import { z } from "zod";
import type { Auth } from "@/server/auth/from-request";
import type { Ctx } from "@/server/core/ctx";
import { type ErrorKind, type Fault, faultsOf, faulty, MAX_FAULTS } from "@/server/core/errors";
import type { JsonText } from "@/server/data/json-text";
import { Answer } from "@/server/http/answer";
import type { SentFile } from "@/server/http/file-answer";
import { namesIn, type PathName } from "@/server/http/input";
import type { Upload } from "@/server/http/upload";

export type Method = "GET" | "POST" | "DELETE";

/** What a call is given besides its checked input. */
export interface RequestInfo {
  headers: Headers;
  /** Path and query as they came. */
  target: string;
  /** The caller's address where the front knows it; for limits alone, never stored. */
  address: string | undefined;
}

interface Description {
  method: Method;
  /** Below `/api/v2`, as the specification writes it: `/items/:id/scans`. Empty for the root. */
  path: string;
  auth: Auth;
  tag: "Common" | "Items" | "Groups" | "Scans" | "Contents" | "Hooks";
  summary: string;
  description?: string;
  /** The refusals that this call can answer with, internal errors apart. */
  errors: ErrorKind[];
  /** Whether the call creates something and therefore takes an `Idempotency-Key`. */
  creates?: boolean;
  /** A GET that changes something, as the specification has one: HEAD is refused on its path. */
  changes?: boolean;
  /** Whether the body may hold a file, and how; else it is JSON of at most 1 MiB. */
  upload?: Upload;
  /** Refuses a call before its body is received; `path` as it came. */
  admit?(ctx: Ctx, path: Record<string, string>, request: RequestInfo): Promise<void>;
  /** Media type of a file that the call answers with, where it is always the same kind. */
  produces?: string;
}

/** Schemas of the parts of a call's input. A part that is absent is not read. */
type Parts = Partial<Record<"params" | "query" | "body", z.ZodType>>;

/** The parts as they came: path parts and query as text, the body as parsed JSON. */
export interface RawInput {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  /** What is wrong with them already, whatever the schemas say. */
  faults: Fault[];
}

/** The JSON of a success, `empty` for a 200 without a body, or a file. */
type Response = z.ZodType | "empty" | "file";
type Output<R extends Response> = R extends z.ZodType ? z.input<R> : R extends "file" ? SentFile : undefined;

/** A call whose input is checked and whose long work is done: what remains may stand in a transaction. */
export interface PreparedCall {
  make(ctx: Ctx): Promise<Answer<unknown>>;
  /** Undoes the long work of a call that is not made after all. */
  discard(): Promise<void>;
}

/** One call of the interface, as the machinery sees it. */
export interface Endpoint extends Description {
  /** The names in its path. */
  names: PathName[];
  input: Parts;
  response: Response;
  /** Checks the input, all faults at once (400), and does what takes long and needs no transaction. */
  prepare(ctx: Ctx, input: RawInput, request: RequestInfo): Promise<PreparedCall>;
}

const WHERE: Record<string, string> = { params: "/path", query: "/query", body: "" };

/** The first issues of an input whose parts are `params`, `query` and `body`. */
const faultsOfParts = (issues: readonly z.core.$ZodIssue[]): Fault[] =>
  issues
    .slice(0, MAX_FAULTS)
    .flatMap(({ path: [part, ...path], message }) => faultsOf([{ path, message }], WHERE[String(part)]));

type Result<R extends Response> = Promise<Output<R> | Answer<Output<R>> | Answer<JsonText>>;

/** How a call is made: at once, or in two steps where the first takes long and leaves something behind. */
type Work<Input, R extends Response> =
  | { handle(ctx: Ctx, input: Input, request: RequestInfo): Result<R> }
  | {
      prepare(
        ctx: Ctx,
        input: Input,
        request: RequestInfo,
      ): Promise<{ make(ctx: Ctx): Result<R>; discard(): Promise<void> }>;
    };

const nothingToDiscard = async () => {};

/** Declares one call: a value that describes, checks, documents and serves it. */
export function endpoint<const P extends Parts, R extends Response>(
  spec: Description & { input: P; response: R } & Work<z.output<z.ZodObject<P>>, R>,
): Endpoint {
  const schema = z.object(spec.input);
  return {
    ...spec,
    names: namesIn(spec.path),
    async prepare(ctx, raw, request) {
      const input = schema.safeParse(raw);
      if (!input.success) throw faulty([...raw.faults, ...faultsOfParts(input.error.issues)]);
      if (raw.faults.length > 0) throw faulty(raw.faults);
      const { make, discard } =
        "handle" in spec
          ? { make: (ctx: Ctx) => spec.handle(ctx, input.data, request), discard: nothingToDiscard }
          : await spec.prepare(ctx, input.data, request);
      return {
        discard,
        async make(ctx) {
          const result = await make(ctx);
          return result instanceof Answer ? result : new Answer(result);
        },
      };
    },
  };
}
