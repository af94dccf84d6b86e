import { TRPCError } from "@trpc/server";
import { z } from "zod";
import { AppError, type ErrorKind, type Fault, faultsOf } from "@/server/core/errors";

const CODE_OF = {
  invalid: "BAD_REQUEST",
  forbidden: "FORBIDDEN",
  notFound: "NOT_FOUND",
  methodNotAllowed: "METHOD_NOT_SUPPORTED",
  conflict: "CONFLICT",
  tooManyRequests: "TOO_MANY_REQUESTS",
  internal: "INTERNAL_SERVER_ERROR",
  unavailable: "SERVICE_UNAVAILABLE",
} as const satisfies Record<ErrorKind, TRPCError["code"]>;

/** Converts a refusal to the tRPC error of the same status. */
export const trpcErrorOf = (refusal: AppError) =>
  new TRPCError({ code: CODE_OF[refusal.kind], message: refusal.message, cause: refusal });

export const notSignedIn = () =>
  new TRPCError({ code: "UNAUTHORIZED", message: "No person is signed in, or the session has ended." });

/** Error fields for pages, besides tRPC's own code and status. */
interface Failure {
  /** A stable machine word, such as `item-invalidated`. */
  appCode: string;
  detail: string;
  errors: Fault[];
}

const WORD_OF: Partial<Record<TRPCError["code"], string>> = {
  UNAUTHORIZED: "not-signed-in",
  NOT_FOUND: "unknown-procedure",
  METHOD_NOT_SUPPORTED: "method-not-allowed",
};

/** Describes an error for pages: refusals in full, internal errors without details. */
export function toldOf(error: TRPCError): Failure {
  const { cause } = error;
  if (cause instanceof AppError && cause.kind !== "internal") {
    return { appCode: cause.code, detail: cause.message, errors: cause.details.faults ?? [] };
  }
  if (cause instanceof z.ZodError && error.code === "BAD_REQUEST") {
    const errors = faultsOf(cause.issues);
    return { appCode: "invalid-input", detail: "The input has faults.", errors };
  }
  if (error.code === "INTERNAL_SERVER_ERROR") {
    const detail = "Something failed on our side. The request id finds it in the log.";
    return { appCode: "internal", detail, errors: [] };
  }
  return { appCode: WORD_OF[error.code] ?? "invalid-request", detail: error.message, errors: [] };
}
