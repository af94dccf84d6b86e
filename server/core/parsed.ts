import type { z } from "zod";
import { type AppError, faultsOf, faulty } from "./errors";

/**
 * Validates an input by its schema.
 *
 * @throws 400 `invalid-input` with the faults of the input
 */
export function parsed<T>(schema: z.ZodType<T>, input: unknown): T {
  const read = schema.safeParse(input);
  if (read.success) return read.data;
  throw faulty(faultsOf(read.error.issues));
}

/** Formats a refusal as one line for a terminal: its faults, or else its message. */
export function inWords({ message, details: { faults } }: AppError): string {
  if (!faults) return message;
  return faults.map(({ pointer, message }) => `${pointer.slice(1)}: ${message}`).join("; ");
}
