import type { ErrorCode } from "./generated/catalogue";
import type { Problem } from "./generated/types";

/** A fault of the input: where it is, as a JSON pointer, and what the part must be. */
export type Fault = NonNullable<Problem["errors"]>[number];

/** An answer that no version of the service gives, such as the page of a proxy. */
export const UNEXPECTED_ANSWER = "unexpected-answer";

/** Faults in the message of an error, for logs. */
const MAX_SHOWN_FAULTS = 3;

/** An answer that refuses the call. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** Status of the answer. */
  readonly status: number;
  /** A stable word to compare; `unexpected-answer` for an answer that is not the service's. */
  readonly code: ErrorCode | typeof UNEXPECTED_ANSWER | (string & {});
  /** What is wrong, for people. Its words may change. */
  readonly detail: string;
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;
  /** Every fault of the input, for a 400. */
  readonly faults: readonly Fault[];
  /** Seconds after which a retry makes sense, for 429 and 503. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    answer: Pick<ApiError, "status" | "code" | "detail" | "requestId" | "faults" | "retryAfterSeconds">,
  ) {
    const faults = answer.faults.slice(0, MAX_SHOWN_FAULTS).map((one) => ` ${one.pointer} ${one.message}.`);
    super(`${answer.status} ${answer.code}: ${answer.detail}${faults.join("")}`);
    this.status = answer.status;
    this.code = answer.code;
    this.detail = answer.detail;
    this.requestId = answer.requestId;
    this.faults = answer.faults;
    this.retryAfterSeconds = answer.retryAfterSeconds;
  }
}

/** A call without an answer: whether the service received it is unknown. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
  readonly code: "network" | "timeout";

  constructor(code: "network" | "timeout", message: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** A message that is not a genuine webhook of the service. Answer it with a 4xx status. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
  readonly code: "headers" | "timestamp" | "signature" | "body";

  constructor(code: WebhookError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

const isText = (value: unknown): value is string => typeof value === "string";

/** The fields of an error's body, if it is one of the service's. */
function problemIn(text: string): Partial<Record<keyof Problem, unknown>> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && "code" in body ? body : undefined;
  } catch {
    return undefined;
  }
}

const isFault = (value: unknown): value is Fault =>
  typeof value === "object" &&
  value !== null &&
  "pointer" in value &&
  "message" in value &&
  isText(value.pointer) &&
  isText(value.message);

/** The error of an answer with its body. */
export function errorOf(response: Response, text: string, retryAfterSeconds?: number): ApiError {
  const { code, detail, requestId, errors } = problemIn(text) ?? {};
  return new ApiError({
    status: response.status,
    code: isText(code) ? code : UNEXPECTED_ANSWER,
    detail: isText(detail) ? detail : "The answer is not one of the service.",
    requestId: isText(requestId) ? requestId : (response.headers.get("x-request-id") ?? undefined),
    faults: Array.isArray(errors) ? errors.filter(isFault) : [],
    retryAfterSeconds,
  });
}
