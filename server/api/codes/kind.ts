import type { ErrorKind } from "@/server/core/errors";

export interface ErrorCode {
  kind: ErrorKind;
  /** When the API refuses with the code, as a sentence. */
  when: string;
  /** The `detail` of an example. */
  detail: string;
  /** The faults of an example, where it has others than its detail. */
  errors?: { pointer: string; message: string }[];
}

/** Makes the error codes of a kind. */
export const ofKind =
  (kind: ErrorKind) =>
  (when: string, detail: string, errors?: ErrorCode["errors"]): ErrorCode => ({
    kind,
    when,
    detail,
    ...(errors ? { errors } : {}),
  });
