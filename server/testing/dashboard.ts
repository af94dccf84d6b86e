import { z } from "zod";
import { addMember } from "@/server/domain/members/add";
import { insertPerson } from "@/server/domain/people/create";
import type { NewProducer } from "@/server/domain/producers/create";
import { cookieOf } from "@/server/identity/cookies";
import { PRODUCER_COOKIE, PRODUCER_HEADER, type Role } from "@/server/identity/from-session";
import { sessionCookie } from "@/server/identity/session-token";
import { newId } from "@/server/platform/ids";
import { serveTrpc } from "@/server/trpc/handler";
import { appRouter } from "@/server/trpc/root";
import { transformer } from "@/server/trpc/transformer";
import { systemCtx } from "./factories";

const ORIGIN = "https://assay.test";
const MAX_CONCURRENT = 20;

/** A signed-in person. */
export interface SignedInPerson {
  personId: string;
  email: string;
  /** The session and, if there is one, the first producer: calls come from its pages. */
  cookie: string;
}

/** Creates a person with a session and the given memberships. */
export async function newSignedIn(
  memberships: { producer: NewProducer; role: Role }[] = [],
  fields: { isAdmin?: boolean; passwordHash?: string } = {},
): Promise<SignedInPerson> {
  const email = `${newId()}@example.com`;
  const { isAdmin = false, passwordHash = null } = fields;
  const person = await insertPerson(systemCtx(), {
    email,
    emailProvenAt: new Date(),
    name: "Test person",
    passwordHash,
    isAdmin,
    locale: null,
  });
  for (const { producer, role } of memberships) {
    await addMember(systemCtx(), { producerId: producer.producerId, personId: person.id, role });
  }
  const cookie = await sessionCookie(
    { personId: person.id, sessionVersion: person.sessionVersion },
    new Headers(),
  );
  const [first] = memberships;
  const shown = first ? `; ${PRODUCER_COOKIE}=${first.producer.producerId}` : "";
  return { personId: person.id, email, cookie: (cookie.split(";")[0] ?? "") + shown };
}

/** The headers that pages of the cookie's producer send with each call. */
export function producerHeaders(cookie: string | undefined): Record<string, string> {
  const shown = cookie && cookieOf(new Headers({ cookie }), PRODUCER_COOKIE);
  return shown ? { [PRODUCER_HEADER]: shown } : {};
}

/** The same as a query string, for requests without custom headers. */
export const producerQuery = (cookie: string | undefined) =>
  new URLSearchParams(Object.values(producerHeaders(cookie)).map((id) => ["producer", id])).toString();

const Procedures = z.record(
  z.string(),
  z.custom<{ _def: { type: unknown; inputs: unknown[] } }>().transform(({ _def }) => _def),
);
const definitions = Object.entries(Procedures.parse(appRouter._def.procedures));
const ProcedureType = z.enum(["query", "mutation"]);

/** All procedures by path, with their type. */
export const procedures = new Map(definitions.map(([path, { type }]) => [path, ProcedureType.parse(type)]));

/** Whether the input of a procedure may have a field. */
export const readsField = (path: string, field: string) =>
  definitions.some(
    ([of, { inputs }]) =>
      of === path && inputs.some((input) => !(input instanceof z.ZodObject) || field in input.shape),
  );

const Answer = z.union([
  z.object({ result: z.object({ data: z.unknown() }) }),
  z.object({ error: z.unknown() }),
]);

const Failure = z.object({
  message: z.string(),
  data: z.object({
    httpStatus: z.number(),
    appCode: z.string(),
    detail: z.string(),
    errors: z.array(z.object({ pointer: z.string(), message: z.string() })),
    requestId: z.string().optional(),
  }),
});

/** The answer of a procedure: its value or its failure. */
export interface ProcedureReply {
  status: number;
  headers: Headers;
  value: unknown;
  failure: z.output<typeof Failure>["data"] | undefined;
}

/** Options of a test call that differ from the dashboard's calls. */
export interface ProcedureCall {
  cookie?: string | undefined;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  /** Sent unchanged. */
  rawBody?: string;
}

async function replyOf(response: Response): Promise<ProcedureReply> {
  const body: unknown = await response.json();
  const answer = Answer.parse(Array.isArray(body) ? body[0] : body);
  const { status, headers } = response;
  const { deserialize } = transformer.output;
  return "result" in answer
    ? { status, headers, value: deserialize(answer.result.data), failure: undefined }
    : { status, headers, value: undefined, failure: Failure.parse(deserialize(answer.error)).data };
}

/** Calls a procedure over HTTP, as the dashboard does. */
export async function callProcedure(
  path: string,
  input: unknown,
  { cookie, method, headers = {}, rawBody }: ProcedureCall = {},
): Promise<ProcedureReply> {
  const isGet = (method ?? (procedures.get(path) === "query" ? "GET" : "POST")) === "GET";
  const text = rawBody ?? JSON.stringify({ 0: input });
  const query = new URLSearchParams({
    ...(rawBody === undefined ? { batch: "1" } : {}),
    ...(isGet ? { input: text } : {}),
  });
  const request = new Request(`${ORIGIN}/api/trpc/${path}?${query}`, {
    method: isGet ? "GET" : "POST",
    headers: {
      host: "assay.test",
      ...(cookie === undefined ? {} : { cookie }),
      ...producerHeaders(cookie),
      ...(isGet ? {} : { "content-type": "application/json", "sec-fetch-site": "same-origin" }),
      ...headers,
    },
    ...(isGet ? {} : { body: text }),
  });
  return replyOf(await serveTrpc(request));
}

const Statuses = z.array(
  z.union([
    z.object({ error: z.object({ json: z.object({ data: z.object({ httpStatus: z.number() }) }) }) }),
    z.object({ result: z.unknown() }),
  ]),
);

/** Calls a procedure with many inputs, in batches of the dashboard's maximum size. Returns the status of each. */
export async function statusesOf(path: string, inputs: unknown[], cookie: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let from = 0; from < inputs.length; from += MAX_CONCURRENT) {
    const some = inputs.slice(from, from + MAX_CONCURRENT);
    const text = JSON.stringify(Object.fromEntries(some.entries()));
    const isGet = procedures.get(path) === "query";
    const query = new URLSearchParams({ batch: "1", ...(isGet ? { input: text } : {}) });
    const request = new Request(`${ORIGIN}/api/trpc/${some.map(() => path).join()}?${query}`, {
      method: isGet ? "GET" : "POST",
      headers: {
        cookie,
        ...producerHeaders(cookie),
        "content-type": "application/json",
        "sec-fetch-site": "same-origin",
      },
      ...(isGet ? {} : { body: text }),
    });
    const answers = Statuses.parse(await (await serveTrpc(request)).json());
    statuses.push(...answers.map((one) => ("error" in one ? one.error.json.data.httpStatus : 200)));
  }
  return statuses;
}
