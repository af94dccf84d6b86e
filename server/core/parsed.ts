import type { z } from "zod";
import { type AppError, faultsOf, faulty } from "./errors";

/** An input as its schema reads it. 400 with all its faults otherwise. */
export function parsed<T>(schema: z.ZodType<T>, input: unknown): T {
  const read = schema.safeParse(input);
  if (read.success) return read.data;
  throw faulty(faultsOf(read.error.issues));
}

/** A refusal in one line, for a terminal: its faults where it has some. */
export function inWords({ message, details: { faults } }: AppError): string {
  if (!faults) return message;
  return faults.map(({ pointer, message }) => `${pointer.slice(1)}: ${message}`).join("; ");
}
