import { faulty } from "@/server/core/errors";
import { faultsOfJson } from "@/server/core/json-faults";

/**
 * Refuses input that the service cannot store.
 *
 * @throws 400 for a NUL, a lone surrogate or too deep nesting.
 */
export function refuseForeign(input: unknown): void {
  const faults = faultsOfJson(input);
  if (faults.length > 0) throw faulty(faults);
}
