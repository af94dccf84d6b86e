import { AppError, type ErrorKind, type Fault, STATUS_OF } from "@/server/core/errors";
import { refusalOrAway } from "@/server/core/outage";

const TITLE_OF: Record<ErrorKind, string> = {
  invalid: "Bad Request",
  forbidden: "Forbidden",
  notFound: "Not Found",
  methodNotAllowed: "Method Not Allowed",
  conflict: "Conflict",
  tooManyRequests: "Too Many Requests",
  internal: "Internal Server Error",
  unavailable: "Service Unavailable",
};

/** A problem as of RFC 9457, with `code`, `requestId` and, for 400, `errors`. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: string;
  requestId: string;
  errors?: Fault[];
}

const INTERNAL = new AppError(
  "internal",
  "internal",
  "Something failed on our side. The request id finds it in the log.",
);

/** The refusal that a caller may see. Without an AppError it has no details: 503 if a part of the service is away, else 500. */
export const refusalOf = (thrown: unknown): AppError => refusalOrAway(thrown) ?? INTERNAL;

/** Whether a refusal is a fault of the service, whose cause belongs in its log. */
export const isOurs = ({ kind }: AppError): boolean => STATUS_OF[kind] >= 500;

export function problemOf(refusal: AppError, instance: string, requestId: string): Problem {
  const { faults } = refusal.details;
  return {
    type: `urn:assay:problem:${refusal.code}`,
    title: TITLE_OF[refusal.kind],
    status: STATUS_OF[refusal.kind],
    detail: refusal.message,
    instance,
    code: refusal.code,
    requestId,
    ...(faults
      ? { errors: faults }
      : refusal.kind === "invalid"
        ? { errors: [{ pointer: "", message: refusal.message }] }
        : {}),
  };
}
