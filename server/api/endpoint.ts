import { z } from "zod";
import type { idempotencyKeys } from "@/db/schema/idempotency-keys";
import type { Auth } from "@/server/auth/from-request";
import type { Ctx } from "@/server/core/ctx";
import { type ErrorKind, type Fault, faultsOf, faulty, MAX_FAULTS } from "@/server/core/errors";
import type { Scope } from "@/server/core/scopes";
import type { JsonText } from "@/server/data/json-text";
import type { CallKey } from "@/server/domain/idempotency/first-answers";
import { Answer } from "@/server/http/answer";
import type { SentFile } from "@/server/http/file-answer";
import { namesIn, type PathName } from "@/server/http/input";
import type { Upload } from "@/server/http/upload";
import type { ErrorCodeName } from "./error-codes";

export type Method = "GET" | "POST" | "DELETE";

/** The request's metadata: what a call receives besides its validated input. */
export interface RequestInfo {
  headers: Headers;
  /** Raw path and query. */
  target: string;
  /** The caller's address if the front knows it; used for rate limits only, never stored. */
  address: string | undefined;
  /** The bytes of a call that reads its body as it arrives; otherwise they are read already. */
  body: AsyncIterable<Uint8Array>;
}

/** Who may make a call: open to all, or by a credential, of which a token needs exactly one scope. */
type Access = { auth: "none"; scope?: never } | { auth: Exclude<Auth, "none">; scope: Scope };

interface Details {
  method: Method;
  /** Path below `/api/v2` in the specification's notation: `/items/:id/scans`. Empty for the root. */
  path: string;
  tag: "Common" | "Items" | "Groups" | "Scans" | "Contents" | "Hooks" | "Jobs" | "Imports" | "Audit log";
  summary: string;
  /** What the summary leaves out, in sentences. */
  description: string;
  /**
   * Codes of the refusals of this call, besides those of all calls with its credentials and its kind of input. A kind stands
   * for a status that the specification lists although nothing causes it.
   */
  errors: (ErrorCodeName | ErrorKind)[];
  /** Whether the call creates an object and therefore accepts an `Idempotency-Key`. */
  creates?: boolean;
  /** Marks a GET that changes data (the specification has one): HEAD is refused on its path. */
  changes?: boolean;
  /** How the body may carry a file; without it, the body is JSON of at most 1 MiB. */
  upload?: Upload;
  /** Whether the call reads its body, a large file, as it arrives. It has no time limit as a whole then. */
  streams?: boolean;
  /** Refuses a call before its body is received; `path` holds the raw path parameters. */
  admit?(ctx: Ctx, path: Record<string, string>, request: RequestInfo): Promise<void>;
  /** Whether the answer is a list in JSON Lines: an entry on each line, and a cursor behind the last one. */
  lines?: boolean;
  /** Media type of the returned file, if it is fixed. */
  produces?: string;
}

type Description = Details & Access;

/** A request that succeeds; the document shows it. */
export interface Example {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** The body of a call that reads a file as it arrives. */
  file?: { type: string; text: string };
}

/** Schemas of the parts of a call's input. A part without a schema is not read. */
type Parts = Partial<Record<"params" | "query" | "body", z.ZodType>>;

/** The parts before validation: path and query as text, the body as parsed JSON. */
export interface RawInput {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  /** Faults found before schema validation. */
  faults: Fault[];
}

/** The response of a success: a JSON schema, `empty` for a 200 without a body, or a file. */
type Response = z.ZodType | "empty" | "file";
type Output<R extends Response> = R extends z.ZodType ? z.input<R> : R extends "file" ? SentFile : undefined;

/** A call whose input is validated and whose long work is done: the rest may run in a transaction. */
export interface PreparedCall {
  make(ctx: Ctx): Promise<Answer<unknown>>;
  /** Undoes the long work if the call is abandoned or refused. */
  discard(): Promise<void>;
}

/** A call that commits its key together with its change, in one statement with other calls. */
export interface Once<Input, Made> {
  /** Does the call; `used` if its key has a first answer. */
  make(ctx: Ctx, input: Input, request: RequestInfo, key: CallKey): Promise<Made | "used">;
  /** The first answer of a key again, from what was stored with it and the same input. */
  replay(ctx: Ctx, first: typeof idempotencyKeys.$inferSelect, input: Input): Promise<Made>;
}

/** A call of the API, as the handler sees it. */
interface Served {
  /** Names of the path parameters. */
  names: PathName[];
  input: Parts;
  example: Example;
  response: Response;
  /**
   * Validates the input and does the long work that needs no transaction.
   *
   * @throws 400 with all faults at once.
   */
  prepare(ctx: Ctx, input: RawInput, request: RequestInfo): Promise<PreparedCall>;
  /** With an idempotency key, in place of `prepare`. */
  once?: Once<RawInput, Answer<unknown>> | undefined;
}

export type Endpoint = Description & Served;

const WHERE: Record<string, string> = { params: "/path", query: "/query", body: "" };

/** Faults of the first `MAX_FAULTS` issues, with pointers into path, query or body. */
const faultsOfParts = (issues: readonly z.core.$ZodIssue[]): Fault[] =>
  issues
    .slice(0, MAX_FAULTS)
    .flatMap(({ path: [part, ...path], message }) => faultsOf([{ path, message }], WHERE[String(part)]));

type Result<R extends Response> = Promise<Output<R> | Answer<Output<R>> | Answer<JsonText>>;

/** The work of a call: one step, or two if the first takes long and needs cleanup. */
type Work<Input, R extends Response> =
  | {
      handle(ctx: Ctx, input: Input, request: RequestInfo): Result<R>;
      once?: Once<Input, Answer<Output<R>>>;
    }
  | {
      prepare(
        ctx: Ctx,
        input: Input,
        request: RequestInfo,
      ): Promise<{ make(ctx: Ctx): Result<R>; discard(): Promise<void> }>;
    };

const nothingToDiscard = async () => {};

interface ExampleOf<P extends Parts> extends Example {
  body?: P extends { body: infer Body extends z.ZodType } ? z.input<Body> : never;
}

/** Declares one call: a value that describes, validates, documents and serves it. */
export function endpoint<const P extends Parts, R extends Response>(
  spec: Description & { input: P; example: ExampleOf<P>; response: R } & Work<z.output<z.ZodObject<P>>, R>,
): Endpoint {
  const schema = z.object(spec.input);
  const validated = (raw: RawInput) => {
    const input = schema.safeParse(raw);
    if (!input.success) throw faulty([...raw.faults, ...faultsOfParts(input.error.issues)]);
    if (raw.faults.length > 0) throw faulty(raw.faults);
    return input.data;
  };
  const once = "handle" in spec ? spec.once : undefined;
  return {
    ...spec,
    names: namesIn(spec.path),
    once: once && {
      make: async (ctx, raw, request, key) => once.make(ctx, validated(raw), request, key),
      replay: async (ctx, first, raw) => once.replay(ctx, first, validated(raw)),
    },
    async prepare(ctx, raw, request) {
      const input = validated(raw);
      const { make, discard } =
        "handle" in spec
          ? { make: (ctx: Ctx) => spec.handle(ctx, input, request), discard: nothingToDiscard }
          : await spec.prepare(ctx, input, request);
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
