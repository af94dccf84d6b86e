import { z } from "zod";
import { AppError, type ErrorKind, STATUS_OF } from "@/server/core/errors";
import { BASE_PATH } from "@/server/http/input";
import { type Problem as ProblemBody, problemOf } from "@/server/http/problem";
import type { ErrorCode } from "./codes/kind";
import type { Endpoint } from "./endpoint";
import { ERROR_CODES, type ErrorCodeName } from "./error-codes";
import { EXAMPLE_IDS } from "./example-ids";

/** The body of every error. */
export const Problem = z
  .object({
    type: z.string().meta({ description: "`urn:assay:problem:` and the code." }),
    title: z.string().meta({ description: "The name of the status." }),
    status: z.int().meta({ description: "The status of the answer." }),
    detail: z.string().meta({ description: "What is wrong, for people. Its words may change." }),
    instance: z.string().meta({ description: "Path and query of the request." }),
    code: z
      .string()
      .meta({ description: "A stable machine word. Compare this one.", example: "item-invalidated" }),
    requestId: z
      .string()
      .meta({ description: "Names the request in the service's log. Equals the header `x-request-id`." }),
    errors: z
      .array(
        z.object({
          pointer: z.string().meta({
            description:
              "A JSON pointer into the body, or a path that begins with /path, /query or /headers.",
          }),
          message: z.string().meta({ description: "What the part must be." }),
        }),
      )
      .optional()
      .meta({ description: "For 400: every fault, at most 100 of them." }),
  })
  .meta({ id: "Problem", description: "An error, as RFC 9457 defines problem details." });

const codes: Record<string, ErrorCode> = ERROR_CODES;
const isCode = (name: ErrorCodeName | ErrorKind): name is ErrorCodeName => Object.hasOwn(ERROR_CODES, name);

const OF_CREDENTIALS: ErrorCodeName[] = [
  "credential-missing",
  "credential-not-accepted",
  "producer-suspended",
  "scope-missing",
  "address-not-allowed",
];
const OF_ALL: ErrorCodeName[] = ["too-many-requests", "internal", "unavailable"];

function codesOfCredentials({ auth }: Endpoint): ErrorCodeName[] {
  if (auth === "token" || auth === "hookCreator") return OF_CREDENTIALS;
  return auth === "none" ? [] : OF_CREDENTIALS.slice(1);
}

function codesOfBody({ method, upload, streams }: Endpoint): ErrorCodeName[] {
  if (method !== "POST") return [];
  if (streams) return ["content-type", "body-too-large", "body-too-slow"];
  const ofJson: ErrorCodeName[] = ["malformed-json", "content-type", "body-too-large", "body-too-slow"];
  return upload === "image" ? [...ofJson, "malformed-form"] : ofJson;
}

/** The declared refusals of a call, and those that every call of its kind can return. */
function refusalsOf(endpoint: Endpoint): (ErrorCodeName | ErrorKind)[] {
  const hasInput = Object.keys(endpoint.input).length > 0;
  return [
    ...(hasInput ? (["invalid-input"] as const) : []),
    ...codesOfBody(endpoint),
    ...codesOfCredentials(endpoint),
    ...endpoint.errors,
    ...(endpoint.creates ? (["idempotency-key-reused"] as const) : []),
    ...OF_ALL,
  ];
}

/** The codes of all refusals of a call, in the order of the table. */
export function codesOf(endpoint: Endpoint): ErrorCodeName[] {
  const refusals = new Set<string>(refusalsOf(endpoint));
  return ALL_CODES.filter((code) => refusals.has(code));
}

const ALL_CODES = Object.keys(ERROR_CODES).filter((name): name is ErrorCodeName => name in ERROR_CODES);

/** The kinds of all refusals of a call. */
export function errorsOf(endpoint: Endpoint): ErrorKind[] {
  return [...new Set(refusalsOf(endpoint).map((name) => (isCode(name) ? ERROR_CODES[name].kind : name)))];
}

const INSTANCE = `${BASE_PATH}/items/${EXAMPLE_IDS.item}`;

/** The body of an error with a code, as an example. */
export function exampleProblem(code: ErrorCodeName): ProblemBody {
  const { kind, detail, errors } = codes[code] ?? ERROR_CODES.internal;
  const refusal = new AppError(kind, code, detail, errors ? { faults: errors } : {});
  return problemOf(refusal, INSTANCE, EXAMPLE_IDS.request);
}

/** The examples of the errors that calls return, by code. */
export function problemExamples(endpoints: Endpoint[]) {
  const used = new Set(endpoints.flatMap(codesOf));
  return Object.fromEntries(
    ALL_CODES.filter((code) => used.has(code)).map((code) => [
      code,
      { summary: ERROR_CODES[code].when, value: exampleProblem(code) },
    ]),
  );
}

/** References to the examples of a call's refusals with a status. */
export const examplesOf = (endpoint: Endpoint, kind: ErrorKind) =>
  Object.fromEntries(
    codesOf(endpoint)
      .filter((code) => ERROR_CODES[code].kind === kind)
      .map((code) => [code, { $ref: `#/components/examples/${code}` }]),
  );

/** The statuses of errors with their codes, as the documentation lists them. */
export const codesByStatus = (): [status: number, codes: ErrorCodeName[]][] =>
  Object.entries(STATUS_OF).map(([kind, status]) => [
    status,
    ALL_CODES.filter((code) => ERROR_CODES[code].kind === kind),
  ]);
